"""What a review says: of every decision, of every round, of every player; and all of it as plain data."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from math import hypot, sqrt
from typing import Any

from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.games.view import Tableau
from stichwerk.play.hints import Outlook
from stichwerk.play.reasons import Reason
from stichwerk.review.classes import Standing, standing, standing_in

#: The version of the data, its first key.
FORMAT = 1


@dataclass(frozen=True)
class ReviewedDecision:
    """A move where there was something to choose.

    ``number``: which move of the round it is, from 1. ``choices``: what the moves were worth, best first; the one that
    was made is among them. ``loss``: what it gave away, in points ahead of the others; 0 if it is ``equal`` to the
    best, which it is within two standard errors (``error``). ``skill``: how much more it gained than what the fast
    Master does here. ``before``: the points of the seat when the round began. ``table``: what the seat saw.
    ``reasons``: why the best card is better, where it is and that can be said.
    """

    round: int
    number: int
    seat: int
    phase: str
    move: str
    choices: tuple[Outlook, ...]
    loss: float
    error: float
    equal: bool
    skill: float
    skill_error: float
    before: int
    table: Tableau
    reasons: tuple[Reason, ...] = ()

    @property
    def best(self) -> Outlook:
        """The move that gains most."""
        return self.choices[0]

    @property
    def made(self) -> Outlook:
        """What was to be expected of the move that was made."""
        return next(choice for choice in self.choices if choice.move == self.move)


@dataclass(frozen=True)
class Worth:
    """What a round brought a seat, and what its cards were worth.

    ``points`` and ``lead``, the points more than the others got, as they were; ``cards`` and ``luck``, what the fast
    Master makes of the same deal on average, with standard errors; ``spread``: the standard deviation of that.
    """

    points: int
    lead: float
    cards: float
    cards_error: float
    luck: float
    luck_error: float
    spread: float


@dataclass(frozen=True)
class ReviewedRound:
    """The end of a round: what it brought every seat, and what the cards were worth."""

    round: int
    seats: tuple[Worth, ...]


#: What a review is made of, in the order in which it is made.
Step = ReviewedDecision | ReviewedRound


@dataclass(frozen=True)
class Mean:
    """A mean loss per decision, with its standard error."""

    decisions: int
    loss: float
    error: float


@dataclass(frozen=True)
class ReviewedPlayer:
    """One player in the whole game.

    ``lead`` is ``luck`` + ``skill`` + ``noise``: what the cards were worth, what the decisions gained on the fast
    Master's, and all else: what the others did, and how the cards lay that nobody could see. ``standing``: the name
    of the class, by what our own levels lose; None with open cards, or where nothing was to be decided. ``standings``:
    the same by phase, as far as that was measured.
    """

    seat: int
    name: str
    points: int
    lead: float
    cards: float
    cards_error: float
    luck: float
    luck_error: float
    skill: float
    skill_error: float
    noise: float
    loss: Mean
    phases: Mapping[str, Mean]
    standing: Standing | None
    standings: Mapping[str, Standing]


@dataclass(frozen=True)
class Review:
    """A whole game, reviewed. ``seats`` are those whose decisions were looked at."""

    game: Game
    options: Options
    names: tuple[str, ...]
    seats: tuple[int, ...]
    open_cards: bool
    seed: int
    decisions: tuple[ReviewedDecision, ...]
    rounds: tuple[ReviewedRound, ...]

    @cached_property
    def players(self) -> tuple[ReviewedPlayer, ...]:
        """What is to be said of each of the players."""
        return tuple(self._player(seat) for seat in self.seats)

    @property
    def costly(self) -> tuple[ReviewedDecision, ...]:
        """The decisions that gave something away, the costliest first."""
        return tuple(sorted((each for each in self.decisions if each.loss > 0), key=lambda each: -each.loss))

    def _player(self, seat: int) -> ReviewedPlayer:
        decisions = [each for each in self.decisions if each.seat == seat]
        worth = [each.seats[seat] for each in self.rounds]
        lead, luck = sum(each.lead for each in worth), sum(each.luck for each in worth)
        skill = sum(each.skill for each in decisions)
        phases = dict.fromkeys(each.phase for each in decisions)
        spread = hypot(*(each.spread for each in worth)) / sqrt(max(1, len(worth)))
        return ReviewedPlayer(
            seat=seat,
            name=self.names[seat],
            points=sum(each.points for each in worth),
            lead=lead,
            cards=sum(each.cards for each in worth),
            cards_error=hypot(*(each.cards_error for each in worth)),
            luck=luck,
            luck_error=hypot(*(each.luck_error for each in worth)),
            skill=skill,
            skill_error=hypot(*(each.skill_error for each in decisions)),
            noise=lead - luck - skill,
            loss=mean_loss(decisions),
            phases={phase: mean_loss([each for each in decisions if each.phase == phase]) for phase in phases},
            standing=None if self.open_cards else standing(self.game, [each.loss for each in decisions], spread),
            standings={} if self.open_cards else self._standings(decisions),
        )

    def _standings(self, decisions: Sequence[ReviewedDecision]) -> dict[str, Standing]:
        """The class in each phase, where there is one."""
        losses: dict[str, list[float]] = {}
        for each in decisions:
            losses.setdefault(each.phase, []).append(each.loss)
        found = {phase: standing_in(self.game, phase, some) for phase, some in losses.items()}
        return {phase: told for phase, told in found.items() if told is not None}

    def to_data(self) -> dict[str, Any]:
        """The review as plain data: docs/review.md tells what each key means."""
        return {
            "review": FORMAT,
            "game": self.game.id,
            "options": self.options.to_mapping(),
            "names": list(self.names),
            "open_cards": self.open_cards,
            "seed": self.seed,
            "players": [player_data(player) for player in self.players],
            "rounds": [step_data(each) for each in self.rounds],
            "decisions": [step_data(each) for each in self.decisions],
        }


def mean_loss(decisions: Sequence[ReviewedDecision]) -> Mean:
    """What some decisions gave away on average."""
    count = len(decisions)
    total, error = sum(each.loss for each in decisions), hypot(*(each.error for each in decisions))
    return Mean(count, total / max(1, count), error / max(1, count))


# ---------------------------------------------------------------- as data


def player_data(player: ReviewedPlayer) -> dict[str, Any]:
    """A player as plain data."""
    return {key: _rounded(value) for key, value in asdict(player).items()}


def step_data(step: Step) -> dict[str, Any]:
    """A decision or the end of a round as plain data."""
    if isinstance(step, ReviewedDecision):
        data = {each.name: getattr(step, each.name) for each in fields(step)}
        del data["table"]  # the record has it
        data["choices"] = [move_data(choice) for choice in step.choices]
        data["reasons"] = [asdict(reason) for reason in step.reasons]
    else:
        data = asdict(step)
    return {key: _rounded(value) for key, value in data.items()}


def move_data(outlook: Outlook) -> dict[str, Any]:
    """What is to be expected of a move, as plain data."""
    return {key: _rounded(value) for key, value in asdict(outlook).items() if value is not None}


def _rounded(value: Any) -> Any:
    """The same with as many digits as mean anything."""
    if isinstance(value, float):
        return round(value, 4) + 0.0  # no minus zero
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(inner) for inner in value]
    return value


def gathered(
    game: Game,
    options: Options,
    names: Sequence[str],
    seats: Sequence[int],
    open_cards: bool,
    seed: int,
    steps: Iterable[Step],
) -> Review:
    """The review of these steps."""
    found = tuple(steps)
    decisions = tuple(step for step in found if isinstance(step, ReviewedDecision))
    rounds = tuple(step for step in found if isinstance(step, ReviewedRound))
    return Review(game, options, tuple(names), tuple(seats), open_cards, seed, decisions, rounds)
