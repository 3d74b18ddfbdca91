"""Null & nichtig: the numbers of the actions, and what stands where in an observation."""

from stichwerk.games.colouring import Colouring, Run
from stichwerk.games.encoding import BY_SEAT, Actions, Feature, Layout, action_ranges, colour_cards
from stichwerk.games.null_nichtig.state import COLOURS, KINDS, MAX_PLAYERS, MOST_LAID, NUMBERS

CARD_NAMES = tuple(colour_cards(COLOURS, range(NUMBERS)))

ACTION_TABLE = Actions(
    action_ranges([(CARD_NAMES, "lay this card, then (all have laid) play it (colour * 12 + number)")])
)

_COLOURS = len(COLOURS)

LAYOUT = Layout(
    [
        Feature("phase", 3, 0, 1, "one of: laying, playing, round over"),
        Feature("players", 1, 3, 6, "number of players"),
        Feature("round", 1, 0, 32000, "round, from 1"),
        Feature("rounds", 1, 0, 100, "how many rounds are played, 0 with a target"),
        Feature("target", 1, 0, 5000, "the target, 0 without"),
        Feature("target_reach", 1, 0, 1, "whether reaching the target is enough"),
        Feature("teams", 1, 0, 1, "whether even seats play against odd seats"),
        Feature("hand", KINDS, 0, 2, "how many of each card one holds: B0 to B11, then G V R Y"),
        Feature("seen", KINDS, 0, 2, "how many of each card were laid or played, in the same order"),
        Feature(
            "laid",
            MOST_LAID,
            -1,
            KINDS - 1,
            "the cards one has laid, in order, while the others cannot see them; -1: none",
        ),
        Feature("laid_count", MAX_PLAYERS, 0, 3, f"how many cards the seat has laid; {BY_SEAT}"),
        Feature("trick_colour", _COLOURS * MAX_PLAYERS, 0, 1, f"colour of the card in the trick, B G V R Y; {BY_SEAT}"),
        Feature("trick_number", MAX_PLAYERS, -1, 11, "its number, -1 without a card"),
        Feature("trick_place", MAX_PLAYERS, 0, 6, f"1 for the lead, 2 for the next, 0 not yet played; {BY_SEAT}"),
        Feature("top", _COLOURS * MAX_PLAYERS, -1, 11, f"number on top of each pile, -1 without one; {BY_SEAT}"),
        Feature("depth", _COLOURS * MAX_PLAYERS, 0, 13, f"cards in each pile; {BY_SEAT}"),
        Feature("tricks", MAX_PLAYERS, 0, 10, f"tricks taken this round; {BY_SEAT}"),
        Feature("waiting", MAX_PLAYERS, 0, 1, f"whether the seat may act; {BY_SEAT}"),
        Feature("leader", MAX_PLAYERS, 0, 1, f"whether the seat leads this trick; {BY_SEAT}"),
        Feature("dealer", MAX_PLAYERS, 0, 1, f"whether the seat is the dealer; {BY_SEAT}"),
        Feature("total", MAX_PLAYERS, 0, 6000, f"points in the rounds so far; {BY_SEAT}"),
        Feature("collecting_as_played", 1, 0, 1, "whether a trick is collected in the order played, not clockwise"),
    ],
    [
        Colouring(
            _COLOURS,
            {
                **{name: Run(NUMBERS) for name in ("hand", "seen")},
                **{name: Run(1, period=_COLOURS) for name in ("trick_colour", "top", "depth")},
            },
            [(0, Run(NUMBERS))],
        )
    ],
)
