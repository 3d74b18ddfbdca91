"""A program at a table needs the protocol and the games, and nothing of the server."""

import subprocess
import sys

SERVER = ("stichwerk.server", "alembic", "limits", "litestar", "prometheus_client", "sqlalchemy", "uvicorn")


def test_the_client_loads_nothing_of_the_server() -> None:
    program = (
        "import sys, stichwerk.client\n"
        f"loaded = [name for name in sys.modules if name.startswith({SERVER!r})]\n"
        "assert not loaded, loaded"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_client_comes_without_the_packages_of_the_server() -> None:
    program = f"import sys; sys.modules.update(dict.fromkeys({SERVER!r})); import stichwerk.client"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
