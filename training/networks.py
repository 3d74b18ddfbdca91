"""The networks of a training: an actor that sees what its seat sees, and a judge that sees all cards."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from stichwerk.bots.learned import FORMAT, LAYERS, sizes_of
from stichwerk.games import Game

#: How much likelier what the rules of thumb advise is at first, as a logarithm.
_TRUST = 3.0
#: How many inputs are on at a time, roughly.
_ON = 60


class Actor(nn.Module):
    """Gives each action a value. Its inputs are those of the observation, then one for each action that may be advised
    (none, if it is to find its own way). `stichwerk.bots.learned` plays by it.
    """

    def __init__(self, inputs: int, actions: int, advised: bool, widths: tuple[int, int]) -> None:
        super().__init__()
        first, second = widths
        self.inputs, self.advised = inputs, advised
        rows = inputs + (actions if advised else 0)
        self.first = nn.Parameter(torch.randn(rows, first) * _ON**-0.5)
        self.bias_1 = nn.Parameter(torch.zeros(first))
        self.second = nn.Parameter(torch.randn(first, second) * (2 / first) ** 0.5)
        self.bias_2 = nn.Parameter(torch.zeros(second))
        self.last = nn.Parameter(torch.randn(second, actions) * 0.1 * second**-0.5)
        self.bias_3 = nn.Parameter(torch.zeros(actions))
        self.trust = nn.Parameter(torch.tensor(_TRUST if advised else 0.0), requires_grad=advised)

    def forward(self, on: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
        """The logarithms of the probabilities of all actions. ``on`` is as wide as for an advised one."""
        kind = self.second.dtype if on.device.type == "cpu" else torch.bfloat16
        shown = on if self.advised else on[:, : self.inputs]
        seen = functional.relu(_layer(shown.to(kind), self.first, self.bias_1, kind))
        seen = functional.relu(_layer(seen, self.second, self.bias_2, kind))
        values = _layer(seen, self.last, self.bias_3, kind).float()
        if self.advised:
            values = values + self.trust * on[:, self.inputs :]
        return torch.log_softmax(values.masked_fill(~legal, -1e9), 1)

    def write(self, file: Path, game: Game, source: Any, threshold: Any) -> None:
        """Keep it as a bot can read it, with 16 bits for each number, which is as exact as it needs to be."""
        layers = {name: part.detach().cpu().numpy().astype(np.float16) for name, part in self.named_parameters()}
        rows = layers["first"]
        layers["first"], layers["advice"] = rows[: self.inputs], rows[self.inputs :]
        about = {"format": FORMAT, "game": game.id, "sizes": sizes_of(game), "source": source, "threshold": threshold}
        assert set(layers) == set(LAYERS)
        kept: dict[str, Any] = {name: np.asarray(part) for name, part in (about | layers).items()}
        with file.open("wb") as there:
            np.savez_compressed(there, **kept)


def read_actor(found: Any, inputs: Any) -> Actor:
    """An actor from a file that `Actor.write` has written, for the inputs of this training."""
    rows, actions = found["first"], len(found["bias_3"])
    advised = len(found["advice"]) > 0
    actor = Actor(len(inputs.source), actions, advised, (rows.shape[1], len(found["bias_2"])))
    # It may have been trained with other inputs: what it did not know counts nothing, what is unknown here is left out.
    places = {
        pair: place for place, pair in enumerate(zip(inputs.source.tolist(), inputs.threshold.tolist(), strict=True))
    }
    first = np.zeros((len(places), rows.shape[1]), np.float32)
    for pair, row in zip(zip(found["source"].tolist(), found["threshold"].tolist(), strict=True), rows, strict=True):
        if pair in places:
            first[places[pair]] = row
    parts = {
        **{name: found[name] for name in LAYERS if name != "advice"},
        "first": np.concatenate([first, found["advice"]]),
    }
    actor.load_state_dict({name: torch.tensor(part, dtype=torch.float32) for name, part in parts.items()})
    return actor


class Judge(nn.Module):
    """Says what is to be expected, from all cards; needed for the training only."""

    def __init__(self, inputs: int, hidden: int, widths: tuple[int, int]) -> None:
        super().__init__()
        first, second = widths
        self.first = nn.Parameter(torch.randn(inputs, first) * _ON**-0.5)
        self.hidden = nn.Parameter(torch.randn(hidden, first) * _ON**-0.5)
        self.bias_1 = nn.Parameter(torch.zeros(first))
        self.second = nn.Parameter(torch.randn(first, second) * (2 / first) ** 0.5)
        self.bias_2 = nn.Parameter(torch.zeros(second))
        self.last = nn.Parameter(torch.randn(second) * second**-0.5)

    def forward(self, on: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
        """What the seat will gain. ``on`` is what it sees, ``hidden`` what it does not."""
        kind = self.second.dtype if on.device.type == "cpu" else torch.bfloat16
        seen = _layer(on.to(kind), self.first, self.bias_1, kind) + hidden.to(kind) @ self.hidden.to(kind)
        seen = functional.relu(_layer(functional.relu(seen), self.second, self.bias_2, kind))
        return seen.float() @ self.last


def _layer(given: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    return torch.addmm(bias.to(kind), given, weights.to(kind))


def drawn(odds: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """An action of each row, by its probability (of several clocks, that which runs out first)."""
    return (odds / torch.empty_like(odds).exponential_(generator=generator)).argmax(1)
