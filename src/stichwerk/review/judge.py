"""One decision judged: what each move was worth as its player could know, and what the one that was made gave away.

The best of many noisy values looks better than it is. So which move is best is found in some worlds, and by how much it
is better than the one that was made, in others that nobody has looked at before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from stichwerk.bots.evaluate import Actions, MoveValue, Numbers, evaluate, in_order, mean_and_error, move_value, sampler
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.state import copied
from stichwerk.play.engine import Engine
from stichwerk.play.hints import EQUAL, LAYINGS, often_laid, usual_moves
from stichwerk.review.plan import COMPARE, LOOK, USUAL, ReviewPlan


@dataclass(frozen=True)
class DecisionPoint:
    """Where a decision is made: what the seat knows, which one of its decisions in which round this is, and of how
    many actions a move is made here. With all cards open, what is known is everything.
    """

    known: Knowledge
    round_no: int
    decision: int
    actions: int = 1

    @classmethod
    def of(cls, engine: Engine, seat: int, decision: int, open_cards: bool = False) -> Self:
        """The decision of a seat whose turn it is."""
        everything = Knowledge(engine.game, engine.options, seat, copied(engine.states))
        known = everything if open_cards else engine.knowledge(seat)
        return cls(known, engine.round_no, decision, engine.to_lay or 1)

    @property
    def is_choice(self) -> bool:
        """Whether there is anything to decide."""
        return len(self.known.legal()) > 1


@dataclass(frozen=True)
class Verdict:
    """What is to be said of a move. ``moves`` are those that were tried, best first, the one that was made among them.

    ``loss``: what it gave away on the best, 0 if the two are ``equal``. ``skill``: how much more it gained than what
    the player that plays on in thought does here, who is the fast Master of the game.
    """

    moves: tuple[MoveValue, ...]
    loss: float
    loss_error: float
    equal: bool
    skill: float
    skill_error: float


def recommended(point: DecisionPoint, plan: ReviewPlan) -> Actions:
    """The best move here; whoever makes it loses nothing."""
    return _look(point, plan, _tried(point, plan))[0].actions


def judged(point: DecisionPoint, made: Actions, plan: ReviewPlan) -> Verdict:
    """What is to be said of the move that was made."""
    looked = _look(point, plan, _tried(point, plan))
    best = looked[0].actions
    habits = _habits(point, plan)
    compared = list(dict.fromkeys((best, made, *habits)))
    if len(compared) == 1:
        return Verdict(looked, 0.0, 0.0, True, 0.0, 0.0)
    worlds = max(2, _playouts(point, plan) // len(compared))
    seed = plan.seed_for(COMPARE, point.round_no, point.known.seat, point.decision)
    fresh = sampler(point.known.game).moves(point.known, compared, worlds, seed, is_true=plan.open_cards)
    gains = dict(zip(compared, fresh.gains.T, strict=True))
    if all(value.actions != made for value in looked):  # a laying that nobody thought of
        columns = fresh.of([compared.index(made)]), fresh.of([0])
        looked = in_order((*looked, move_value(made, *columns, _hand_size(point))))
    loss, loss_error = mean_and_error(gains[best] - gains[made])
    equal = loss <= EQUAL * loss_error
    usual: Numbers = np.sum([share * gains[actions] for actions, share in habits.items()], axis=0)
    skill, skill_error = mean_and_error(gains[made] - usual)
    return Verdict(looked, 0.0 if equal else loss, loss_error, equal, skill, skill_error)


def _look(point: DecisionPoint, plan: ReviewPlan, tried: Sequence[Actions]) -> tuple[MoveValue, ...]:
    """What each move is worth, best first."""
    seed = plan.seed_for(LOOK, point.round_no, point.known.seat, point.decision)
    return evaluate(point.known, tried, seed, _playouts(point, plan), plan.open_cards).ranked


def _tried(point: DecisionPoint, plan: ReviewPlan) -> Sequence[Actions]:
    if point.actions == 1:
        return [(action,) for action in point.known.legal()]
    return often_laid(point.known, point.actions, _usual_seed(point, plan))


def _habits(point: DecisionPoint, plan: ReviewPlan) -> dict[Actions, float]:
    """How often the fast Master makes which move here; of layings, only those that it makes most often."""
    usual = usual_moves(point.known, point.actions, _usual_seed(point, plan), 1.0)
    often = usual.most_common(None if point.actions == 1 else LAYINGS // 2)
    asked = sum(times for _, times in often)
    return {actions: times / asked for actions, times in often}


def _usual_seed(point: DecisionPoint, plan: ReviewPlan) -> int:
    return plan.seed_for(USUAL, point.round_no, point.known.seat, point.decision)


def _playouts(point: DecisionPoint, plan: ReviewPlan) -> int:
    state = point.known.states[0]
    return plan.playouts(point.known.game, int(state["players"]) * int(state["hand_size"] - state["tricks_done"]))


def _hand_size(point: DecisionPoint) -> int:
    return int(point.known.states["hand_size"][0])
