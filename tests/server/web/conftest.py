"""One file here needs a plugin that no other does."""

from pathlib import Path

import pytest


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> None:
    """Schemathesis takes a while to load, so it comes with the file that is its own."""
    if module_path.name == "test_fuzz.py":
        parent.config.pluginmanager.import_plugin("schemathesis.pytest.plugin")
