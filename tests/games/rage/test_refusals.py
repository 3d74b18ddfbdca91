"""A refusal is given exactly for what is not legal, in every position and for every action number."""

import pytest

from support.tables import Round

ALWAYS = {
    ("bid-first", "RG-4"),
    ("bid-too-high", "RG-4"),
    ("bidding-over", "RG-5"),
    ("not-in-hand", "RG-6"),
    ("must-follow", "RG-6"),
    ("must-follow", "RG-7"),
    ("round-over", "RG-2"),
}


def refusals(table: Round, seat: int) -> set[tuple[str, str]]:
    """Code and rule of every refusal in this position."""
    found = [table.refusal(name, seat) for name in table.actions.names]
    return {(refusal.code, refusal.rule) for refusal in found if refusal}


@pytest.mark.parametrize("bidding", ["open", "plus-minus-one", "simultaneous", "secret"])
def test_refused_exactly_if_not_legal(bidding: str) -> None:
    met = set()
    for players in range(2, 9):
        table = Round("rage", [[]] * players, bidding=bidding)
        for hand_size in (1 + players, 1):
            table.s.round_no = 10 - hand_size
            for position in table.random_positions(1, seed=players):
                for seat in position.waiting or range(players):
                    assert position.not_refused(seat) == position.legal(seat), position.table
                    met |= refusals(position, seat)
    assert met == ALWAYS | ({("bid-barred", "RG-18")} if bidding == "plus-minus-one" else set())


def test_there_is_always_something_to_do_or_the_round_is_over() -> None:
    table = Round("rage", [[]] * 3)
    for position in table.random_positions(2, seed=1):
        assert all(position.legal(seat) for seat in position.waiting)
        assert (position.waiting == ()) == (position.table.phase == "over")
