"""The legal moves of a match: all that may be played, each once, and nothing else."""

from itertools import permutations

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.play.match import Match
from support.matches import SECRETS, everything, play, positions, stacked


def null_dealt() -> Match:
    return stacked("null-nichtig", ["Y9 Y0 Y0 R3", "B0", "G0"])


@pytest.mark.parametrize("kind", SECRETS)
def test_a_move_is_legal_or_refused(kind) -> None:
    for match in positions(kind, 8):
        names = match._engine.notation.actions.names
        before = everything(match)
        for seat in match.waiting:
            legal = match.legal(seat)
            assert legal
            assert len(set(legal)) == len(legal)
            for move in {*legal} - {*names}:
                assert move.startswith("lay:")
            for move in names:
                if move not in legal:
                    with pytest.raises(StichwerkError):
                        match.play(seat, move)
            for move in legal[:: max(1, len(legal) // 20)]:
                match._engine.check(seat, move)
        assert everything(match) == before


def layout(move: str) -> tuple[tuple[str, ...], ...]:
    """A laying by colour, bottom first: what it is, whatever the order of the colours."""
    cards = move.removeprefix("lay:").split(",")
    return tuple(tuple(card for card in cards if card[0] == colour) for colour in "BGVRY")


@pytest.mark.parametrize(
    ("players", "hand"),
    [
        (6, "B0 B0 B1 G5 G6 V7 R8 R9 Y10 Y11"),
        (6, "B0 B1 B2 B3 B4 B5 B6 B7 B8 B9"),
        (3, "B0 B0 B1 G0 G0 G1 V0 V1 R0 R0 Y3 Y4 Y5"),
    ],
)
def test_layings_are_listed_once_each_and_completely(players: int, hand: str) -> None:
    match = stacked("null-nichtig", [hand] + [""] * (players - 1))
    count = 2 if players == 6 else 3
    possible = {layout("lay:" + ",".join(cards)) for cards in permutations(hand.split(), count)}
    legal = match.legal(0)
    assert len(legal) == len(possible)
    assert {layout(move) for move in legal} == possible
    for move in legal:
        match._engine.check(0, move)


def test_a_laying_in_another_order_of_colours_is_legal_too() -> None:
    match = null_dealt()
    match.play(0, "lay:R3,Y9,Y0")
    assert match.view(0).table.places[0].shows.get("laid", ()) == ("R3", "Y9", "Y0")


def test_equal_cards_are_listed_once() -> None:
    match = play(stacked("rage", ["NT NT R1", "", ""]), "bid:0", "bid:0", "bid:0")
    assert match.legal(0).count("NT") == 1
