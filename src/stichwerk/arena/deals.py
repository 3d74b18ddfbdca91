"""What is played: which rounds, from which decks, with whose luck. All of it follows from the seed and the deal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots.entrant import Entrant
from stichwerk.errors import BadOption
from stichwerk.games.options import Options
from stichwerk.games.setup import Setup
from stichwerk.kernel.rng import Rng, below, rng, seed_rng, shuffle

CHALLENGER, REST = range(2)

#: What an illegal move does: it stops everything, or it is replaced and counted.
STOP, SCORE = "stop", "score"

#: Streams of random numbers per deal: one for the cards, one for each seat, or one for each seat and side.
_STREAMS = 32
_SIDES_APART = 8


@dataclass(frozen=True)
class ContestSettings:
    """What is compared, and how: with the same settings, a deal's number gives the same games again.

    ``round_no`` is None where the rounds take turns.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    challenger: str
    rest: str
    seed: int
    round_no: int | None
    whole_games: bool
    own_luck: bool
    illegal: str

    @property
    def unit(self) -> str:
        """What points are counted per."""
        return "game" if self.whole_games else "round"


@dataclass(frozen=True)
class Contest:
    """All that a worker has to know: the settings, and what they name. Make one with `contest`."""

    settings: ContestSettings
    setup: Setup
    sides: tuple[Entrant, Entrant]  # the challenger, the rest

    @property
    def hand_sizes(self) -> range:
        """Every hand size there may be, from 0."""
        options, players = self.setup.options, self.setup.players
        rounds = options.rounds_planned(players) or _usual_rounds(options, players)
        return range(1 + max(options.hand_size(players, number + 1) for number in range(rounds)))


def contest(
    setup: Setup,
    challenger: Entrant,
    rest: Entrant,
    *,
    seed: int = 0,
    round_no: int | None = None,
    whole_games: bool = False,
    own_luck: bool = False,
    illegal: str = STOP,
) -> Contest:
    """Who plays what, and how it is counted."""
    settings = ContestSettings(
        setup.game.id, setup.players, setup.options.to_mapping(), challenger.label, rest.label, seed,
        round_no, whole_games, own_luck, illegal,
    )  # fmt: skip
    return Contest(settings, setup, (challenger, rest))


@dataclass(frozen=True)
class Deal:
    """One deal of the arena. ``round_no`` and ``hand_size`` are 0 where it is a whole game."""

    number: int
    round_no: int
    hand_size: int
    dealer: int


def rounds_in_turn(options: Options, players: int) -> tuple[int, ...]:
    """The rounds that take turns, so that every hand size comes up as often as in the game.

    Where all rounds have the same hand size they are alike, and the first will do.

    >>> from stichwerk.games import game
    >>> rounds_in_turn(game("alles-oder-nichts").options(), 4)
    (1, 2, 3, 4, 5, 6, 7)
    >>> rounds_in_turn(game("null-nichtig").options(), 4)
    (1,)
    """
    count = options.rounds_planned(players) or _usual_rounds(options, players)
    numbers = tuple(range(1, count + 1))
    alike = len({options.hand_size(players, number) for number in numbers}) == 1
    return (1,) if alike else numbers


def _usual_rounds(options: Options, players: int) -> int:
    """Where the game runs to a target: as many rounds as the game usually has."""
    return type(options)().rounds_planned(players) or 1


def check_round(options: Options, players: int, round_no: int) -> None:
    """Refuse a round that the game does not have."""
    planned = options.rounds_planned(players)
    if round_no < 1 or (planned is not None and round_no > planned):
        raise BadOption(f"{options.game} has no round {round_no}; there are {planned or 'rounds from 1 on'}")


def deal_of(plan: Contest, number: int) -> tuple[Deal, Rng]:
    """A deal, and the generator that its decks come from."""
    settings, options, players = plan.settings, plan.setup.options, plan.setup.players
    generator = rng(settings.seed, number * _STREAMS)
    dealer = int(below(generator, players))
    if settings.whole_games:
        return Deal(number, 0, 0, dealer), generator
    in_turn = rounds_in_turn(options, players)
    round_no = settings.round_no or in_turn[number % len(in_turn)]
    return Deal(number, round_no, options.hand_size(players, round_no), dealer), generator


def decks(plan: Contest, generator: Rng) -> Iterator[NDArray[np.int8]]:
    """The decks of a deal's rounds, without end."""
    while True:
        deck = plan.setup.game.book.deck.copy()
        shuffle(generator, deck, deck.size)
        yield deck


def seed_seats(generators: list[Any], settings: ContestSettings, number: int, sides: list[int]) -> None:
    """Set the generators of the seats to the beginning of the deal.

    A seat has the same luck whoever sits there, so that equal bots play equal games, unless each side is to have
    its own.
    """
    for seat, generator in enumerate(generators):
        apart = _SIDES_APART * sides[seat] if settings.own_luck else 0
        seed_rng(generator, settings.seed, number * _STREAMS + 1 + seat + apart)
