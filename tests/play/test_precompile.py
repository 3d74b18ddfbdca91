"""Bots are compiled before a game, once for each state of their sources."""

import pytest

from stichwerk import bots
from stichwerk.games import game, game_ids
from stichwerk.kernel import jit
from stichwerk.play import precompile


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    """The bots that are compiled, into an empty folder."""
    found: list[str] = []
    monkeypatch.setattr(precompile, "cache_folder", lambda others: tmp_path)
    steps = lambda game, names: [(name, lambda name=name: found.append(name)) for name in names]  # noqa: E731
    monkeypatch.setattr(precompile, "bot_steps", steps)
    return found


def test_bots_are_compiled_once(compiled, capsys):
    rage = game("rage")
    assert precompile.cold_bots(rage, ["3", precompile.HINTS]) == ["3", precompile.HINTS]
    precompile.precompile_bots_with_progress([rage], ["3", precompile.HINTS])
    assert compiled == ["rules", "3", precompile.HINTS]
    assert capsys.readouterr().err == "Compiling the bots of Rage (once)…\n"
    precompile.precompile_bots_with_progress([rage], ["3", precompile.HINTS])
    precompile.precompile_bots_with_progress([rage], ["3", "4"])
    assert compiled == ["rules", "3", precompile.HINTS, "rules", "4"]
    assert precompile.cold_bots(game("null-nichtig"), ["3"]) == ["3"]


def test_bots_of_a_failed_attempt_stay_cold(compiled, monkeypatch):
    monkeypatch.setattr(precompile, "bot_steps", lambda game, names: [("3", lambda: 1 / 0)])
    with pytest.raises(ZeroDivisionError):
        precompile.precompile_bots_with_progress([game("rage")], ["3"])
    assert precompile.cold_bots(game("rage"), ["3"]) == ["3"]


@pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled")
def test_the_mark_lies_with_the_code_and_depends_on_the_bots():
    from stichwerk.bots.playouts import uniform

    assert jit.other_folders(map(jit._file_of, [jit.plain(uniform)])) == precompile._BOTS
    assert jit.cache_folder(precompile._BOTS) != jit.cache_folder()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_bot_is_asked_in_every_phase(game_id, monkeypatch):
    asked = []

    class Watcher:
        name = "watcher"

        def choose(self, hidden, legal, rng):
            asked.append(int(hidden.states["phase"][0]))
            assert len(legal) > 1
            return legal[0]

    monkeypatch.setattr(bots, "bot", lambda name, game: Watcher())
    for _, call in precompile.bot_steps(game(game_id), ["watcher"]):
        call()
    phases = {"rage": 2, "null-nichtig": 2, "alles-oder-nichts": 3}[game_id]
    assert len(asked) == len(set(asked)) == phases


def test_a_bot_that_is_led_by_a_network_searches_although_that_is_sure(monkeypatch):
    from stichwerk.bots.search import Search, SearchBot, SearchPlan

    searched = []
    monkeypatch.setattr(Search, "tally", lambda self, known, legal, rng: searched.append(len(legal)))
    sure = SearchBot(game("null-nichtig"), SearchPlan(1, prior="own", breadth=0.0))
    monkeypatch.setattr(bots, "bot", lambda name, game: sure)
    for _, call in precompile.bot_steps(game("null-nichtig"), ["sure"]):
        call()
    assert len(searched) == 2  # once in each phase
    assert min(searched) > 1
