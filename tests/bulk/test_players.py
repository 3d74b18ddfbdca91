"""Bots in compiled code play the very games that they play when each is asked by itself."""

import numpy as np
import pytest

from stichwerk.bots import bot
from stichwerk.bots.bot import Bot
from stichwerk.bulk import players as module
from stichwerk.bulk.players import Bots, CompiledBots, are_compiled
from stichwerk.bulk.simulate import course_of, plan_of
from stichwerk.errors import BadPlayers, BotMistake, UnknownBot
from stichwerk.games import Game, games

EACH_GAME = pytest.mark.parametrize("found", games(), ids=lambda found: found.id)


@EACH_GAME
@pytest.mark.parametrize("names", [["rules"], ["1", "2", "3", "random"]], ids=",".join)
def test_both_ways_are_the_same_games(found: Game, names: list[str]) -> None:
    plan = plan_of(found, None, 4, 11, names)
    course, bots = course_of(plan), plan.bots()
    assert are_compiled(bots)
    one, other = course.room(), course.room()
    compiled, asked = CompiledBots(course, bots), Bots(course, bots)
    for number in range(3):
        assert compiled.play(11, number, one) == asked.play(11, number, other)
        assert (one.rounds, one.actions) == (other.rounds, other.actions)
        for name in ("decks", "log", "sheet"):
            size = one.actions if name == "log" else one.rounds
            assert np.array_equal(getattr(one, name)[:size], getattr(other, name)[:size])


def test_one_bot_alone_plays_at_all_seats_and_others_are_named_by_seat() -> None:
    assert plan_of("rage", None, 3, 0, ["rules"]).names == ["rules 1", "rules 2", "rules 3"]
    assert plan_of("rage", None, 3, 0, ["5", "1", "random"]).names == ["Master 1", "Novice 2", "random 3"]
    assert plan_of("rage", None, 2, 0).names == ["Random 1", "Random 2"]
    with pytest.raises(BadPlayers, match="3 players but 2 bots"):
        plan_of("rage", None, 3, 0, ["rules", "random"])
    with pytest.raises(UnknownBot):
        plan_of("rage", None, 3, 0, ["nobody"])


class _Wrong:
    name = "wrong"

    def __init__(self, does: object) -> None:
        self.does = does

    def choose(self, known: object, legal: object, rng: object) -> int:
        if isinstance(self.does, Exception):
            raise self.does
        return self.does  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("wrong", "said"), [(_Wrong(-7), "chose -7, which is not one of its legal"), (_Wrong(OSError("no")), "OSError: no")]
)
def test_a_bot_that_goes_wrong_is_named(wrong: Bot, said: str) -> None:
    plan = plan_of("rage", None, 2, 0, [wrong, bot("random", "rage")])
    course = course_of(plan)
    with pytest.raises(BotMistake, match=said):
        module.player_of(course, plan.bots()).play(0, 0, course.room())
