"""``stich restore``: a server's database, made of a backup."""

import argparse
import os
from pathlib import Path

from stichwerk.server.store.backup import restore
from stichwerk.server.web.settings import Settings


def run(asked: argparse.Namespace) -> int:
    """Make the database; refused where there is anything in it."""
    tables = restore(Path(asked.file), Settings.read({"db": asked.db}, os.environ).database_url())
    print(f"restored: {tables} {'table' if tables == 1 else 'tables'}")
    return 0
