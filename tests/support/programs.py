"""Programs that are no part of a package, for tests: tools and examples."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def program(name: str) -> ModuleType:
    """One of them as a module, by its path from the root of the repository."""
    file = ROOT / name
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
