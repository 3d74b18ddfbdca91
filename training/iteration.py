"""What was played in an iteration of a training, and what came of it."""

import torch
from inputs import Shown

from stichwerk.games import Game


class Iteration:
    """What was played in an iteration: for each step and table."""

    def __init__(
        self, steps: int, game: Game, width: int, hidden: int, described: tuple[int, int], device: str, count: int
    ) -> None:
        actions, seats = len(game.book.presentation.actions(game.options())), game.players[-1]

        def room(kind: torch.dtype, *sizes: int) -> torch.Tensor:
            return torch.zeros((steps, count, *sizes), dtype=kind, device=device)

        self.on, self.legal = room(torch.bool, width), room(torch.bool, actions)
        self.hidden = room(torch.uint8, hidden)
        self.described = room(torch.int16, described[0])
        self.features = room(torch.float32 if device == "cpu" else torch.float16, *described)
        self.chosen, self.seat, self.sides = (room(torch.int64) for _ in range(3))
        self.log, self.gains, self.ended = room(torch.float32), room(torch.float32, seats), room(torch.bool)
        self.points, self.tricks = room(torch.int16, seats), room(torch.int8, seats)

    def shown(self, steps: slice) -> Shown:
        """What was shown in some steps, a row for each table and step."""
        return Shown(*(part[steps].flatten(0, 1) for part in (self.on, self.described, self.features)))

    def shown_at(self, step: int) -> Shown:
        """What is shown in a step: room for it."""
        return Shown(self.on[step], self.described[step], self.features[step])

    def advantages(self, expected: torch.Tensor, scale: float, horizon: float) -> tuple[torch.Tensor, torch.Tensor]:
        """What each choice brought more than expected, and of which this is known: not of a seat's last one before
        the iteration ended.
        """
        coming = torch.zeros_like(self.gains[0])
        more, sure = torch.zeros_like(coming), torch.zeros_like(coming, dtype=torch.bool)
        advantage, known = torch.zeros_like(expected), torch.zeros_like(self.ended)
        for step in range(len(expected) - 1, -1, -1):
            over, seat = self.ended[step][:, None], self.seat[step][:, None]
            coming = torch.where(over, self.gains[step] / scale, coming)
            more, sure = torch.where(over, 0.0, more), sure | over
            now = expected[step][:, None]
            better = coming.gather(1, seat) - now + horizon * more.gather(1, seat)
            certain = sure.gather(1, seat)
            better = torch.where(certain, better, 0.0)
            coming.scatter_(1, seat, now)
            more.scatter_(1, seat, better)
            sure.scatter_(1, seat, True)
            advantage[step], known[step] = better[:, 0], certain[:, 0]
        return advantage, known

    def outcomes(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Of each choice, the points and tricks of its seat at the end of the round; and whether that was seen."""
        points, tricks = (torch.zeros_like(part[0], dtype=torch.int64) for part in (self.points, self.tricks))
        seen = torch.zeros_like(self.ended[0])
        found = [torch.zeros_like(self.seat) for _ in range(2)]
        known = torch.zeros_like(self.ended)
        for step in range(len(self.seat) - 1, -1, -1):
            over, seat = self.ended[step], self.seat[step][:, None]
            points = torch.where(over[:, None], self.points[step].long(), points)
            tricks = torch.where(over[:, None], self.tricks[step].long(), tricks)
            seen = seen | over
            found[0][step], found[1][step] = points.gather(1, seat)[:, 0], tricks.gather(1, seat)[:, 0]
            known[step] = seen
        return found[0], found[1], known


def most_tricks(game: Game) -> int:
    """How many tricks there may be in a round."""
    return max((each.high for each in game.book.layout.features if each.name == "tricks"), default=16)
