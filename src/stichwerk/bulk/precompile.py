"""Compile what is done in bulk ahead of its first use: ``python -m stichwerk.bulk.precompile``."""

from stichwerk.bulk.decisions import PlayedTranscript, tell
from stichwerk.bulk.quick_check import Checker
from stichwerk.bulk.simulate import course_of, plan_of, records
from stichwerk.games import Game, games
from stichwerk.play.match import Match
from stichwerk.play.record import to_line


def precompile(game: Game) -> None:
    """Use all of it once, for a game."""
    plan = plan_of(game, None, game.players[0], 0, ["rules"])
    [line] = records(plan, 1)
    found = Checker().record(line.encode())
    assert found is not None, "what is written in the usual way is read"
    record, transcript = found
    seeded = Match.new(game, names=["Anja", "Bernd", "Claudia"], seed="tea").record()
    assert Checker().record(to_line(seeded).encode()) is not None, "with a seed, too"
    tell(game, [PlayedTranscript.of(course_of(plan), transcript, record.total, None, "")], 0)


if __name__ == "__main__":
    for each in games():
        precompile(each)
