"""What the others could have held at a decision: as the seat could know it, and as its move was judged."""

from collections import Counter
from dataclasses import dataclass

from stichwerk.bots.evaluate import sampler
from stichwerk.errors import BadRecord
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.state import snapshot
from stichwerk.play.record import AnyRecord, record_of
from stichwerk.play.verify import check, rounds
from stichwerk.review.plan import LOOK, ReviewPlan

#: So many worlds are drawn: a share of a half is known to 7 in a hundred, with 95 %.
WORLDS = 200


@dataclass(frozen=True)
class Held:
    """How likely each card was in whose hand, by seat; nothing of the ``seat`` itself, which knows what it holds."""

    seat: int
    hands: tuple[dict[str, float], ...]


def held_at(record: AnyRecord, round_no: int, number: int, worlds: int = WORLDS) -> Held:
    """What the others could have held before a move, which is told by its round and its number there, from 1.

    >>> from stichwerk import Match
    >>> match = Match.new("alles-oder-nichts", {"rounds": 1}, ["Anja", "Bernd", "Claudia"], seed="tea")
    >>> while not match.finished:
    ...     match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    >>> held = held_at(match.record(), 1, 1)
    >>> held.seat, [round(sum(hand.values())) for hand in held.hands]
    (0, [0, 6, 6])
    """
    found = record_of(record)
    check(found)
    for engine, part in rounds(found):
        for at, (seat, move) in enumerate(part.moves, 1):
            if (engine.round_no, at) == (round_no, number):
                return Held(seat, hands_known_to(engine.knowledge(seat), engine.players, worlds))
            engine.do(seat, engine.check(seat, move).actions)
    raise BadRecord(f"there is no move {number} in round {round_no} of this game", "no-round")


def hands_known_to(known: Knowledge, players: int, worlds: int = WORLDS) -> tuple[dict[str, float], ...]:
    """How likely each card is in whose hand, from what a seat knows."""
    place = known.game.book.presentation.place
    others = [seat for seat in range(players) if seat != known.seat]
    cards: list[Counter[str]] = [Counter() for _ in range(players)]
    seed = ReviewPlan().seed_for(LOOK, int(known.states["round_no"][0]), known.seat)
    for world in sampler(known.game).worlds(known, worlds, seed):
        shown = snapshot(world)
        for seat in others:
            cards[seat].update(place(shown, seat).hand)
    return tuple({card: count / worlds for card, count in hand.most_common()} for hand in cards)
