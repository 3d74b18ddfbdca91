"""Loops over a game's verbs, written once: random play, counting the game tree. Compiled per game by `bind`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.kernel.bits import WORD, count, first_from, lowest, next_seat, nth
from stichwerk.kernel.rng import below, seed_rng, shuffle
from stichwerk.kernel.state import State, States

if TYPE_CHECKING:
    from stichwerk.kernel.verbs import apply, awaiting, begin, cards_needed, deal, finished, legal, winners


def to_act(s: State) -> int:
    """The seat whose turn it is; in a secret phase the first from the dealer's left that has not acted yet."""
    seats = awaiting(s)
    if seats & (seats - 1) == 0:
        return lowest(seats)
    return first_from(seats, next_seat(s.dealer, s.players), s.players)


def random_action(s: State, seat: int, mask: Any, rng: Any) -> int:
    """A legal action, each equally likely."""
    legal(s, seat, mask)
    return nth(mask, below(rng, count(mask)))


def random_round(s: State, deck: Any, mask: Any, rng: Any) -> int:
    """Shuffle, deal and play a round at random. The number of actions."""
    shuffle(rng, deck, cards_needed(s))
    deal(s, deck)
    done = 0
    while awaiting(s) != 0:
        seat = to_act(s)
        apply(s, seat, random_action(s, seat, mask, rng))
        done += 1
    return done


def random_rounds(states: States, options: Any, deck: Any, mask: Any, rng: Any, rounds: int) -> int:
    """First rounds of new games in ``states[0]``, played at random one after the other. The number of actions."""
    s = states[0]
    done = 0
    for _ in range(rounds):
        begin(s, options)
        done += random_round(s, deck, mask, rng)
    return done


def random_game(s: State, options: Any, deck: Any, mask: Any, rng: Any, decks: Any, log: Any, sheet: Any) -> int:
    """A whole game at random: first dealer, decks and actions. The number of actions.

    As far as there is room, it is noted: the deck of each round in ``decks``, each action in ``log`` as (seat, action),
    and for each round in ``sheet`` the number of actions so far, the dealer and the scores.
    """
    options[1] = below(rng, options[0])
    begin(s, options)
    done = 0
    while not finished(s):
        shuffle(rng, deck, deck.shape[0])
        deal(s, deck)
        while awaiting(s) != 0:
            seat = to_act(s)
            action = random_action(s, seat, mask, rng)
            if done < log.shape[0]:
                log[done, 0], log[done, 1] = seat, action
            apply(s, seat, action)
            done += 1
        row = s.round_no - 1
        if row < decks.shape[0]:
            for i in range(deck.shape[0]):
                decks[row, i] = deck[i]
            sheet[row, 0], sheet[row, 1] = done, s.dealer
            for seat in range(s.players):
                sheet[row, 2 + seat] = s.scores[seat]
    return done


def random_games(
    states: States,
    options: Any,
    fresh: Any,
    mask: Any,
    seed: int,
    first: int,
    totals: Any,
    won: Any,
    decks: Any,
    log: Any,
    sheet: Any,
) -> int:
    """Random games number ``first`` and on, one per row of ``totals``; each depends on the seed and its number only.

    ``totals`` gets the points of each seat, ``won`` the winners as bits. The number of actions.
    """
    s = states[0]
    rng = np.empty(4, np.int64)
    deck = np.empty_like(fresh)
    done = 0
    for game in range(totals.shape[0]):
        seed_rng(rng, seed, first + game)
        for i in range(fresh.shape[0]):
            deck[i] = fresh[i]
        done += random_game(s, options, deck, mask, rng, decks, log, sheet)
        for seat in range(s.players):
            totals[game, seat] = s.totals[seat]
        won[game] = winners(s)
    return done


def perft(states: States, masks: Any, depth: int) -> int:
    """How many ways there are to go on from ``states[0]`` for ``depth`` actions (fewer where the round ends).

    ``states`` and ``masks`` are room for ``depth + 1`` positions. In a secret phase the dealer's left acts first.
    """
    ways = 0
    level = 0
    legal(states[0], to_act(states[0]), masks[0])
    while level >= 0:
        if count(masks[level]) == 0:
            level -= 1
            continue
        action = nth(masks[level], 0)
        word = action // WORD
        masks[level, word] &= masks[level, word] - 1
        states[level + 1] = states[level]
        here = states[level + 1]
        apply(here, to_act(here), action)
        if level + 1 == depth or awaiting(here) == 0:
            ways += 1
        else:
            level += 1
            legal(here, to_act(here), masks[level])
    return ways


TEMPLATES: tuple[Callable[..., Any], ...] = (
    to_act,
    random_action,
    random_round,
    random_rounds,
    random_game,
    random_games,
    perft,
)
#: Of these, the ones that do so much per call that inlining them gains nothing.
WHOLE_GAMES = (random_game, random_games, perft)
