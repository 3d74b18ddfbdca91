"""The public names: all of them in one import, documented, typed, and loaded only when they are asked for."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import stichwerk
from stichwerk.errors import StichwerkError

SOURCE = Path(stichwerk.__file__)
#: The promise of this version: whoever takes a name away breaks somebody's program.
PROMISED = [
    "Match", "View", "Game", "game", "game_ids", "games", "Options",
    "Bot", "Knowledge", "BotPlayer", "bot", "bot_names", "hints", "Hints", "Outlook",
    "simulate", "Results", "compare", "Comparison", "Estimate",
    "Record", "read_decisions", "read_records", "replay", "verify", "Report", "Client",
    "review_game", "review_steps", "Review", "ReviewPlan",
    "StichwerkError", "BadArena", "BadDeal", "BadDevice", "BadGame", "BadNotation", "BadOption", "BadPlayers",
    "BadRecord", "BotMistake", "IllegalMove", "NoLesson", "NoPad", "UnknownBot", "UnknownGame", "__version__",
]  # fmt: skip
FUNCTIONS = [name for name in PROMISED if inspect.isfunction(getattr(stichwerk, name))]
#: What nobody who only looks around should have to wait for.
HEAVY = {"numba", "numpy", "litestar", "sqlalchemy", "gymnasium", "msgspec", "websockets", "joblib", "rich"}


def loaded_after(code: str) -> set[str]:
    """The modules that are loaded when the code has run in a fresh interpreter."""
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def imported_for_type_checkers() -> dict[str, str]:
    """The names that a type checker sees, each with the module it comes from."""
    (block,) = (
        each
        for each in ast.parse(SOURCE.read_text()).body
        if isinstance(each, ast.If) and isinstance(each.test, ast.Name) and each.test.id == "TYPE_CHECKING"
    )
    imports = [each for each in block.body if isinstance(each, ast.ImportFrom)]
    # `import X as X` is what makes a name public for a type checker.
    assert all(name.asname == name.name for each in imports for name in each.names)
    return {name.name: str(each.module) for each in imports for name in each.names}


def test_every_promised_name_is_there_and_no_other():
    assert sorted(stichwerk.__all__) == sorted(PROMISED)
    assert dir(stichwerk) == sorted(PROMISED)
    for name in PROMISED:
        assert getattr(stichwerk, name) is not None


def test_a_star_gives_the_same():
    names: dict[str, object] = {}
    exec("from stichwerk import *", names)
    assert set(PROMISED) <= set(names)


def test_any_other_name_is_an_error():
    with pytest.raises(AttributeError, match="no attribute 'Skat'"):
        getattr(stichwerk, "Skat")  # noqa: B009


@pytest.mark.parametrize("name", [name for name in PROMISED if name != "__version__"])
def test_every_name_is_documented(name):
    found = getattr(stichwerk, name)
    assert found.__doc__
    assert not found.__doc__.startswith(f"{name}("), "a dataclass without a docstring of its own"
    if inspect.isclass(found):
        public = [each for key, each in vars(found).items() if not key.startswith("_") and inspect.isfunction(each)]
        assert all(each.__doc__ for each in public)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_typed(name):
    signature = inspect.signature(getattr(stichwerk, name))
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(each.annotation is not inspect.Parameter.empty for each in signature.parameters.values())


def test_type_checkers_see_the_same_names_from_the_same_modules():
    seen = imported_for_type_checkers()
    assert seen.pop("games") == "stichwerk"
    assert seen == stichwerk._HOMES


def test_every_error_is_there():
    errors = vars(sys.modules[StichwerkError.__module__]).values()
    names = {each.__name__ for each in errors if inspect.isclass(each) and issubclass(each, StichwerkError)}
    assert names <= set(PROMISED)


def test_games_is_the_package_of_the_games():
    from stichwerk import games

    assert games.games() == tuple(map(stichwerk.game, stichwerk.game_ids()))
    assert "stichwerk.games" in loaded_after("import stichwerk; stichwerk.games.game_ids")


# ---------------------------------------------------------------- at once


def test_to_import_it_loads_nothing_else():
    loaded = loaded_after("import stichwerk")
    assert {name for name in loaded if name.startswith("stichwerk")} == {"stichwerk"}
    assert not loaded & HEAVY


def test_errors_and_games_load_nothing_heavy():
    assert not loaded_after("from stichwerk import IllegalMove, game_ids; game_ids()") & HEAVY


def test_a_match_needs_no_server_and_no_environment():
    loaded = loaded_after("from stichwerk import Match, bot, compare, simulate, verify, replay, hints")
    assert "stichwerk.play.match" in loaded
    assert not loaded & {"litestar", "sqlalchemy", "gymnasium", "pettingzoo", "pyspiel", "matplotlib", "websockets"}
