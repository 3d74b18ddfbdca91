"""Playthroughs and perft counts as text, for the golden files: a change of the rules shows as a readable diff.

`make golden` writes the files anew; the tests compare.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from stichwerk.games import game
from stichwerk.games.events import Event
from stichwerk.games.view import Place
from stichwerk.kernel.rng import below, rng
from stichwerk.kernel.state import States
from stichwerk.play.fair import FairDeals
from stichwerk.play.match import Match
from stichwerk.play.match_view import View
from stichwerk.testing import Variant, variants_of

GOLDEN = Path(__file__).parents[1] / "data/golden"
PERFT = Path(__file__).parents[1] / "data/perft"

#: Name of the file, game, players, options.
PLAYTHROUGHS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "null-nichtig-3": ("null-nichtig", 3, {}),
    "null-nichtig-6-teams": ("null-nichtig", 6, {"teams": True, "rounds": 2}),
    "null-nichtig-4-target": ("null-nichtig", 4, {"target": 60}),
    "null-nichtig-4-reach": ("null-nichtig", 4, {"target": 45, "target_rule": "reach", "teams": True}),
    "null-nichtig-6-as-played": ("null-nichtig", 6, {"collecting": "as-played", "teams": True, "rounds": 2}),
    "rage-3-open": ("rage", 3, {}),
    "rage-4-plus-minus-one": ("rage", 4, {"bidding": "plus-minus-one", "march": True}),
    "rage-2-simultaneous": ("rage", 2, {"bidding": "simultaneous", "tie_break": "shared"}),
    "rage-5-secret": ("rage", 5, {"bidding": "secret"}),
    "alles-oder-nichts-3": ("alles-oder-nichts", 3, {}),
    "alles-oder-nichts-6-6x8": ("alles-oder-nichts", 6, {"deck": "6x8", "rounds": 3}),
    "alles-oder-nichts-4-target": ("alles-oder-nichts", 4, {"target": 12}),
}

#: In the rounds between the first and the last, only every so many-th position is shown in full.
FULL_EVERY = 9
#: So many tricks at the end of a round are counted out.
MOST_TRICKS = 3


def playthrough(name: str) -> str:
    """A whole random game: every event, and at many points what each player sees."""
    return "\n".join(_lines(name)) + "\n"


def _lines(name: str) -> Iterator[str]:
    game_id, players, options = PLAYTHROUGHS[name]
    names = ["Anja", "Bernd", "Claudia", "Dieter", "Esra", "Farid"][:players]
    match = Match.new(game_id, options, names, seed=name)
    generator = rng(2026, len(name))
    yield f"{match.game.title}, {players} players, {match.options.to_mapping()}"
    told = steps = 0
    while True:
        for event in match.events(None, told):
            yield f"  {_event(event)}"
        told = match.event_count
        if match.finished:
            break
        if match.between_rounds:
            match.deal()
            continue
        if steps < 12 or steps % FULL_EVERY == 0:
            yield from _position(match)
        seat = match.waiting[below(generator, len(match.waiting))]
        legal = match.legal(seat)
        move = legal[below(generator, len(legal))]
        yield f"seat {seat}: {move}"
        match.play(seat, move)
        steps += 1
    yield from _position(match)
    yield f"record: {len(match.record()['rounds'])} rounds, total {list(match.totals)}, winners {match.winners}"


def _event(event: Event) -> str:
    values = ", ".join(f"{key}={value}" for key, value in vars(event).items())
    return f"{type(event).__name__}({values})"


def _position(match: Match) -> Iterator[str]:
    spectator = match.view()
    table = spectator.table
    yield (
        f"-- round {table.round}/{spectator.rounds_planned} {table.phase}, dealer {table.dealer}, "
        f"leader {table.leader}, waiting {list(table.waiting)}, trump {table.trump}, led {table.led}, "
        f"trick {list(table.trick)}, turned {list(table.turned)}, totals {list(table.totals)}"
    )
    yield f"   spectator  {_places(spectator)}"
    for seat in range(len(match.names)):
        view = match.view(seat)
        yield f"   seat {seat}     {_places(view)}"
        legal = match.legal(seat)
        if legal:
            shown = list(legal) if len(legal) <= 20 else [*legal[:3], f"… {len(legal)} in all"]
            yield f"              may {' '.join(shown)}"


def _places(view: View) -> str:
    return " | ".join(_place(place) for place in view.table.places)


def _place(place: Place) -> str:
    parts = [f"{place.cards}:{','.join(place.hand)}" if place.hand else f"{place.cards}"]
    if place.has_bid:
        parts.append(f"bid {'?' if place.bid is None else place.bid}{'' if place.shown else ' hidden'}")
    laid, fives, piles = (place.shows.get(name) for name in ("laid", "fives", "piles"))
    if laid or place.shows.get("has_laid"):
        parts.append(f"laid {','.join(laid or ()) or '?'}")
    if place.tricks:
        parts.append(f"tricks {place.tricks}")
    if fives:
        parts.append(f"fives {fives // 5:+}")
    if piles:
        parts.append("piles " + ",".join(f"{pile.top}x{pile.depth}" for pile in piles))
    return " ".join(parts)


# ---------------------------------------------------------------- perft


@dataclass(frozen=True)
class Perft:
    """Where to count: in which round, after how many random actions, and how deep."""

    game_id: str
    variant: Variant
    round_no: int
    after: int
    depth: int

    def __str__(self) -> str:
        return f"{self.variant} round={self.round_no} after={self.after}"


def perfts(game_id: str) -> list[Perft]:
    """For every variant: the beginning of a game, and the last tricks of a round with few cards, to their end."""
    found = []
    for variant in variants_of(game(game_id)):
        found.append(Perft(game_id, variant, 1, 0, 3))
        round_no = _round_with_few_cards(game_id, variant.players)
        actions, tricks = _length(game_id, variant, round_no)
        depth = variant.players * min(tricks, MOST_TRICKS)
        found.append(Perft(game_id, variant, round_no, actions - depth, depth))
    return found


def _round_with_few_cards(game_id: str, players: int) -> int:
    """The first round with the smallest hands, but of more than one card."""
    options = game(game_id).options()
    rounds = range(1, (options.rounds_planned(players) or 1) + 1)
    several = [number for number in rounds if options.hand_size(players, number) > 1]
    return min(several, key=lambda number: options.hand_size(players, number))


def _length(game_id: str, variant: Variant, round_no: int) -> tuple[int, int]:
    """How many actions and tricks a round has, however it is played."""
    book = game(game_id).book
    states = _begun(game_id, variant, round_no, book.new_states())
    actions = book.loops.random_round(states[0], book.deck.copy(), book.new_mask(), rng(0))
    return int(actions), int(states["tricks_done"][0])


def perft_counts(case: Perft) -> list[int]:
    """How many ways there are to go on for 1, 2, … actions."""
    book, at = game(case.game_id).book, game(case.game_id).book.at
    states, masks = book.new_states(case.depth + 1), np.zeros((case.depth + 1, book.mask_words), np.int64)
    _begun(case.game_id, case.variant, case.round_no, states)
    deck = FairDeals(f"perft {case.game_id} {case.variant}").deck(book.deck.tolist(), case.round_no)
    at.deal(states, 0, np.array(deck, np.int8))
    generator = rng(case.round_no, case.after)
    for _ in range(case.after):
        seat = book.loops.to_act(states[0])
        at.apply(states, 0, seat, book.loops.random_action(states[0], seat, masks[0], generator))
    return [int(book.loops.perft(states, masks, depth)) for depth in range(1, case.depth + 1)]


def _begun(game_id: str, variant: Variant, round_no: int, states: States) -> States:
    """A game in ``states[0]``, before the deal of a round."""
    found = game(game_id)
    options = found.options.read(variant.options)
    found.book.at.begin(states, 0, np.array(options.vector(variant.players, 0), np.int64))
    states["round_no"][0] = round_no - 1
    return states


def perft_file(game_id: str) -> str:
    """A line per case, for tests/data/perft/<game>.txt."""
    return "".join(f"{case}: {' '.join(map(str, perft_counts(case)))}\n" for case in perfts(game_id))
