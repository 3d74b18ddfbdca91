"""Train the network of Alles oder Nichts by self-play: ``python training/train_network.py``.

All seats are played by the network. After a batch of rounds it is moved towards the actions that turned out better
than expected (PPO). What was to be expected is said by a judge, a second network that sees all cards; it is needed
for the training only. Needs PyTorch; with a graphics card minutes suffice. Where the weights
in this package come from is told in experiments/network.md.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import nn

from stichwerk.games import game
from stichwerk.games.alles_oder_nichts import network as see
from stichwerk.games.alles_oder_nichts.options import PENDULUM
from stichwerk.games.policies.linear import MOST_GLANCE
from stichwerk.games.policies.network import FIRST, MOST_ON, SECOND, packed, unpacked
from stichwerk.kernel.bits import WORD, count, lowest, nth
from stichwerk.kernel.jit import bind, jit_apart
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.kernel.seats import seat_at

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import look, number_of, regard
    from stichwerk.kernel.verbs import apply, awaiting, begin, cards_needed, deal, legal

#: Points are divided by this, so that the judge's numbers are small.
_SCALE = 4.0
#: How far ahead the judge's word counts more than what came of it.
_LAMBDA = 0.95
_CLIP = 0.2
_OFF = -1
_MOST_CHOICES = 7


# ---------------------------------------------------------------- what only the judge sees

_HANDS = see.INPUTS
_BIDS = _HANDS + see.OTHERS * see.CARDS
ALL_INPUTS = _BIDS + see.OTHERS * (see.TAKEN + 1)


@jit_apart
def sight_of_all(s: Any, seat: int, on: Any) -> int:
    """What the seat sees, and behind it everybody's cards and bids."""
    count = see.sight(s, seat, on)
    for near in range(1, s.players):
        other = seat_at(s, seat, near)
        count = see.add_cards(s, s.hand[other, 0], _HANDS + (near - 1) * see.CARDS, on, count)
        on[count] = _BIDS + (near - 1) * (see.TAKEN + 1) + int(s.bid[other]) + 1
        count += 1
    return count


# ---------------------------------------------------------------- games, side by side


def deal_rounds(states: Any, start: int, stop: int, options: Any, sizes: int, fresh: Any, rngs: Any) -> None:
    """Deal a round in every game, of any size, with any dealer."""
    deck, vector = fresh.copy(), options.copy()
    for i in range(start, stop):
        vector[1] = below(rngs[i], vector[0])
        begin(states[i], vector)
        states[i].round_no = below(rngs[i], sizes)
        shuffle(rngs[i], deck, cards_needed(states[i]))
        deal(states[i], deck)


def look_on(
    states: Any, start: int, stop: int, words: int, seats: Any, on: Any, numbers: Any, features: Any, waits: Any
) -> None:
    """Go on to the next choice in every game: who has it, what is on, what it may do."""
    mask, row, glance = np.zeros(words, np.int64), np.empty(MOST_ON, np.int64), np.empty(MOST_GLANCE)
    for i in range(start, stop):
        s = states[i]
        waits[i] = False
        while awaiting(s) != 0:
            seat = to_act(s)
            legal(s, seat, mask)
            if count(mask) > 1:
                waits[i] = True
                seats[i] = seat
                break
            for word in range(words):
                if mask[word] != 0:
                    apply(s, seat, word * WORD + lowest(mask[word]))
                    break
        on[i, :] = _OFF
        numbers[i, :] = _OFF
        if waits[i]:
            for k in range(sight_of_all(s, seats[i], row)):
                on[i, k] = row[k]
            look(s, seats[i], glance)
            known = 0
            for word in range(words):
                rest = mask[word]
                while rest != 0:
                    action = word * WORD + lowest(rest)
                    rest &= rest - 1
                    numbers[i, known] = number_of(s, action)
                    regard(s, seats[i], action, glance, features[i, known])
                    known += 1


def act(states: Any, start: int, stop: int, words: int, seats: Any, waits: Any, chosen: Any) -> None:
    """Do the legal action of this place."""
    mask = np.zeros(words, np.int64)
    for i in range(start, stop):
        if waits[i]:
            legal(states[i], seats[i], mask)
            apply(states[i], seats[i], nth(mask, chosen[i]))


def _room(shape: tuple[int, ...], kind: torch.dtype) -> torch.Tensor:
    """Numbers that compiled code writes and a graphics card fetches quickly."""
    return torch.zeros(shape, dtype=kind, pin_memory=torch.cuda.is_available())


class GameBatch:
    """Many games side by side, and of each the next choice."""

    def __init__(self, games: int, threads: int, seed: int) -> None:
        self.game = game("alles-oder-nichts")
        book = self.game.book
        verbs = {**vars(book.verbs), "look": see.look, "regard": see.regard, "number_of": see.number_of}
        loops = (deal_rounds, look_on, act)
        self._loops = bind(f"{self.game.id}-train", (to_act, *loops), verbs, loops)
        self.games, self.states = games, book.new_states(games)
        self._words, self._deck = book.mask_words, book.deck
        self._rngs = np.array([rng(seed, number) for number in range(games)])
        self.seats, self.waits = _room((games,), torch.int64), _room((games,), torch.bool)
        self.on = _room((games, MOST_ON), torch.int16)
        self.numbers = _room((games, _MOST_CHOICES), torch.int16)
        self.features = _room((games, _MOST_CHOICES, see.FEATURES), torch.float32)
        self._pool = ThreadPoolExecutor(threads)
        self._parts = list(pairwise(games * part // threads for part in range(threads + 1)))

    def _each(self, name: str, *rest: Any) -> None:
        for job in [self._pool.submit(self._loops[name], self.states, a, b, *rest) for a, b in self._parts]:
            job.result()

    def deal(self, players: int, settings: dict[str, Any]) -> None:
        """A new round in every game."""
        options = np.array(self.game.options.read(settings).vector(players, 0), np.int64)
        self.players = players
        self._each("deal_rounds", options, len(PENDULUM), self._deck, self._rngs)

    def look(self) -> None:
        """Go on to the next choice in every game."""
        seen = (self.seats, self.on, self.numbers, self.features, self.waits)
        self._each("look_on", self._words, *(part.numpy() for part in seen))

    def act(self, chosen: Any) -> None:
        """Do the chosen one of the legal actions in every game."""
        self._each("act", self._words, self.seats.numpy(), self.waits.numpy(), chosen)

    def gains(self) -> Any:
        """What each seat has more than the others on average."""
        points = self.states["scores"][:, : self.players].astype(np.float32)
        return (points - (points.sum(1, keepdims=True) - points) / (self.players - 1)) / _SCALE


# ---------------------------------------------------------------- the networks


def lit(on: torch.Tensor, inputs: int) -> torch.Tensor:
    """Inputs as 0 and 1; ``on`` are the numbers of those that are on, others are out of range."""
    index = on.long()
    index = torch.where((index < 0) | (index >= inputs), inputs, index)
    return torch.zeros(len(on), inputs + 1, device=on.device).scatter_(1, index, 1.0)[:, :-1]


class SmallActor(nn.Module):
    """The network of games/policies/network.py."""

    def __init__(self) -> None:
        super().__init__()
        self.inputs = nn.Parameter(torch.randn(see.INPUTS, FIRST) * 0.1)
        self.features = nn.Parameter(torch.randn(see.FEATURES, FIRST) * 0.2)
        self.actions = nn.Parameter(torch.randn(see.ACTIONS, FIRST) * 0.1)
        self.bias_1 = nn.Parameter(torch.zeros(FIRST))
        self.second = nn.Parameter(torch.randn(FIRST, SECOND) * (2 / FIRST) ** 0.5)
        self.bias_2 = nn.Parameter(torch.zeros(SECOND))
        self.last = nn.Parameter(torch.randn(SECOND) * 0.02)

    def forward(self, on: torch.Tensor, numbers: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        """The logarithms of the probabilities."""
        seen = lit(on, len(self.inputs)) @ self.inputs + self.bias_1
        # (To pick rows by number would be simpler, but learning through that is slow on a graphics card.)
        one_hot = nn.functional.one_hot(numbers.clamp(min=0).long(), len(self.actions)).float()
        first = seen[:, None] + features.float() @ self.features + one_hot @ self.actions
        second = torch.relu(torch.relu(first) @ self.second + self.bias_2)
        return torch.log_softmax((second @ self.last).masked_fill(numbers < 0, -1e9), 1)

    def weights(self) -> Any:
        """As the compiled player wants them."""
        return packed(*(part.detach().cpu().numpy() for part in self.parameters()))

    def load(self, weights: Any) -> None:
        """Go on with these."""
        for part, numbers in zip(self.parameters(), unpacked(weights.astype(np.float32)), strict=True):
            part.data.copy_(torch.from_numpy(numbers.copy()))


class SmallJudge(nn.Module):
    """Says what is to be expected, from all cards."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(ALL_INPUTS, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 1)
        )

    def forward(self, on: torch.Tensor) -> torch.Tensor:
        return self.layers(lit(on, ALL_INPUTS)).squeeze(1)


# ---------------------------------------------------------------- the training


#: Half of the batches are of the usual game; the others take turns.
_OTHER_TABLES = [(players, deck) for players in (3, 4, 5, 6) for deck in ("4x12", "6x8")]


def table_of(step: int) -> tuple[int, dict[str, Any]]:
    """Players and options of a batch."""
    if step % 2 == 0:
        return 4, {}
    players, deck = _OTHER_TABLES[step // 2 % len(_OTHER_TABLES)]
    return players, {"deck": deck}


class Choices(NamedTuple):
    """All choices of a batch of rounds, one row each."""

    on: torch.Tensor
    numbers: torch.Tensor
    features: torch.Tensor
    chosen: torch.Tensor
    log: torch.Tensor  # of the probability with which it was chosen
    advantage: torch.Tensor  # what it brought more than the judge expected
    worth: torch.Tensor  # what the judge should have expected


def play(tables: GameBatch, actor: SmallActor, judge: SmallJudge, whims: float, device: str) -> Choices:
    """A round in every game. With a probability of ``whims`` any action is chosen, so that none is forgotten."""
    steps: list[Any] = []
    while True:
        tables.look()
        if not tables.waits.any():
            break
        rows = tables.waits.to(device).nonzero().squeeze(1)
        seats, on, numbers, features = (
            part.to(device)[rows] for part in (tables.seats, tables.on, tables.numbers, tables.features)
        )
        with torch.no_grad():
            may = numbers >= 0
            odds = (1 - whims) * actor(on, numbers, features).exp() + whims * may / may.sum(1, keepdim=True)
            chosen = torch.multinomial(odds, 1).squeeze(1)
            expected = judge(on)
        log = odds.gather(1, chosen[:, None]).squeeze(1).log()
        steps.append((rows, seats, on, numbers, features.half(), chosen, log, expected))
        places = torch.zeros(tables.games, dtype=torch.int64, device=device)
        places[rows] = chosen
        tables.act(places.cpu().numpy())
    # Backwards through the round: what came of each choice, the judge's word at the seat's next choice counting more
    # the further off the end is (generalised advantage estimation).
    coming = torch.from_numpy(tables.gains()).to(device)
    more = torch.zeros_like(coming)
    for i in range(len(steps) - 1, -1, -1):
        rows, seats, *rest, expected = steps[i]
        advantage = coming[rows, seats] - expected + _LAMBDA * more[rows, seats]
        more[rows, seats], coming[rows, seats] = advantage, expected
        steps[i] = (*rest, advantage, advantage + expected)
    return Choices(*(torch.cat(column) for column in zip(*steps, strict=True)))


def learn(actor: SmallActor, judge: SmallJudge, optimiser: Any, choices: Choices, curiosity: float, batch: int) -> None:
    """Move both networks a little, choice by choice once through all of them (PPO)."""
    advantage = (choices.advantage - choices.advantage.mean()) / (choices.advantage.std() + 1e-6)
    for part in torch.randperm(len(choices.on), device=choices.on.device).split(batch):
        logs = actor(choices.on[part], choices.numbers[part], choices.features[part])
        ratio = (logs.gather(1, choices.chosen[part, None]).squeeze(1) - choices.log[part]).exp()
        better = advantage[part]
        gain = torch.minimum(ratio * better, ratio.clamp(1 - _CLIP, 1 + _CLIP) * better).mean()
        spread = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
        wrong = (judge(choices.on[part]) - choices.worth[part]).square().mean()
        optimiser.zero_grad(set_to_none=True)
        (wrong - gain - curiosity * spread).backward()
        for net in (actor, judge):
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimiser.step()


def train(asked: argparse.Namespace) -> None:
    """Play and learn in turn for so long; all that drives the network about falls off towards the end."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(asked.seed)
    tables = GameBatch(asked.games, asked.threads, asked.seed)
    actor, judge = SmallActor().to(device), SmallJudge().to(device)
    if asked.begin:
        actor.load(np.load(asked.begin))
    optimiser = torch.optim.Adam([*actor.parameters(), *judge.parameters()], asked.rate, eps=1e-5)
    began, step = time.monotonic(), 0
    while (done := (time.monotonic() - began) / asked.seconds) < 1:
        left = max(0.05, 1 - done)
        players, settings = table_of(step)
        tables.deal(players, settings)
        choices = play(tables, actor, judge, asked.whims * left, device)
        for group in optimiser.param_groups:
            group["lr"] = asked.rate * left
        for _ in range(asked.epochs):
            learn(actor, judge, optimiser, choices, asked.curiosity * left, asked.batch)
        if step % 50 == 0:
            report(tables, time.monotonic() - began, step)
            np.save(asked.to, actor.weights().astype(np.float16))
        step += 1
    np.save(asked.to, actor.weights().astype(np.float16))
    print(f"{step} batches of {asked.games} rounds")


def report(tables: GameBatch, seconds: float, step: int) -> None:
    points, bids, tricks, shown = (
        tables.states[name][:, : tables.players] for name in ("scores", "bid", "tricks", "shown")
    )
    print(
        f"{seconds:5.0f} s  batch {step}  {tables.players} players  points {points.mean():.3f}"
        f"  bids met {(bids == tricks).mean():.1%}  bid {bids.mean():.2f}  shown {(shown == 1).mean():.0%}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", default="network.npy", help="where the weights go")
    parser.add_argument("--begin", help="weights to begin with, instead of random ones")
    parser.add_argument("--seconds", type=float, default=530)
    parser.add_argument("--games", type=int, default=16384, help="rounds in a batch, played side by side")
    parser.add_argument("--batch", type=int, default=32768, help="choices learned from at once")
    parser.add_argument("--epochs", type=int, default=2, help="how often each choice is learned from")
    parser.add_argument("--rate", type=float, default=1e-3, help="how far weights move at first")
    parser.add_argument("--curiosity", type=float, default=0.01, help="how much variety is worth at first")
    parser.add_argument("--whims", type=float, default=0.08, help="how often any action is tried at first")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
