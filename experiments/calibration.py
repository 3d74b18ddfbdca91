"""Whether what the coach says comes true: ``python experiments/calibration.py``. Goes on where it was interrupted.

Bots of one level play with each other, and some of their moves are looked at as hints do it: how many points are to be
expected, how likely each number of tricks is, whether the trick under way will be taken. Then the round is played to
its end, and what was said is held against what came. In every second round one move is any legal one instead of the
bot's: a coach tells the values of all moves. Looks are the rows of results/calibration.csv (delete those of a game
whose bots or evaluation have changed); the tables go to calibration.md, the reliability plot to calibration.png.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from ledger import Ledger, write_part
from numpy.typing import NDArray

from stichwerk.bots import Bot, bot
from stichwerk.bots.evaluate import Actions, MoveValue, evaluate
from stichwerk.games import game, game_ids
from stichwerk.kernel.rng import below, draw, rng, shuffle
from stichwerk.kernel.state import snapshot
from stichwerk.play.decision import Decision, by_colour
from stichwerk.play.engine import Engine
from stichwerk.review.judge import DecisionPoint

DOCUMENT = Path(__file__).with_suffix(".md")
PICTURE = Path(__file__).with_suffix(".png")
PLAYERS = 4
#: Of so many decisions one is looked at.
EVERY = 5
#: In so many worlds; hints try a move in 1,000.
WORLDS = 500
#: Probabilities are put into so many bins of the same width, points into so many with the same number of looks.
BINS = 10
#: Fewer in a bin are not drawn: they tell nothing.
DRAWN_FROM = 8
SEED = 20261117
BIDS, EXACT, TAKES, POINTS = "tricks, when bidding", "the bid is met", "the trick is taken", "points"
KEY = ("game", "level", "number")
VALUES = ("round", "opening", "own", "points", "scored", "exact", "met", "takes", "taken", "tricks", "took")
Numbers = NDArray[np.float64]


# ---------------------------------------------------------------- play


@dataclass
class Look:
    """A move that was looked at: what was said, and where the seat stood then."""

    seat: int
    opening: bool
    own: bool  # the bot's own choice, not any legal one
    value: MoveValue
    aim: int | None  # the bid, if there is one by now
    tricks: int
    done: int
    taken: float = float("nan")


@dataclass
class LevelTable:
    """Games of one level against itself."""

    game_id: str
    level: str
    number: int
    rows: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = game(self.game_id)
        self.bot: Bot = bot(self.level, self.game)
        self.generator = rng(SEED, self.number)
        self.engine = Engine(self.game, self.game.options(), PLAYERS, self.number % PLAYERS)

    def play(self) -> list[dict[str, Any]]:
        """A whole game: its looks."""
        while not self.engine.finished:
            deck = self.game.book.deck.copy()
            shuffle(self.generator, deck, deck.size)
            self.engine.deal(deck)
            self._round()
        return self.rows

    def _round(self) -> None:
        engine, looks = self.engine, list[Look]()
        choices = PLAYERS * (1 + int(engine.states["hand_size"][0]))
        whim = below(self.generator, choices) if draw(self.generator) & 1 else -1
        count = below(self.generator, EVERY)
        step = 0
        while engine.waiting:
            seat = engine.waiting[0]
            point = DecisionPoint.of(engine, seat, 0)
            if not point.is_choice:
                engine.do(seat, point.known.legal())
            else:
                own = not 0 <= whim <= step
                made = self._choice(point, own)
                count += 1
                if not own:
                    looks, whim = [], -1  # what was said before knew nothing of a move like this
                if not own or count % EVERY == 0:
                    looks.append(self._look(point, made, own))
                engine.do(seat, made)
            step += 1
            self._note_tricks(looks)
        scores, tricks = engine.scores, engine.states["tricks"][0]
        for look in looks:
            self.rows.append(written(look, engine.round_no, scores[look.seat], int(tricks[look.seat])))

    def _choice(self, point: DecisionPoint, own: bool) -> Actions:
        decision, actions = Decision(point.known), list[int]()

        def choose() -> int:
            legal = decision.known.legal()
            if own and len(legal) > 1:
                actions.append(self.bot.choose(decision.known, legal, self.generator))
            else:
                actions.append(legal[below(self.generator, len(legal))])
            return actions[-1]

        decision.move(choose)
        return tuple(actions) if point.actions == 1 else by_colour(decision.notation, actions)

    def _look(self, point: DecisionPoint, made: Actions, own: bool) -> Look:
        states, seat = point.known.states, point.known.seat
        # Where there is one move only, half of the playouts are made.
        value = evaluate(point.known, [made], draw(self.generator), 2 * WORLDS).recommended
        decision = Decision(point.known)
        bid = self.game.book.presentation.place(snapshot(states), seat).bid
        named = decision.notation.moves[made[0]].bid if len(made) == 1 else None
        return Look(
            seat, int(states["phase"][0]) == 0, own, value, bid if named is None else named,
            int(states["tricks"][0, seat]), int(states["tricks_done"][0]),
        )  # fmt: skip

    def _note_tricks(self, looks: list[Look]) -> None:
        states = self.engine.states
        for look in looks:
            if np.isnan(look.taken) and int(states["tricks_done"][0]) > look.done:
                look.taken = int(states["tricks"][0, look.seat]) - look.tricks


def written(look: Look, round_no: int, scored: int, took: int) -> dict[str, Any]:
    """A look and what came of it, as a row."""
    value = look.value
    return {
        "round": round_no,
        "opening": int(look.opening),
        "own": int(look.own),
        "points": f"{value.points:.2f}",
        "scored": scored,
        "exact": "" if look.aim is None else f"{value.tricks[look.aim]:.3f}",
        "met": "" if look.aim is None else int(took == look.aim),
        "takes": f"{value.takes:.3f}",
        "taken": f"{look.taken:.0f}",
        "tricks": " ".join(f"{chance:.3f}".removeprefix("0") for chance in value.tricks),
        "took": took,
    }


def play(game_id: str, level: str, number: int) -> tuple[int, list[dict[str, Any]]]:
    """One game, in a worker."""
    return number, LevelTable(game_id, level, number).play()


# ---------------------------------------------------------------- what was said, and what came


@dataclass(frozen=True)
class Said:
    """What was said of something and what came, and in which round of which game that was."""

    said: Numbers
    came: Numbers
    rounds: NDArray[Any]

    def binned(self, equally_full: bool) -> list[tuple[float, float, int]]:
        """Bin by bin: the mean of what was said, of what came, and how many."""
        if equally_full:
            edges = np.quantile(self.said, np.linspace(0, 1, BINS + 1)[1:-1])
        else:
            edges = np.linspace(0, 1, BINS + 1)[1:-1]
        place = np.searchsorted(edges, self.said, "right")
        there = [place == k for k in range(BINS)]
        return [(float(self.said[k].mean()), float(self.came[k].mean()), int(k.sum())) for k in there if k.any()]

    def error(self, equally_full: bool = False) -> float:
        """The expected calibration error: how far the two are apart in a bin, on average over all that was said."""
        bins = self.binned(equally_full)
        return sum(abs(said - came) * count for said, came, count in bins) / sum(count for *_, count in bins)

    def by_chance(self, equally_full: bool = False) -> float:
        """The error there would be if all that was said held: what came is drawn anew, by what was said."""
        random = np.random.default_rng(1)
        errors = []
        for _ in range(40):
            if equally_full:  # of points only the mean was said: what they vary by is as it was, in another order
                came = self.said + random.permutation(self.came - self.said - (self.came - self.said).mean())
            else:
                came = (random.random(len(self.said)) < self.said).astype(float)
            errors.append(Said(self.said, came, self.rounds).error(equally_full))
        return float(np.mean(errors))

    def bias(self) -> tuple[float, float]:
        """How much more came than was said, and the standard error of that, over rounds."""
        _, place = np.unique(self.rounds, axis=0, return_inverse=True)
        sums = np.bincount(place, weights=self.came - self.said)
        counts = np.bincount(place)
        mean = float(sums.sum() / counts.sum())
        return mean, float(np.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum())


def kinds_of(rows: list[dict[str, str]]) -> dict[str, Said]:
    """All that can be held against what came."""

    def columns(said: Callable[[dict[str, str]], Any], came: Callable[[dict[str, str]], Any]) -> Said:
        pairs = [
            (one, other, (int(row["number"]), int(row["round"])))
            for row in rows
            for one, other in zip(said(row), came(row), strict=True)
        ]
        return Said(
            np.array([one for one, _, _ in pairs], float),
            np.array([other for _, other, _ in pairs], float),
            np.array([number for _, _, number in pairs]).reshape(-1, 2),
        )

    def chances(row: dict[str, str]) -> list[float]:
        return [float(chance) for chance in row["tricks"].split()] if row["opening"] == "1" and row["exact"] else []

    found = {
        BIDS: columns(chances, lambda row: [k == int(row["took"]) for k in range(len(chances(row)))]),
        EXACT: columns(lambda row: [row["exact"]] if row["exact"] else [], lambda row: [row["met"]] * bool(row["met"])),
        TAKES: columns(
            lambda row: [row["takes"]] * (row["opening"] == "0"), lambda row: [row["taken"]] * (row["opening"] == "0")
        ),
        POINTS: columns(lambda row: [row["points"]], lambda row: [row["scored"]]),
    }
    return {kind: said for kind, said in found.items() if len(said.said)}


def table(ledger: Ledger, levels: list[str]) -> list[str]:
    """The errors, a line for each game, level and kind."""
    lines = [
        "| game | level | whose move | what | said | error (ECE) | by chance alone | more came than was said |",
        "|---" * 8 + "|",
    ]
    for game_id in game_ids():
        for level in levels:
            for own, whose in (("1", "the bot's"), ("0", "any")):
                rows = rows_of(ledger, game_id, level, own)
                for kind, said in kinds_of(rows).items():
                    unit, scale = (" points", 1) if kind == POINTS else (" %", 100)
                    mean, error = said.bias()
                    # All chances of a bid add up to 1, as what comes does.
                    bias = "" if kind == BIDS else f"{scale * mean:+.2f} ± {scale * 1.96 * error:.2f}{unit}"
                    lines.append(
                        f"| {game(game_id).title} | {level} | {whose} | {kind} | {len(said.said):,} "
                        f"| {scale * said.error(kind == POINTS):.2f}{unit} "
                        f"| {scale * said.by_chance(kind == POINTS):.2f}{unit} "
                        f"| {bias} |"
                    )
    return lines


def rows_of(ledger: Ledger, game_id: str, level: str, own: str) -> list[dict[str, str]]:
    """The looks of a game at own moves of the level, or at any."""
    return [row for row in ledger.rows if row["game"] == game_id and row["level"] == level and row.get("own") == own]


def draw_picture(ledger: Ledger, level: str) -> None:
    """The reliability plot: what was said along, what came up."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    kinds = (BIDS, EXACT, TAKES, POINTS)
    figure = Figure(figsize=(3.1 * len(kinds), 3.1 * len(game_ids())), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(len(game_ids()), len(kinds), squeeze=False)
    for game_id, line in zip(game_ids(), grid, strict=True):
        for kind, axes in zip(kinds, line, strict=True):
            said = [kinds_of(rows_of(ledger, game_id, level, own)).get(kind) for own in ("1", "0")]
            if draw_bins(axes, said, ("the bot's move", "any move"), kind == POINTS):
                axes.set_title(f"{game(game_id).title}: {kind}", fontsize=9)
    figure.savefig(PICTURE, format="png", dpi=110)


def draw_bins(axes: Any, said: Sequence[Said | None], whose: Sequence[str], points: bool) -> bool:
    """What was said of one's own moves and of any, along, and what came, up. Whether there was anything to draw."""
    drawn = False
    for each, name, colour, marker in zip(said, whose, ("#1f6fb4", "#e07b1a"), "os", strict=True):
        bins = each.binned(points) if each is not None and len(each.said) else []
        full = [one for one in bins if one[2] >= DRAWN_FROM]
        if full:
            along, up, count = np.array(full).T
            axes.plot(along, up, color=colour, linewidth=0.8, alpha=0.6)
            axes.scatter(along, up, s=6 + 60 * count / count.max(), color=colour, marker=marker, label=name)
            drawn = True
    if not drawn:
        axes.axis("off")
        return False
    axes.axline((0, 0), slope=1, color="#6b7280", linewidth=0.8, linestyle="--")
    axes.set_xlabel("said", fontsize=8)
    axes.set_ylabel("came", fontsize=8)
    axes.tick_params(labelsize=7)
    if points:
        axes.legend(fontsize=7, markerscale=0.6, loc="upper left")
    return True


def main() -> None:
    """Play what is missing, then write the tables and the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=game_ids(), choices=game_ids())
    parser.add_argument("--levels", nargs="+", default=["3", "5"])
    parser.add_argument("--count", type=int, default=40, help="games of each level")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = Ledger("calibration", (*KEY, "look"), VALUES)
    parallel = Parallel(n_jobs=chosen.workers, return_as="generator_unordered")
    try:
        for level in chosen.levels:
            for game_id in chosen.games:
                missing = [number for number in range(chosen.count) if not ledger.has(game_id, level, number, 0)]
                for number, rows in parallel(delayed(play)(game_id, level, number) for number in missing):
                    for place, row in enumerate(rows):
                        ledger.add({"game": game_id, "level": level, "number": number, "look": place} | row)
    except KeyboardInterrupt:
        print("Interrupted; what was played is kept.")
    levels = sorted({row["level"] for row in ledger.rows})
    write_part(DOCUMENT, "errors", table(ledger, levels))
    if levels:
        draw_picture(ledger, levels[-1])


if __name__ == "__main__":
    main()
