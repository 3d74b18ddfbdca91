"""Settings shared by all tests."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

# "ci" gives the same examples on every run; "thorough" looks for new ones:
#   HYPOTHESIS_PROFILE=thorough make test-compiled
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=60,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("ci"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also what takes minutes: every variant, not only a few")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes is left out, unless it is asked for."""
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was read to find the tests stays until the end: the collector of garbage need not look at it again."""
    gc.collect()
    gc.freeze()
