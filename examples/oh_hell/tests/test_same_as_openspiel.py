"""Oh Hell is OpenSpiel's `oh_hell`, written in C++ by others: with the same cards and the same random actions, the same
player has the same legal actions at every move, the same tricks are won, and the same points are counted.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from oh_hell import GAME
from oh_hell.encoding import CARD_NAMES
from oh_hell.options import most_that_fit
from oh_hell.state import BID_ACTION
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import below, rng, shuffle

pyspiel = pytest.importorskip("pyspiel")

BOOK, AT = GAME.book, GAME.book.at
GAMES = 225  # of every number of players with every number of cards: 45 times that, more than ten thousand

#: Their number of each of our cards: theirs are numbered rank by rank, and a ten is written T.
THEIR_CARD = [4 * "23456789TJQKA".index(name[1:].replace("10", "T")) + "CDSH".index(name[0]) for name in CARD_NAMES]
#: Our action for each of theirs: they number the bids after the cards, too.
OUR_ACTION = [*np.argsort(THEIR_CARD).tolist(), *range(BID_ACTION, BID_ACTION + 11)]


@pytest.mark.parametrize("players", GAME.players)
def test_every_game_is_the_same_move_by_move(players: int) -> None:
    for cards in range(1, most_that_fit(players) + 1):
        theirs = pyspiel.load_game(f"oh_hell(players={players},num_tricks_fixed={cards})")
        options = GAME.options.read({"hands": "fixed", "tricks": cards})
        for number in range(GAMES):
            play_both(theirs.new_initial_state(), options, players, rng(players * 100 + cards, number))


def test_cards_have_the_same_names_there() -> None:
    state = pyspiel.load_game("oh_hell").new_initial_state()
    state.apply_action(1)
    state.apply_action(0)
    names = [state.action_to_string(card).replace("T", "10") for card in THEIR_CARD]
    assert names == list(CARD_NAMES)


def play_both(theirs: Any, options: Any, players: int, generator: Any) -> None:
    """A random round: dealer, deck and every action are drawn here and given to both."""
    states, mask, deck = BOOK.new_states(), BOOK.new_mask(), BOOK.deck.copy()
    dealer = below(generator, players)
    shuffle(generator, deck, deck.size)
    AT.begin(states, 0, np.array(options.vector(players, dealer), np.int64))
    AT.deal(states, 0, deck)
    for action in (options.tricks, dealer, *their_deal(deck.tolist(), players, options.tricks)):
        theirs.apply_action(action)  # each is an outcome of chance, and the last one the card turned
    while waiting := int(AT.awaiting(states, 0)):
        seat = waiting.bit_length() - 1
        assert theirs.current_player() == seat  # also: whoever takes a trick leads the next
        AT.legal(states, 0, seat, mask)
        legal = theirs.legal_actions()
        assert sorted(OUR_ACTION[action] for action in legal) == list(members(mask.tolist()))
        action = legal[below(generator, len(legal))]
        theirs.apply_action(action)
        AT.apply(states, 0, seat, OUR_ACTION[action])
    assert theirs.is_terminal()
    assert their_tricks(theirs) == states["tricks"][0, :players].tolist()
    assert theirs.returns() == states["scores"][0, :players].tolist()


def their_deal(deck: list[int], players: int, cards: int) -> Iterator[int]:
    """They deal card by card, beginning with seat 0; we deal hand by hand."""
    for place in range(cards):
        for seat in range(players):
            yield THEIR_CARD[deck[seat * cards + place]]
    yield THEIR_CARD[deck[players * cards]]


def their_tricks(state: Any) -> list[int]:
    """They tell the tricks won only in words."""
    [line] = [line for line in str(state).splitlines() if line.startswith("Tricks Won:")]
    return [int(number) for number in line.removeprefix("Tricks Won:").split()]
