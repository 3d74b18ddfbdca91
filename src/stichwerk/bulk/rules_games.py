"""Whole games of bots that need nothing but compiled code: at random, or by rules of thumb with or without slips."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from stichwerk.bots.policy import policy_of
from stichwerk.games import Game
from stichwerk.kernel.bits import count, nth
from stichwerk.kernel.jit import bind
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import below, shuffle
from stichwerk.kernel.state import State, States

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import policy
    from stichwerk.kernel.verbs import apply, awaiting, begin, deal, finished, legal

#: How a seat plays.
AT_RANDOM, BY_RULES, FORGETFUL = range(3)


def chosen(
    states: States, letters: Any, forgotten: Any, seat: int, mask: Any, kinds: Any, styles: Any, rng: Any
) -> int:
    """What the seat does. Where there is nothing to decide, nobody is asked, and no random number is drawn."""
    s = states[0]
    ways = count(mask)
    if ways == 1:
        return nth(mask, 0)
    if kinds[seat] == AT_RANDOM:
        return nth(mask, below(rng, ways))
    style = styles[seat, int(s.phase != 0)]
    if kinds[seat] == BY_RULES:
        return policy(s, seat, mask, rng, style)
    for i in range(letters.shape[1]):
        letters[1, i] = 0 if forgotten[i] else letters[0, i]
    return policy(states[1], seat, mask, rng, style)


def rules_game(
    states: States, letters: Any, forgotten: Any, options: Any, fresh: Any, deck: Any, mask: Any, rngs: Any,
    kinds: Any, styles: Any, decks: Any, log: Any, sheet: Any,
) -> int:  # fmt: skip
    """A whole game in ``states[0]``. The number of actions.

    ``letters`` are the states as bytes, of which a forgetful seat has ``forgotten`` some. The first of the ``rngs`` is
    for the deals, the others are those of the seats. As far as there is room, the game is noted: see `Transcript`.
    """
    s = states[0]
    options[1] = below(rngs[0], options[0])
    begin(s, options)
    done = 0
    while not finished(s):
        deck[:] = fresh
        shuffle(rngs[0], deck, deck.shape[0])
        deal(s, deck)
        while awaiting(s) != 0:
            seat = to_act(s)
            legal(s, seat, mask)
            action = chosen(states, letters, forgotten, seat, mask, kinds, styles, rngs[1 + seat])
            if done < log.shape[0]:
                log[done, 0], log[done, 1] = seat, action
            apply(s, seat, action)
            done += 1
        note_round(s, deck, done, decks, sheet)
    return done


def note_round(s: State, deck: Any, done: int, decks: Any, sheet: Any) -> None:
    """Note a round that is over."""
    row = s.round_no - 1
    if row < decks.shape[0]:
        decks[row] = deck
        sheet[row, 0], sheet[row, 1] = done, s.dealer
        for seat in range(s.players):
            sheet[row, 2 + seat] = s.scores[seat]


TEMPLATES: tuple[Callable[..., Any], ...] = (to_act, chosen, note_round, rules_game)


@cache
def rules_game_of(game: Game) -> Any:
    """`rules_game`, for a game."""
    verbs = {**vars(game.book.verbs), "policy": policy_of(game).policy}
    return bind(f"{game.id}-rules-game", TEMPLATES, verbs, (rules_game,))["rules_game"]
