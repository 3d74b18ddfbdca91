"""Learn how much each feature counts in the policy of a game, by self-play: ``python training/learn_weights.py rage``.

The players of all seats choose by chance, an action the more often the higher its value (softmax). After a batch of
rounds every weight is moved so that choices which brought more points than usual become likelier (REINFORCE with the
Adam step rule; the usual is the mean of the hand size and of leading or not). Minutes suffice: the loop is compiled
and plays tens of thousands of rounds a second. Prints the weights as the game's policy module has them.
"""

import argparse
import math
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.games import game, game_ids
from stichwerk.games.policies.linear import MOST_FEATURES, MOST_GLANCE
from stichwerk.kernel.bits import WORD, lowest
from stichwerk.kernel.jit import bind
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import below, draw, rng, shuffle

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import describe, look
    from stichwerk.kernel.verbs import apply, awaiting, begin, cards_needed, deal, legal

_MOST_ACTIONS = 40
_MOST_SEATS = 8
#: How slowly the usual points follow those of the last rounds.
_SLOW = 0.0005
#: What the points of the others count, as a share of one's own.
_ENVY = 0.5
#: How many players there are in the batches, in turn.
_PLAYERS = (4, 3, 4, 5, 4, 6)


def batch(
    states: Any, options: Any, deck: Any, mask: Any, rng: Any, rounds: int, round_nos: int, style: Any, slope: Any,
    usual: Any, sheet: Any,
) -> None:  # fmt: skip
    """Play rounds. Adds up in ``slope`` how points change with the weights, in ``sheet`` seats, points and bids met."""
    s = states[0]
    glance, f = np.empty(MOST_GLANCE), np.empty((_MOST_ACTIONS, MOST_FEATURES))
    odds, actions = np.empty(_MOST_ACTIONS), np.empty(_MOST_ACTIONS, np.int64)
    moved = np.zeros((_MOST_SEATS, style.shape[0]))
    for _ in range(rounds):
        options[1] = below(rng, options[0])
        begin(s, options)
        s.round_no = below(rng, round_nos)
        shuffle(rng, deck, cards_needed(s))
        deal(s, deck)
        moved[:] = 0.0
        while awaiting(s) != 0:
            seat = to_act(s)
            legal(s, seat, mask)
            look(s, seat, glance)
            known, first, size, top = 0, 0, 0, -1e300
            for word in range(mask.shape[0]):
                rest = mask[word]
                while rest != 0:
                    actions[known] = word * WORD + lowest(rest)
                    rest &= rest - 1
                    start, count = describe(s, seat, actions[known], glance, f[known])
                    if count > 0:
                        first, size = 1 + start, count
                        odds[known] = 0.0
                        for i in range(size):
                            odds[known] += style[first + i] * f[known, i]
                        top = max(top, odds[known])
                        known += 1
            total = 0.0
            for k in range(known):
                odds[k] = math.exp(odds[k] - top)
                total += odds[k]
            chosen, drawn = 0, draw(rng) / 4294967296.0 * total
            while chosen < known - 1 and drawn >= odds[chosen]:
                drawn -= odds[chosen]
                chosen += 1
            for i in range(size):
                mean = 0.0
                for k in range(known):
                    mean += odds[k] * f[k, i]
                moved[seat, first + i] += f[chosen, i] - mean / total
            apply(s, seat, actions[chosen])
        points = 0
        for seat in range(s.players):
            points += s.scores[seat]
        for seat in range(s.players):
            others = (points - s.scores[seat]) / (s.players - 1)
            leads = int(seat == (s.dealer + 1) % s.players)
            more = s.scores[seat] - _ENVY * others - usual[s.hand_size, leads]
            usual[s.hand_size, leads] += _SLOW * more
            for i in range(style.shape[0]):
                slope[i] += moved[seat, i] * more
            sheet[0] += 1
            sheet[1] += s.scores[seat]
            sheet[2] += s.bid[seat] == s.tricks[seat]


def learn(game_id: str, seconds: float, rate: float, seed: int) -> Any:
    """Move the weights of a game's policy for so long; they come back."""
    found = game(game_id)
    book = found.book
    policy: Any = found.module("policy")
    verbs = {**vars(book.verbs), "look": policy.look, "describe": policy.describe}
    play: Any = bind(f"{game_id}-learn", (to_act, batch), verbs, (batch,))["batch"]
    style = policy.STYLE.copy()
    states, mask, deck, generator = book.new_states(), book.new_mask(), book.deck.copy(), rng(seed)
    # As many different hand sizes as the game has, all in its first rounds.
    sizes = {found.options().hand_size(4, number) for number in range(1, 11)}
    usual, mean, square, sheet = np.zeros((16, 2)), np.zeros_like(style), np.zeros_like(style), np.zeros(3)
    began, step = time.monotonic(), 0
    while (spent := time.monotonic() - began) < seconds:
        players = _PLAYERS[step % len(_PLAYERS)]
        step += 1
        options = np.array(found.options().vector(players, 0), np.int64)
        slope = np.zeros_like(style)
        play(states, options, deck, mask, generator, 3000, len(sizes), style, slope, usual, sheet)
        slope /= 3000 * players
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        pace = rate * max(0.05, 1 - spent / seconds)
        style += pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        if step % 60 == 0:
            print(f"{spent:4.0f} s  points {sheet[1] / sheet[0]:.3f}  bids met {sheet[2] / sheet[0]:.1%}", flush=True)
            sheet[:] = 0
    return style


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    by_features = [game_id for game_id in game_ids() if hasattr(game(game_id).module("policy"), "describe")]
    parser.add_argument("game", choices=by_features)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--rate", type=float, default=0.04, help="how far a weight moves per batch at first")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    style = learn(asked.game, asked.seconds, asked.rate, asked.seed)
    print(np.array2string(style, separator=", ", precision=1, suppress_small=True, max_line_width=116, threshold=9999))


if __name__ == "__main__":
    main()
