"""What Rage tells beside the table: who is winning the trick (RG-9 to RG-14), how bids stand, what they are worth."""

import pytest

from stichwerk.games.annotations import Feat, Part, Payoff
from stichwerk.kernel.state import snapshot
from support.tables import Round


def begun(cards: str, stock: str = "R0 G0", **options: object) -> Round:
    """A trick of which the last card is still missing, led by seat 0; everybody has bid 0. Red is trump."""
    played = cards.split()
    hands = [[card.partition(":")[0], f"O{seat}"] for seat, card in enumerate([*played, "O15"])]
    return Round("rage", hands, stock.split(), **options).bid(*[0] * len(hands)).play(*played)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("Y8", 0),
        ("Y8 Y9", 1),
        ("Y8 R4", 1),
        ("Y8 R4 NT", 0),  # RG-13: there is no trump now
        ("Y8 G1 CT", 1),  # RG-12: green is trump now
        ("Y8 R4 CT NT", 0),  # RG-14: the last of them counts
        ("Y8 G4 NT CT", 1),
        ("+5", 0),  # RG-9: a trick of action cards goes to the first of them
        ("+5 NT", 0),
        ("+5 Y3", 1),
        ("Y8 J:Y", 1),
        ("J:Y J:Y", 1),  # RG-11
        ("J:R J:Y", 0),
    ],
)
def test_who_is_winning_the_trick_so_far(cards, winner):
    table = begun(cards)
    assert {table.annotations(seat).trick_winner for seat in range(-1, table.players)} == {winner}


def test_nobody_is_winning_where_no_card_lies():
    assert Round("rage", [["Y8"], ["R4"]]).annotations(0).trick_winner is None


def test_how_bids_stand_at_each_trick():
    table = Round("rage", [["R9", "R8"], ["G1", "G2"], ["B1", "B2"]], ["R0"])
    assert table.annotations(-1).standings == ("none", "none", "none")
    table.bid(1, 0, 2)
    assert table.annotations(-1).standings == ("open", "exact", "open")
    table.play("R9", "G1", "B1")
    assert table.annotations(-1).standings == ("exact", "exact", "short")
    table.play("R8", "G2", "B2")
    assert table.annotations(-1).standings == ("over", "exact", "short")


def test_rg_20_secret_bids_stand_hidden():
    table = Round("rage", [["R9"], ["G1"], ["B1"]], ["R0"], bidding="secret").bid(1, 0, 0)
    assert table.annotations(0).standings == ("open", "hidden", "hidden")
    assert table.annotations(-1).standings == ("hidden",) * 3
    table.play("R9", "G1", "B1")
    assert table.annotations(-1).standings == ("exact",) * 3


def test_rg_16_what_a_bid_is_worth():
    told = Round("rage", [["R9", "R8", "R7"], ["G1"], ["B1"]], dealer=2).annotations(0).bid_payoffs
    assert [each.bid for each in told] == [0, 1, 2, 3]
    assert [each.payoff for each in told] == [Payoff(exact, 1, -5) for exact in (10, 11, 12, 13)]


def test_only_who_has_to_bid_is_told():
    table = Round("rage", [["R9"], ["G1"], ["B1"]])
    assert [bool(table.annotations(seat).bid_payoffs) for seat in (-1, 0, 1, 2)] == [False, True, False, False]


def test_rg_22_the_march_changes_what_all_tricks_are_worth():
    table = Round("rage", [["R9", "R8", "R7"], ["G1"], ["B1"]], dealer=2, march=True)
    assert [each.payoff for each in table.annotations(0).bid_payoffs] == [
        Payoff(10, 1, -5, 1),
        Payoff(11, 1, -5, 1),
        Payoff(12, 1, -5, 1),
        Payoff(16, 1, -5),
    ]
    last = Round("rage", [["R9"], ["G1"], ["B1"]], march=True)
    assert [each.payoff for each in last.annotations(0).bid_payoffs] == [Payoff(10, 1, -5), Payoff(11, 1, -5)]


def test_the_parts_of_a_score():
    table = Round("rage", [["R9", "R8"], ["+5", "G2"], ["B1", "-5"], ["+5", "Y1"]], ["R0"], march=True).bid(2, 0, 1, 0)
    table.play("R9", "+5", "B1", "+5", "R8", "G2", "-5", "Y1")
    known = snapshot(table.states)
    parts = [table.book.annotator.parts(known, seat) for seat in range(3)]
    assert parts[0] == (Part("tricks", 2), Part("march", 2), Part("fives", 5), Part("exact", 10))
    assert parts[1] == (Part("tricks", 0), Part("exact", 10))
    assert parts[2] == (Part("tricks", 0), Part("missed", -5))


@pytest.mark.parametrize(("march", "cards", "seats"), [(True, 2, [0]), (False, 2, []), (True, 1, [])])
def test_rg_22_all_look_up_for_a_march(march, cards, seats):
    hands = [["R9", "R8"], ["G1", "G2"], ["B1", "B2"]]
    table = Round("rage", [hand[:cards] for hand in hands], ["R0"], march=march).bid(0, 0, 0)
    assert table.annotations(-1).feats == ()
    table.play(*[card for trick in list(zip(*hands, strict=True))[:cards] for card in trick])
    assert table.annotations(1).feats == tuple(Feat(seat, "march") for seat in seats)
