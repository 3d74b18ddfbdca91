"""A record checked against the rules and its seed, or played again as a match."""

from collections.abc import Iterator

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from stichwerk.errors import BadRecord, IllegalMove, StichwerkError, quoted
from stichwerk.play.engine import Engine
from stichwerk.play.fair import FairDeals, commitment
from stichwerk.play.fairness import check_receipts
from stichwerk.play.match import Match
from stichwerk.play.notation import notation
from stichwerk.play.record import AnyRecord, Record, record_of
from stichwerk.play.record_shape import RecordedRound


def replay(record: AnyRecord) -> Match:
    """The game of a record, played again move by move. Raises `BadRecord` where it breaks the rules.

    >>> replay(Match.new("rage", names=["Anja", "Bernd"], seed="tea").record()).names
    ('Anja', 'Bernd')
    """
    record = record_of(record)
    match = _begin(record)
    for _ in _steps(record, match):
        pass
    written = match.record()
    match.extra = {key: value for key, value in record.extra.items() if key not in written}
    return match


def steps(record: Record) -> Iterator[tuple[int, Match]]:
    """The game of a record, played again: the same match after each deal and each move, with the number of the round.

    A record that breaks the rules raises `BadRecord` before the first step.
    """
    return _steps(record, _begin(record))


def rounds(record: Record) -> Iterator[tuple[Engine, RecordedRound]]:
    """The rounds of a record that holds, each just dealt in an engine. Whoever looks on plays it to its end there."""
    engine = Engine(record.game, record.options, len(record.seats), _first_dealer(record))
    for part in record.rounds:
        engine.deal(_deck(record, part))
        yield engine, part


def _begin(record: Record) -> Match:
    check(record)
    return Match(record.game, record.options, record.seats, _first_dealer(record), record.deals)


def _steps(record: Record, match: Match) -> Iterator[tuple[int, Match]]:
    for number, part in enumerate(record.rounds, 1):
        match.deal(_deck(record, part))
        yield number, match
        for seat, move in part.moves:
            match.play(seat, move)
            yield number, match


def check(record: Record) -> None:
    """Check a record against the rules and, where it has a seed, the deals. Raises `BadRecord` at the first breach."""
    engine = Engine(record.game, record.options, len(record.seats), _first_dealer(record))
    deals = record.deals
    if deals is not None:
        check_commitment(record, deals, _first_dealer(record) if record.rounds else None)
    for number, part in enumerate(record.rounds, 1):
        if engine.finished:
            raise _breach(number, None, "the game was over before this round")
        if engine.waiting:
            raise _breach(number, None, f"round {number - 1} was not played to its end")
        deck = _checked_deck(record, part, number)
        engine.deal(deck)
        if part.dealer != engine.dealer:
            raise _breach(number, None, f"the dealer is seat {part.dealer} but must be seat {engine.dealer}")
        if deals is not None:
            _check_deal(record, deals, deck, number)
        _check_moves(engine, part, number)
        _check_score(engine, part, number)
    _check_end(engine, record)


def _first_dealer(record: Record) -> int:
    return record.rounds[0].dealer if record.rounds else 0


def _deck(record: Record, part: RecordedRound) -> NDArray[np.int8]:
    cards = [card for hand in (*part.hands, part.stock) for card in hand]
    return notation(record.game, record.options).deck(cards)


def _checked_deck(record: Record, part: RecordedRound, number: int) -> NDArray[np.int8]:
    size = record.options.hand_size(len(record.seats), number)
    for seat, hand in enumerate(part.hands):
        if len(hand) != size:
            raise _breach(number, None, f"seat {seat} is dealt {len(hand)} cards, not {size}")
    try:
        return _deck(record, part)
    except StichwerkError as problem:
        raise _breach(number, None, problem.message, problem.code) from None


def _check_moves(engine: Engine, part: RecordedRound, number: int) -> None:
    begins_in_secret = len(engine.waiting) > 1
    for count, (seat, move) in enumerate(part.moves, 1):
        try:
            engine.do(seat, engine.check(seat, move).actions)
        except StichwerkError as problem:
            rule = f" ({problem.rule})" if isinstance(problem, IllegalMove) and problem.rule else ""
            raise _breach(number, count, f"seat {seat} {_shown(move)}: {problem.message}{rule}", problem.code) from None
    if begins_in_secret:
        _check_secret_order(engine, part, number)


def _check_secret_order(engine: Engine, part: RecordedRound, number: int) -> None:
    """A round that begins with all at once: whoever chose first, in a record the dealer's left stands first."""
    places = [(seat - engine.dealer - 1) % engine.players for seat, _ in part.moves[: engine.players]]
    for count in range(1, len(places)):
        if places[count] < places[count - 1]:
            raise _breach(number, count + 1, "the moves of a secret phase stand in order, the dealer's left first")


def _shown(move: str) -> str:
    return move if move.isprintable() and len(move) <= 40 else quoted(move)


def _check_score(engine: Engine, part: RecordedRound, number: int) -> None:
    if engine.waiting:
        if part.score is not UNSET:
            raise _breach(number, None, "the round has a score but is not over")
    elif part.score is UNSET:
        raise _breach(number, None, "the round is over but has no score")
    elif part.score != engine.scores:
        told = quoted(list(part.score))
        raise _breach(number, None, f"the score is {list(engine.scores)}, not {told}", "wrong-score")


def _check_end(engine: Engine, record: Record) -> None:
    if record.total != engine.totals:
        raise BadRecord(f"the total is {list(engine.totals)}, not {quoted(list(record.total))}", "wrong-total")
    winners = engine.winners if engine.finished else None
    if record.winners != winners:
        if winners is None:
            raise BadRecord("the game is not over, so winners must be null", "wrong-winners")
        told = "null" if record.winners is None else quoted(list(record.winners))
        raise BadRecord(f"the winners are {list(winners)}, not {told}", "wrong-winners")


def check_commitment(record: Record, deals: FairDeals, first_dealer: int | None) -> None:
    """Check what a record tells of its deals, but for the decks. ``first_dealer``: who dealt, if anybody has."""
    published = record.extra.get("commitment")
    if published is not None and published != deals.commitment:
        raise BadRecord("the seed does not belong to the commitment: its SHA-256 is another", "wrong-commitment")
    if first_dealer is not None and first_dealer != _expected_dealer(record, deals):
        raise _breach(1, None, "the first dealer does not follow from the seed", "wrong-deal")
    check_receipts(record)
    for seat, cut in enumerate(record.extra.get("cuts", ())):
        salt = deals.salts[seat]  # empty where it was never opened
        if salt and commitment(salt) != cut:
            raise BadRecord(f"the salt of seat {seat} does not belong to its cut: its SHA-256 is another", "wrong-cut")


def _expected_dealer(record: Record, deals: FairDeals) -> int:
    """The seat that has to deal first: drawn, or, in a rematch, named before the game."""
    dealer: int = record.extra.get("first_dealer", deals.first_dealer(len(record.seats)))
    return dealer


def _check_deal(record: Record, deals: FairDeals, deck: NDArray[np.int8], number: int) -> None:
    if deals.deck([int(card) for card in record.game.book.deck], number) != deck.tolist():
        raise _breach(number, None, "the deal does not follow from the seed", "wrong-deal")


def _breach(number: int, move: int | None, message: str, code: str = "bad-record") -> BadRecord:
    where = f"round {number}" + (f", move {move}" if move is not None else "")
    return BadRecord(f"{where}: {message}", code)
