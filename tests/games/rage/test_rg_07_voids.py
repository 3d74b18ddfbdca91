"""RG-6, RG-7: what everybody knows when a seat does not follow. A void is marked only when it is certain."""

import pytest

from support.tables import Round, rage_trick

COLOURS = "BGRYVO"
KEPT = "O1 O2 O3 O4"


def voids(table: Round, seat: int) -> str:
    """The colours that the seat has shown not to hold."""
    return "".join(colour for i, colour in enumerate(COLOURS) if table.s.void[seat] >> i & 1)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Y3 Y5 Y4 Y0", ["", "", "", ""]),  # all follow
        ("Y3 R5 Y4 B0", ["", "Y", "", "Y"]),  # trumps and discards
        ("Y3 NT CT J:Y", ["", "Y", "Y", "Y"]),  # no action card follows, not even a Joker of the led colour
        ("J:Y +5 Y2 J:Y", ["", "Y", "", "Y"]),  # a Joker led has to be followed; its player shows nothing
        ("+5 NT CT -5", ["", "", "", ""]),  # nothing was led
        ("+5 Y3 R5 -5", ["", "", "Y", "Y"]),  # only after the colour was set
        ("+5 NT J:G Y3", ["", "", "", "G"]),
        ("CT J:G J:V G4", ["", "", "G", ""]),
        ("NT -5 Y3 Y4", ["", "", "", ""]),
    ],
)
def test_rg_07_a_void_is_shown_by_not_following_a_led_colour(cards: str, expected: list[str]) -> None:
    table = rage_trick(cards, "R0 R1 R2", kept=KEPT)
    assert [voids(table, seat) for seat in range(4)] == expected


@pytest.mark.parametrize("led", COLOURS)
@pytest.mark.parametrize("answer", ["other", "+5", "J"])
def test_rg_07_every_colour_can_be_shown_void(led: str, answer: str) -> None:
    other = COLOURS[(COLOURS.index(led) + 1) % 6]
    card = {"other": f"{other}3", "J": f"J:{led}"}.get(answer, answer)
    table = rage_trick(f"{led}7 {card}", f"{led}0")
    assert voids(table, 1) == led


def test_rg_07_voids_add_up_in_a_round_and_end_with_it() -> None:
    table = Round("rage", [["Y9", "V9", "O1"], ["B1", "B2", "B3"]], ["R0"]).bid(0, 0)
    table.play("Y9", "B1", "V9", "B2")
    assert voids(table, 1) == "YV"
    table.play("O1", "B3")
    assert table.next_round().table.round == 9
    assert voids(table, 1) == ""


@pytest.mark.parametrize("players", [2, 3, 8])
def test_rg_07_nobody_is_marked_void_in_a_colour_they_hold(players: int) -> None:
    shown = 0
    for table in Round("rage", [[]] * players).random_positions(2, seed=players):
        for seat, place in enumerate(table.table.places):
            assert not {card[0] for card in place.hand} & set(voids(table, seat))
            shown += len(voids(table, seat))
    assert shown > 0
