"""Matches for tests: dealt as the test says, played at random, looked at from all sides."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from stichwerk.errors import StichwerkError
from stichwerk.games import game, games
from stichwerk.games.view import Tableau
from stichwerk.kernel.state import snapshot
from stichwerk.play.match import Match
from stichwerk.play.record import to_line
from stichwerk.testing import variants_of

NAMES = ("Anja", "Bernd", "Claudia", "Dieter", "Eva", "Frank", "Gerda", "Hans")

#: Every game with every number of players and every option, for `parametrize("kind", VARIANTS)`.
VARIANTS = [
    pytest.param((chosen.id, variant.players, *variant.options.items()), id=f"{chosen.id} {variant}")
    for chosen in games()
    for variant in variants_of(chosen)
]

#: Of each game the variants that differ in who may know what.
SECRETS: list[Any] = [
    pytest.param(kind, id=" ".join(str(part) for part in kind))
    for kind in [
        ("null-nichtig", 3),
        ("null-nichtig", 6),
        ("rage", 2, ("bidding", "simultaneous")),
        ("rage", 4),
        ("rage", 4, ("bidding", "secret")),
        ("alles-oder-nichts", 3),
        ("alles-oder-nichts", 5, ("deck", "6x8")),
    ]
]


def begin(game_id: str, players: int = 3, seed: str = "tea", **options: Any) -> Match:
    """A game with fair deals, its first round dealt."""
    return Match.new(game_id, options, NAMES[:players], seed)


def begin_kind(kind: tuple[Any, ...], seed: str = "tea") -> Match:
    """A game of one of the `VARIANTS` or `SECRETS`."""
    game_id, players, *options = kind
    return begin(game_id, players, seed, **dict(options))


def stacked(
    game_id: str, hands: Sequence[str], stock: str = "", *, round_no: int = 1, dealer: int | None = None, **options: Any
) -> Match:
    """A game dealt by hand: ``stacked("rage", ["Y8", "R4 J", "NT"], "R0")``; what is missing is filled up.

    By default the last seat deals, so that seat 0 leads. With ``round_no`` it begins in a later (shorter) round.
    """
    chosen = game(game_id)
    settings = chosen.options.read(options)
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    match = Match(chosen, settings, NAMES[:players], dealer if round_no == 1 else (dealer - 1) % players, None)
    match._engine.states["round_no"][0] = round_no - 1
    names = chosen.book.presentation.card_names(settings)
    unused = [names[card] for card in chosen.book.deck]
    for name in " ".join([*hands, stock]).split():
        unused.remove(name)
    deck = []
    for hand in hands:
        deck += hand.split()
        deck += [unused.pop(0) for _ in range(settings.hand_size(players, round_no) - len(hand.split()))]
    match.deal(np.array([names.index(name) for name in [*deck, *stock.split(), *unused]], np.int8))
    return match


def play(match: Match, *moves: str) -> Match:
    """Moves in turn order; in a secret phase the lowest seat that has not moved yet comes first."""
    for move in moves:
        match.play(match.waiting[0], move)
    return match


def lay_any(match: Match) -> Match:
    """Everybody lays the first cards of the hand."""
    for seat in match.waiting:
        view = match.view(seat)
        match.play(seat, "lay:" + ",".join(view.table.places[seat].hand[: view.to_lay]))
    return match


def random_move(match: Match, seat: int, random: Random) -> str:
    """A legal move. Layings are drawn, not listed: there are hundreds."""
    count = match._engine.to_lay
    if count:
        return "lay:" + ",".join(random.sample(match._engine.table(seat).places[seat].hand, count))
    return random.choice(match.legal(seat))


def random_play(match: Match, random: Random) -> Iterator[Match]:
    """Play at random to the end of the game, in secret phases in any order; stop before each move, deal, at the end."""
    while not match.finished:
        yield match
        if match.between_rounds:
            match.deal()
            yield match
        seat = random.choice(match.waiting)
        match.play(seat, random_move(match, seat, random))
    yield match


def play_out(match: Match, seed: object = 0) -> Match:
    """Play at random to the end of the game."""
    for _ in random_play(match, Random(str(seed))):
        pass
    return match


def play_round(match: Match, seed: object = 0) -> Match:
    """Play at random to the end of the round."""
    random = Random(str(seed))
    while match.waiting:
        seat = random.choice(match.waiting)
        match.play(seat, random_move(match, seat, random))
    return match


@cache
def whole_game(kind: tuple[Any, ...]) -> Match:
    """A finished random game of one of the `VARIANTS`; look only."""
    return play_out(begin_kind(kind), kind)


def positions(kind: tuple[Any, ...], count: int, seed: object = 0, every: int = 13) -> Iterator[Match]:
    """Some positions of a random game."""
    random = Random(f"{kind} {seed}")
    for match in random_play(begin_kind(kind, f"tea {seed}"), random):
        if random.randrange(every) == 0:
            yield match
            count -= 1
        if not count:
            return


def everything(match: Match) -> tuple[object, ...]:
    """All that can be seen of a match from outside, by anybody: a refused move must not change it."""
    watchers = (None, *range(len(match.names)))
    return (
        [match.knowledge(-1 if seat is None else seat).states.tobytes() for seat in watchers],
        [match.events(seat) for seat in watchers],
        [match.view(seat) for seat in watchers],
        to_line(match.record()),
    )


def assert_one_line(error: StichwerkError) -> None:
    """An error is a code and one line of text that can be printed."""
    assert error.code
    assert len(error.message.splitlines()) == 1
    assert error.message.isprintable()


def truth(match: Match) -> Tableau:
    """The table with nothing hidden."""
    return match.game.book.presentation.table(snapshot(match._engine.states), 0)


def with_new_options(line: str) -> str:
    """A record of an old version as it is written now: options that were added since have their defaults."""
    told = json.loads(line)
    told["options"] = {**game(told["game"]).options().to_mapping(), **told["options"]}
    return to_line(told)
