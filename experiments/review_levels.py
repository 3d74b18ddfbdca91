"""What our own levels lose under the reviewer, and whether luck is luck: ``python experiments/review_levels.py``. Long,
and goes on where it was interrupted.

At tables of four with all levels in turn, some of the decisions are put to every level, and each choice is judged as a
review judges it: so all levels are compared in the same places. And of every deal it is found out what it was worth to
each seat. A game is a row of results/review_levels.csv; delete the rows of a game whose bots have changed. The tables
go to review_levels.md, and what the levels lose into the folder of each game, where the classes are made of it. How
much work a review is (``work`` there) is chosen by hand, so that it takes seconds; with another, all rows are void.
"""

import argparse
import datetime
import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed
from ledger import Ledger, write_part

from stichwerk.bots import Bot, bot
from stichwerk.bots.levels import LEVELS
from stichwerk.games import game, game_ids
from stichwerk.kernel.rng import rng, shuffle
from stichwerk.play.decision import Decision, by_colour
from stichwerk.play.engine import Engine
from stichwerk.review.judge import DecisionPoint, judged
from stichwerk.review.measured import FILE, LOSS, PHASES, WORK, work_of
from stichwerk.review.plan import ReviewPlan
from stichwerk.review.run import worth_of

DOCUMENT = Path(__file__).with_suffix(".md")
GAMES_FOLDER = DOCUMENT.parents[1] / "src" / "stichwerk" / "games"
PLAYERS = 4
#: Of so many decisions one is put to all levels.
EVERY = 4
NUMBERS = [str(level.number) for level in LEVELS]
KEY = ("game", "number")
LOSSES = ("decisions", *(f"loss{number}" for number in NUMBERS))
VALUES = (*LOSSES, "luck", "luck_squared_error", "lead")
#: The same games once more, with what was lost in each phase.
PHASE_KEY = (*KEY, "phase")
#: Where two levels are close, every decision is put to the two of them, and judged where they differ.
CLOSER_KEY = ("game", "lower", "upper", "number")
CLOSER_VALUES = ("decisions", "differ", "more")
CLOSE = (("null-nichtig", "4", "5"), ("null-nichtig", "1", "2"), ("alles-oder-nichts", "2", "3"))


class ReviewedTable:
    """A game that is played and looked at."""

    def __init__(self, game_id: str, number: int) -> None:
        self.game, self.number = game(game_id), number
        self.bots: list[Bot] = [bot(level, game_id) for level in NUMBERS]
        self.generator = rng(20261116, number)
        self.plan = ReviewPlan(seed=number)
        self.engine = Engine(self.game, self.game.options(), PLAYERS, number % PLAYERS)
        self.seen = number % EVERY
        self.phases: dict[str, dict[str, float]] = {}

    def play(self) -> dict[str, float]:
        """The sums of what each level lost, the luck of the first seat, and how far it was ahead."""
        sums = dict.fromkeys(VALUES, 0.0)
        while not self.engine.finished:
            self._deal()
            dealt = self.engine.states.copy()
            for phase, losses in self._round():
                of_phase = self.phases.setdefault(phase, dict.fromkeys(LOSSES, 0.0))
                for each in (sums, of_phase):
                    each["decisions"] += 1
                    for number, loss in zip(NUMBERS, losses, strict=True):
                        each[f"loss{number}"] += loss
            worth = worth_of(self.engine, dealt, self.plan).seats[0]
            sums["luck"] += worth.luck
            sums["luck_squared_error"] += worth.luck_error**2
            sums["lead"] += worth.lead
        return sums

    def compare(self, lower: str, upper: str) -> dict[str, float]:
        """The sum of what one level lost more than the other, over all decisions."""
        sums = dict.fromkeys(CLOSER_VALUES, 0.0)
        one, other = (self.bots[NUMBERS.index(number)] for number in (lower, upper))
        while not self.engine.finished:
            self._deal()
            for point in self._decisions():
                sums["decisions"] += 1
                choices = self._choice(one, point), self._choice(other, point)
                if choices[0] != choices[1]:
                    worse, better = (judged(point, choice, self.plan).loss for choice in choices)
                    sums["differ"] += 1
                    sums["more"] += worse - better
        return sums

    def _deal(self) -> None:
        deck = self.game.book.deck.copy()
        shuffle(self.generator, deck, deck.size)
        self.engine.deal(deck)

    def _round(self) -> Iterator[tuple[str, list[float]]]:
        """What each level loses with some of the decisions, and the phase of each."""
        for point in self._decisions():
            self.seen += 1
            if self.seen % EVERY == 0:
                choices = [self._choice(each, point) for each in self.bots]
                verdicts = {choice: judged(point, choice, self.plan).loss for choice in dict.fromkeys(choices)}
                yield self.engine.table().phase, [verdicts[choice] for choice in choices]

    def _decisions(self) -> Iterator[DecisionPoint]:
        """Play the round, with the levels in turn at the seats, and stop at each decision."""
        decisions = [0] * PLAYERS
        while self.engine.waiting:
            seat = self.engine.waiting[0]
            point = DecisionPoint.of(self.engine, seat, decisions[seat])
            own = self.bots[(seat + self.number) % len(self.bots)]
            if point.is_choice:
                decisions[seat] += 1
                made = self._choice(own, point)
                yield point
                self.engine.do(seat, made)
            else:
                self.engine.do(seat, point.known.legal())

    def _choice(self, player: Bot, point: DecisionPoint) -> tuple[int, ...]:
        decision, actions = Decision(point.known), list[int]()

        def choose() -> int:
            legal = decision.known.legal()
            actions.append(legal[0] if len(legal) == 1 else player.choose(decision.known, legal, self.generator))
            return actions[-1]

        decision.move(choose)
        return tuple(actions) if point.actions == 1 else by_colour(decision.notation, actions)


def play(game_id: str, number: int) -> tuple[int, dict[str, float], dict[str, dict[str, float]]]:
    """One game, in a worker: its sums, and those of its phases."""
    table = ReviewedTable(game_id, number)
    return number, table.play(), table.phases


def compare(game_id: str, lower: str, upper: str, number: int) -> tuple[int, dict[str, float]]:
    """One game for two levels, in a worker."""
    return number, ReviewedTable(game_id, 10_000 + number).compare(lower, upper)


# ---------------------------------------------------------------- tables


def estimate(values: list[float], weights: list[float]) -> tuple[float, float]:
    """A ratio of sums over games, and its standard error."""
    ratio = sum(values) / sum(weights)
    residuals = [value - ratio * weight for value, weight in zip(values, weights, strict=True)]
    count = len(values)
    return ratio, math.sqrt(sum(each**2 for each in residuals) * count / max(1, count - 1)) / sum(weights)


def losses_of(ledger: Ledger, game_id: str, **part: str) -> dict[str, tuple[float, float]]:
    """What each level loses per decision; ``part``: only in this phase."""
    decisions = ledger.column("decisions", game=game_id, **part)
    return {number: estimate(ledger.column(f"loss{number}", game=game_id, **part), decisions) for number in NUMBERS}


def loss_table(ledger: Ledger) -> list[str]:
    """A line for each game."""
    names = " | ".join(level.name for level in LEVELS)
    lines = [f"| game | games | decisions | {names} |", "|---" * (3 + len(LEVELS)) + "|"]
    for game_id in played(ledger):
        decisions = ledger.column("decisions", game=game_id)
        cells = [f"{mean:.3f} ± {1.96 * error:.3f}" for mean, error in losses_of(ledger, game_id).values()]
        lines.append(f"| {game(game_id).title} | {len(decisions)} | {sum(decisions):,.0f} | {' | '.join(cells)} |")
    return lines


def step_table(ledger: Ledger) -> list[str]:
    """How much more each level loses than the next, in the same places."""
    steps = list(pairwise(NUMBERS))
    heads = " | ".join(f"{lower} more than {upper}" for lower, upper in steps)
    lines = [f"| game | {heads} |", "|---" * (1 + len(steps)) + "|"]
    for game_id in played(ledger):
        found = [step_of(ledger, game_id, lower, upper) for lower, upper in steps]
        cells = [f"{mean:+.3f} ± {1.96 * error:.3f}" for mean, error in found]
        lines.append(f"| {game(game_id).title} | {' | '.join(cells)} |")
    return lines


def step_of(ledger: Ledger, game_id: str, lower: str, upper: str) -> tuple[float, float]:
    """How much more one level loses per decision than another, and the standard error."""
    losses = (ledger.column(f"loss{number}", game=game_id) for number in (lower, upper))
    more = [worse - better for worse, better in zip(*losses, strict=True)]
    return estimate(more, ledger.column("decisions", game=game_id))


def closer_of(ledger: Ledger, game_id: str, lower: str, upper: str) -> tuple[float, float] | None:
    """The same where every decision was put to the two; None where that was not done."""
    pair = {"game": game_id, "lower": lower, "upper": upper}
    decisions, more = ledger.column("decisions", **pair), ledger.column("more", **pair)
    return estimate(more, decisions) if len(more) > 1 else None


def closer_table(ledger: Ledger) -> list[str]:
    """The levels that are close to each other, looked at more often."""
    lines = ["| game | levels | games | decisions | of which they differ | loses more |", "|---" * 6 + "|"]
    for game_id, lower, upper in CLOSE:
        pair = {"game": game_id, "lower": lower, "upper": upper}
        decisions, found = ledger.column("decisions", **pair), closer_of(ledger, game_id, lower, upper)
        if found is not None:
            mean, error = found
            differ = f"{sum(ledger.column('differ', **pair)):,.0f}"
            cells = (f"{lower} against {upper}", len(decisions), f"{sum(decisions):,.0f}", differ)
            told = " | ".join(map(str, cells))
            lines.append(f"| {game(game_id).title} | {told} | {mean:+.4f} ± {1.96 * error:.4f} |")
    return lines


def luck_table(ledger: Ledger) -> list[str]:
    """The luck of the first seat, game by game; what it was ahead goes along with it."""
    lines = [
        "| game | games | luck per game | of that the reviewer's error | luck and lead correlate |",
        "|---" * 5 + "|",
    ]
    for game_id in played(ledger):
        luck, lead = ledger.column("luck", game=game_id), ledger.column("lead", game=game_id)
        mean, error = estimate(luck, [1.0] * len(luck))
        own = math.sqrt(sum(ledger.column("luck_squared_error", game=game_id))) / len(luck)
        lines.append(
            f"| {game(game_id).title} | {len(luck)} | {mean:+.2f} ± {1.96 * error:.2f} | ± {1.96 * own:.2f} "
            f"| {correlation(luck, lead):.2f} |"
        )
    return lines


def correlation(one: list[float], other: list[float]) -> float:
    """Pearson's."""
    mean_one, mean_other = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - mean_one) * (b - mean_other) for a, b in zip(one, other, strict=True))
    return both / math.sqrt(sum((a - mean_one) ** 2 for a in one) * sum((b - mean_other) ** 2 for b in other))


def played(ledger: Ledger) -> list[str]:
    """The games of which there is something to tell."""
    return [game_id for game_id in game_ids() if len(ledger.column("decisions", game=game_id)) > 1]


def phases_of(ledger: Ledger, game_id: str) -> list[str]:
    """The phases of a game in which something is decided."""
    return list(dict.fromkeys(row["phase"] for row in ledger.rows if row["game"] == game_id))


def phase_table(ledger: Ledger) -> list[str]:
    """A line for each phase of each game."""
    names = " | ".join(level.name for level in LEVELS)
    lines = [f"| game | phase | games | decisions | {names} |", "|---" * (4 + len(LEVELS)) + "|"]
    for game_id in played(ledger):
        for phase in phases_of(ledger, game_id):
            decisions = ledger.column("decisions", game=game_id, phase=phase)
            found = losses_of(ledger, game_id, phase=phase).values()
            cells = " | ".join(f"{mean:.3f} ± {1.96 * error:.3f}" for mean, error in found)
            lines.append(f"| {game(game_id).title} | {phase} | {len(decisions)} | {sum(decisions):,.0f} | {cells} |")
    return lines


def keep(ledger: Ledger, phases: Ledger, game_id: str) -> None:
    """Write into a game's folder what the levels lose in it."""
    found = losses_of(ledger, game_id)
    by_phase = {phase: losses_of(phases, game_id, phase=phase) for phase in phases_of(phases, game_id)}
    data: dict[str, Any] = {
        "made": f"{datetime.date.today()}",
        "by": f"experiments/{Path(__file__).name}",
        "players": PLAYERS,
        "decisions": round(sum(ledger.column("decisions", game=game_id))),
        WORK: work_of(game(game_id)),
        LOSS: {number: round(mean, 4) for number, (mean, _) in found.items()},
        PHASES: {phase: {each: round(mean, 4) for each, (mean, _) in some.items()} for phase, some in by_phase.items()},
        "error": {number: round(error, 4) for number, (_, error) in found.items()},
    }
    path = GAMES_FOLDER / game_id.replace("-", "_") / FILE
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Play what is missing, then write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=game_ids(), choices=game_ids())
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--closer", type=int, default=200, help="games for the levels that are close to each other")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = Ledger("review_levels", KEY, VALUES)
    phases = Ledger("review_levels_phases", PHASE_KEY, LOSSES)
    closer = Ledger("review_levels_closer", CLOSER_KEY, CLOSER_VALUES)
    parallel = Parallel(n_jobs=chosen.workers, return_as="generator_unordered")
    try:
        for game_id in chosen.games:
            known = {int(row["number"]) for row in phases.rows if row["game"] == game_id}
            missing = [number for number in range(chosen.count) if number not in known]
            for number, sums, by_phase in parallel(delayed(play)(game_id, number) for number in missing):
                key = {"game": game_id, "number": number}
                if not ledger.has(game_id, number):
                    ledger.add(key | {name: round(sums[name], 4) for name in VALUES})
                for phase, of_phase in by_phase.items():
                    phases.add(key | {"phase": phase} | {name: round(of_phase[name], 4) for name in LOSSES})
        for pair in (each for each in CLOSE if each[0] in chosen.games):
            missing = [number for number in range(chosen.closer) if not closer.has(*pair, number)]
            for number, sums in parallel(delayed(compare)(*pair, number) for number in missing):
                key = dict(zip(CLOSER_KEY, (*pair, number), strict=True))
                closer.add(key | {name: round(sums[name], 4) for name in CLOSER_VALUES})
    except KeyboardInterrupt:
        print("Interrupted; what was played is kept.")
    for part, lines in (("losses", loss_table), ("steps", step_table), ("luck", luck_table)):
        write_part(DOCUMENT, part, lines(ledger))
    write_part(DOCUMENT, "closer", closer_table(closer))
    write_part(DOCUMENT, "phases", phase_table(phases))
    for game_id in played(ledger):
        keep(ledger, phases, game_id)


if __name__ == "__main__":
    main()
