"""Oh Hell: the names of the cards, the numbers of the actions, and what stands where in an observation."""

from oh_hell.options import MOST_CARDS
from oh_hell.state import ACTIONS, BID_ACTION, DECK_SIZE, MAX_PLAYERS, SUITS
from stichwerk.games.encoding import BY_SEAT, Actions, Feature, Layout, action_ranges
from stichwerk.games.moves import bid_text, bid_texts

RANK_LABELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARD_NAMES = tuple(f"{suit}{rank}" for suit in SUITS for rank in RANK_LABELS)  # OH-1

ACTION_TABLE = Actions(
    action_ranges(
        [
            (CARD_NAMES, "play this card (suit * 13 + rank)"),
            (bid_texts(MOST_CARDS), "bid this many tricks"),
        ]
    )
)
assert len(ACTION_TABLE) == ACTIONS
assert ACTION_TABLE.numbers[bid_text(0)] == BID_ACTION

_SUITS = len(SUITS)

LAYOUT = Layout(
    [
        Feature("phase", 3, 0, 1, "one of: bidding, playing, round over"),
        Feature("players", 1, 3, 7, "number of players"),
        Feature("round", 1, 0, 100, "round, from 1"),
        Feature("rounds", 1, 1, 100, "how many rounds are played"),
        Feature("hands", 3, 0, 1, "one of: hands go down, up and down, are fixed"),
        Feature("hook", 1, 0, 1, "whether the dealer may not make the bids add up"),
        Feature("hand_size", 1, 0, 10, "cards dealt to each this round"),
        Feature("hand", DECK_SIZE, 0, 1, "the cards one holds, by number"),
        Feature("seen", DECK_SIZE, 0, 1, "the cards played, and the one turned for trump"),
        Feature("trump", _SUITS, 0, 1, "the trump suit: C D H S"),
        Feature("led", _SUITS, 0, 1, "the led suit, all 0 if none is led yet"),
        Feature("trick_colour", _SUITS * MAX_PLAYERS, 0, 1, f"suit of the card in the trick; {BY_SEAT}"),
        Feature("trick_number", MAX_PLAYERS, 0, 13, f"its rank, 1 for a 2 to 13 for an ace, 0 without; {BY_SEAT}"),
        Feature("trick_place", MAX_PLAYERS, 0, 7, f"1 for the lead, 2 for the next, 0 not yet played; {BY_SEAT}"),
        Feature("bid", MAX_PLAYERS, -1, 10, f"the bid, -1 if there is none yet; {BY_SEAT}"),
        Feature("tricks", MAX_PLAYERS, 0, 10, f"tricks taken this round; {BY_SEAT}"),
        Feature("void", _SUITS * MAX_PLAYERS, 0, 1, f"suits shown not to be held; {BY_SEAT}"),
        Feature("waiting", MAX_PLAYERS, 0, 1, f"whether the seat may act; {BY_SEAT}"),
        Feature("leader", MAX_PLAYERS, 0, 1, f"whether the seat leads this trick; {BY_SEAT}"),
        Feature("dealer", MAX_PLAYERS, 0, 1, f"whether the seat is the dealer; {BY_SEAT}"),
        Feature("total", MAX_PLAYERS, 0, 2000, f"points in the rounds so far; {BY_SEAT}"),
    ]
)
