"""What others could have held: what is known for certain is told as certain, and nothing that the seat cannot know."""

import pytest

from stichwerk import Match
from stichwerk.errors import BadRecord
from stichwerk.review.held import hands_known_to, held_at
from support.reviewed import game_of


@pytest.fixture(scope="module")
def rage():
    return game_of("rage")


def test_the_shares_are_those_of_whole_hands(rage):
    held = held_at(rage, 1, 1)
    for seat, hand in enumerate(held.hands):
        assert sum(hand.values()) == pytest.approx(0 if seat == held.seat else 10)
        assert all(0 < share <= 1 for share in hand.values())


def test_what_a_seat_holds_nobody_else_can():
    match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
    hands = hands_known_to(match.knowledge(0), 3)
    # Of the cards with a number there is one each.
    own = {card for card in match.view(0).table.places[0].hand if card[0].isalpha() and card[1:].isdigit()}
    assert own
    assert not set(hands[1]) & own


def test_who_did_not_follow_has_none_of_the_colour():
    """And nobody needs to be told which colour that was."""
    record = game_of("alles-oder-nichts", rounds=1)
    without: set[tuple[int, str]] = set()
    led, looked = "", 0
    for at, (seat, move) in enumerate(record.rounds[0].moves, 1):
        if not (move[0].isupper() and move[1:].isdigit()):
            continue
        held = held_at(record, 1, at)
        for other, colour in without - {(seat, each) for each in "BGRY"}:
            assert not [card for card in held.hands[other] if card[0] == colour]
            looked += 1
        led = move[0] if (at - 1) % 3 == 0 else led
        if move[0] != led:
            without.add((seat, led))
    assert looked > 0


@pytest.mark.parametrize(("round_no", "number"), [(0, 1), (99, 1), (1, 0), (1, 10_000)])
def test_a_move_that_there_was_not(rage, round_no, number):
    with pytest.raises(BadRecord, match="there is no move"):
        held_at(rage, round_no, number)
