"""The conformance kit for score pads: what ``pad.json`` says of a game, held against its rules in games played."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from stichwerk.errors import NoPad, StichwerkError
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.kernel.state import snapshot
from stichwerk.play.engine import Engine
from stichwerk.play.pad import Pad
from stichwerk.play.pad_rules import PadTable, has_pad, pad_rules

#: What stands in the state of a seat of which this is written down: by column.
Columns: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, Any]]

#: So many rounds of a game without an end are compared.
SOME_ROUNDS = 20


def check_pad_texts(game: Game) -> None:
    """The score pad, if the game brings one, can be read and has all its words, in English."""
    if not has_pad(game):
        return
    try:
        rules = pad_rules(game)
    except NoPad as problem:
        raise AssertionError(problem.message) from problem
    missing = sorted(key for key in rules.words() if key not in game.texts())
    assert not missing, f"texts/en.json lacks {', '.join(missing)}, which pad.json needs"
    flags = {field.later for field in rules.fields if field.later}
    known = {field.name for field in rules.fields}
    assert not flags & known, "a field and a flag of pad.json have the same name"
    likes = {field.like for field in rules.fields if field.like}
    assert likes <= known, f"pad.json compares with {', '.join(sorted(likes - known))}, which is no field"


def check_pad_sizes(game: Game, options: Options, players: int) -> None:
    """Rounds, hands and bounds of the pad are those of the options."""
    pad = Pad(game, options.to_mapping(), [""] * players, 0)
    assert pad.table.fits(), "by pad.json, so many cannot play with these options"
    planned = options.rounds_planned(players)
    assert pad.table.rounds() == planned, f"pad.json plans {pad.table.rounds()} rounds, the options {planned}"
    for number in range(1, (planned or SOME_ROUNDS) + 1):
        hand, wanted = pad.table.hand(number), options.hand_size(players, number)
        assert hand == wanted, f"pad.json deals {hand} cards in round {number}, the options {wanted}"
        bounds, wanted_bounds = pad.table.bounds(number), options.score_bounds(players, number)
        assert bounds == wanted_bounds, f"the bounds of pad.json are {bounds} in round {number}, not {wanted_bounds}"


def every_input(table: PadTable, round_no: int) -> Iterator[dict[str, Any]]:
    """Everything that can be written down of a seat in a round, in the order of the fields."""
    choices: list[Any] = []
    for field in table.rules.fields:
        choices += [table.allowed(field, round_no)] + [(False, True)] * bool(field.later)
    return (dict(zip(table.rules.names, each, strict=True)) for each in product(*choices))


def points_by_rules(
    game: Game, options: Options, players: int, columns: Columns = dict
) -> Iterator[tuple[int, list[tuple[dict[str, Any], int]]]]:
    """Round by round: everything that can be written down of a seat, and what the compiled rules give for it."""
    states = Engine(game, options, players, 0).states
    table = PadTable(pad_rules(game), options.to_mapping(), players)
    points = np.zeros(players, np.int64)
    for number in range(1, (table.rounds() or SOME_ROUNDS) + 1):
        states["hand_size"] = table.hand(number)
        inputs = list(every_input(table, number))
        found: list[tuple[dict[str, Any], int]] = []
        for first in range(0, len(inputs), players):  # as many at once as there are seats
            together = inputs[first : first + players]
            for seat, entries in enumerate(together):
                for column, value in columns(entries).items():
                    states[column][0, seat] = value
            game.book.at.round_score(states, 0, points)
            found += zip(together, points.tolist(), strict=False)
        yield number, found


def check_pad_points(game: Game, options: Options, players: int, columns: Columns = dict) -> None:
    """Whatever can be written down of a seat counts on the pad what the compiled rules give for it, in every round.

    ``columns`` says how it stands in their state, where that has other names than the pad.
    """
    table = PadTable(pad_rules(game), options.to_mapping(), players)
    for number, found in points_by_rules(game, options, players, columns):
        for entries, wanted in found:
            points = sum(table.points(number, entries).values())
            assert points == wanted, f"the pad counts {points} for {entries} in round {number}, the rules {wanted}"


class PadBeside:
    """A pad that is filled beside a game as it is played.

    What does not fit is raised at the end: if the rules themselves are wrong, that is to be heard first.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.pad = Pad(engine.game, engine.options.to_mapping(), [""] * engine.players, engine.dealer)
        self._problem: AssertionError | None = None
        self._looks = True

    def after_deal(self) -> None:
        """Compare who deals and who leads; before anything is played."""
        self._note(self._check_deal)

    def after_round(self) -> None:
        """Enter the round that is over, and compare points, totals, end and winners."""
        self._note(self._check_round)

    def look_away(self) -> None:
        """Rounds are left out from here on, which the pad will not see."""
        self._looks = False

    def finish(self) -> None:
        """Raise the first thing that did not fit."""
        sizes = partial(check_pad_sizes, self.engine.game, self.engine.options, self.engine.players)
        if problem := _problem_of(sizes) or self._problem:
            raise problem

    def _note(self, check: Callable[[], None]) -> None:
        if self._looks and self._problem is None:
            self._problem = _problem_of(check)

    def _check_deal(self) -> None:
        number = self.engine.round_no
        dealer, leader = self.pad.dealer(number), self.pad.leader(number)
        assert dealer == self.engine.dealer, f"the pad has seat {dealer} deal, not {self.engine.dealer}"
        led = int(self.engine.states["leader"][0])
        assert leader == led, f"the pad has seat {leader} lead, not {led}"

    def _check_round(self) -> None:
        number = self.engine.round_no
        seats = [entries_of(self.pad, self.engine, seat) for seat in range(self.engine.players)]
        for field in self.pad.table.rules.fields:
            allowed = self.pad.table.allowed(field, number)
            for value in (entries[field.name] for entries in seats):
                assert isinstance(value, list) or value in allowed, f"{field.name} is {value}, not in {allowed}"
        assert not (broken := self.pad.table.broken(number, seats)), f"the limits {broken} of pad.json do not hold"
        for seat, entries in enumerate(seats):
            for name, value in entries.items():
                self.pad.enter(number, seat, name, value)
        scores, totals = tuple(self.pad.scores(number)), tuple(self.pad.totals)
        assert scores == self.engine.scores, f"the pad counts {scores} for {seats}, the rules {self.engine.scores}"
        assert totals == self.engine.totals, f"the pad has the totals {totals}, the rules {self.engine.totals}"
        assert self.pad.over == self.engine.finished, "the pad and the rules disagree on whether the game is over"
        winners = tuple(self.pad.winners)
        assert winners == self.engine.winners, f"{winners} win on the pad, by the rules {self.engine.winners}"


def _problem_of(check: Callable[[], None]) -> AssertionError | None:
    """What a check says; also that a template cannot be evaluated."""
    try:
        check()
    except AssertionError as problem:
        return problem
    except NoPad as problem:
        return AssertionError(f"pad.json: {problem.message}")
    return None


def entries_of(pad: Pad, engine: Engine, seat: int) -> dict[str, Any]:
    """What would be written down of a seat in the round that is over."""
    state = vars(snapshot(engine.states))
    own = {name: value[seat] for name, value in state.items() if isinstance(value, (tuple, list)) and seat < len(value)}
    own = {name: list(value) if isinstance(value, tuple) else value for name, value in own.items()}
    found = {}
    for field in pad.table.rules.fields:
        wanted = {field.name: field.seen, field.later: field.later_seen} if field.later else {field.name: field.seen}
        for name, template in wanted.items():
            try:
                found[name] = pad.table.render(template or {"$eval": name}, **own)
            except StichwerkError as problem:
                raise AssertionError(f"{name} of pad.json cannot be read off the state: {problem}") from problem
    return found


@dataclass(frozen=True)
class PlayedRound:
    """A round as it would stand on a pad, and what the rules gave for it."""

    dealer: int
    leader: int
    seats: list[dict[str, Any]]
    scores: tuple[int, ...]


def some_rounds(
    game: Game, options: Mapping[str, Any], players: int, seed: int, most: int = 4
) -> tuple[Engine, list[PlayedRound]]:
    """The first rounds of a game in which all moves are random."""
    engine = Engine(game, game.options.read(options), players, seed % players)
    pad = Pad(game, options, [""] * players, engine.dealer)
    generator, mask = rng(seed, 0), game.book.new_mask()
    rounds: list[PlayedRound] = []
    while not engine.finished and len(rounds) < most:
        deck = game.book.deck.copy()
        shuffle(generator, deck, deck.size)
        engine.deal(deck)
        leader = int(engine.states["leader"][0])
        while engine.waiting:
            seat = engine.waiting[0]
            game.book.at.legal(engine.states, 0, seat, mask)
            legal = members(mask.tolist())
            engine.do(seat, [legal[below(generator, len(legal))]])
        seats = [entries_of(pad, engine, seat) for seat in range(players)]
        rounds.append(PlayedRound(engine.dealer, leader, seats, engine.scores))
    return engine, rounds
