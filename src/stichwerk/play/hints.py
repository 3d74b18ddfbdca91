"""Hints: what each move of a seat is likely to bring, as far as the seat can know."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from stichwerk.bots.evaluate import Actions, MoveValue, evaluate, move_value, sampler
from stichwerk.games.knowledge import Knowledge
from stichwerk.games.moves import Move, bid_of, cards_of
from stichwerk.kernel.rng import Rng, draw, rng
from stichwerk.kernel.state import snapshot
from stichwerk.play.decision import Decision, by_colour
from stichwerk.play.match import Match
from stichwerk.play.notation import notation
from stichwerk.play.reasons import Reason, seen_reasons

#: Playouts per action: enough for a standard error of about a third of a point, within a second. (Where they go by a
#: trained network there are fewer, so that nobody waits.)
PLAYOUTS = 1000
#: Moves that are fewer standard errors of their difference apart are called equal.
EQUAL = 2.0
#: Layings are too many to try: tried are those that the player who plays on in thought comes upon most often, asked so
#: many times, if its choices vary so much more than usual. So many are told.
LAYINGS, VARIED = 12, 4.0
_ASKED, _LAYINGS_TOLD = 64, 5


@dataclass(frozen=True)
class Outlook:
    """What a move is expected to bring in this round, if everybody plays on well.

    ``points`` with their standard ``error``; ``gain``, how far ahead of the others that is; ``tricks``, the probability
    of each number of tricks; ``exact``, in games with bids, the probability that the bid is met. ``behind``, how much
    less it gains than the best move, with the standard error of that: less than two of them, and the two are equal.
    ``takes``, the probability that the trick under way is taken.
    """

    move: str
    points: float
    error: float
    gain: float
    tricks: tuple[float, ...]
    exact: float | None = None
    gain_error: float = 0.0
    behind: float = 0.0
    behind_error: float = 0.0
    takes: float = 0.0


@dataclass(frozen=True)
class Hints:
    """The legal moves, best first: the best is the one that gains most on the others.

    Layings are too many to try: of them there are a few or, card by card, the recommended one, and ``cards`` has the
    outlook of each card that could be laid first, then second, and so on, after the ones recommended before it.
    ``reasons``: why the best card is better than the next that is not as good, where that can be said.
    """

    moves: tuple[Outlook, ...]
    cards: tuple[tuple[Outlook, ...], ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def best(self) -> Outlook:
        """The recommended move."""
        return self.moves[0]


def hints(match: Match, seat: int | None = None, generator: Rng | None = None, playouts: int = PLAYOUTS) -> Hints:
    """What a seat whose turn it is should do, judged by what the seat may know; by default the first that has to move.

    All chance comes from the ``generator``; without one, the same position gets the same hints again.

    >>> match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
    >>> found = hints(match, playouts=20)
    >>> len(found.moves), round(sum(found.best.tricks), 6)
    (11, 1.0)
    """
    if seat is None:
        seat = match.waiting[0] if match.waiting else 0  # where nobody can move, every seat is told why
    match.check_turn(seat)
    return hints_for(match.knowledge(seat), generator, playouts, card_by_card=True)


def hints_for(
    known: Knowledge, generator: Rng | None = None, playouts: int = PLAYOUTS, card_by_card: bool = False
) -> Hints:
    """The same, from nothing but what a seat knows whose turn it is. ``card_by_card``: how layings are told."""
    generator = rng(0) if generator is None else generator
    decision = Decision(known)
    bid = decision.known.game.book.presentation.place(snapshot(known.states), known.seat).bid
    if not decision.lays:
        moves = _outlooks(decision, bid, generator, playouts)
        worse = next((one for one in moves if one.behind > EQUAL * one.behind_error), None)
        return Hints(moves, reasons=() if worse is None else all_reasons(known, moves[0], worse))
    if not card_by_card:
        return Hints(_layings(decision, generator, playouts))
    cards: list[tuple[Outlook, ...]] = []

    def choose() -> int:
        cards.append(_outlooks(decision, bid, generator, playouts))
        return decision.notation.card(cards[-1][0].move)

    move = decision.move(choose)
    return Hints((replace(cards[-1][0], move=move),), tuple(cards))


def hints_about(known: Knowledge, found: Hints, text: str, playouts: int = PLAYOUTS) -> tuple[Hints, str]:
    """What was found, with a move that somebody has in mind among the moves, and why the best one is better than it;
    and how that move is written there. Of layings, it may be one that nobody thought of.
    """
    names = notation(known.game, known.options)
    actions = names.move(text).actions
    lays = Decision(known).lays
    asked = names.lay(by_colour(names, actions)).text if lays else text
    moves, best = found.moves, found.best
    outlooks = {each.move: each for each in moves}
    if asked not in outlooks:
        outlooks[asked] = _compared(known, best, names.lay(by_colour(names, actions)), playouts)
        moves = (best, *sorted((*moves[1:], outlooks[asked]), key=lambda each: each.behind))
    worse = outlooks[asked]
    is_worse = worse.behind > EQUAL * worse.behind_error
    return Hints(moves, reasons=all_reasons(known, best, worse) if is_worse else ()), asked


def _compared(known: Knowledge, best: Outlook, laying: Move, playouts: int) -> Outlook:
    """What a laying would bring, by how much less it brings than the best one in the same worlds."""
    tried = [notation(known.game, known.options).move(best.move).actions, laying.actions]
    player = sampler(known.game)
    samples = player.moves(known, tried, max(2, player.affordable(known, 2 * playouts) // 2), draw(rng(0)))
    value = move_value(laying.actions, samples.of([1]), samples.of([0]), int(known.states["hand_size"][0]))
    behind, fewer = max(0.0, value.behind), float((samples.points[:, 0] - samples.points[:, 1]).mean())
    found = outlook(laying, value, None)
    return replace(found, behind=behind, gain=best.gain - behind, points=best.points - fewer)


def is_card(move: str) -> bool:
    """Whether a move is a single card, neither a bid nor a laying nor a word."""
    return bid_of(move) is None and not cards_of(move) and not move.islower()


def all_reasons(known: Knowledge, best: Outlook, other: Outlook) -> tuple[Reason, ...]:
    """Why the best card is better, by what came of both and by what can be seen; of bids and layings their numbers
    speak.
    """
    if not (is_card(best.move) and is_card(other.move)):
        return ()
    return (*reasons(best, other), *seen_reasons(known, best.move, other.move))


def reasons(best: Outlook, other: Outlook) -> tuple[Reason, ...]:
    """Why the best move is better, as far as that holds in every world that was tried; often nothing does.

    >>> best, other = Outlook("R7", 9, 1, 2, (1.0,), takes=1.0), Outlook("R5", 4, 1, -2, (1.0,), takes=0.3)
    >>> reasons(best, other)
    (Reason(code='takes', move='R7', about={}),)
    """
    found = []
    if best.takes == 1 > other.takes:
        found.append(Reason("takes", best.move))
    elif best.takes == 0 < other.takes:
        found.append(Reason("leaves", best.move))
    if best.exact and other.exact == 0:
        found.append(Reason("never-exact", other.move))
    return tuple(found)


def _outlooks(decision: Decision, bid: int | None, generator: Rng, playouts: int) -> tuple[Outlook, ...]:
    """What each legal action would bring, best first; ``bid`` is the one already made."""
    moves = [(action,) for action in decision.known.legal()]
    found = evaluate(decision.known, moves, draw(generator), _affordable(decision.known, playouts * len(moves))).ranked
    return tuple(outlook(decision.notation.moves[one.actions[0]], one, bid) for one in found)


def _affordable(known: Knowledge, playouts: int) -> int:
    return sampler(known.game).affordable(known, playouts)


def _layings(decision: Decision, generator: Rng, playouts: int) -> tuple[Outlook, ...]:
    """What the layings that come to mind would bring, the best few."""
    known, names = decision.known, decision.notation
    tried = often_laid(known, decision.actions, draw(generator))
    found = evaluate(known, tried, draw(generator), _affordable(known, playouts * len(tried))).ranked
    return tuple(outlook(names.lay(one.actions), one, None) for one in found[:_LAYINGS_TOLD])


def often_laid(known: Knowledge, cards: int, seed: int) -> Sequence[Actions]:
    """Those of all layings of so many cards that are worth a thought."""
    varied = usual_moves(known, cards, seed, VARIED)
    return sorted(actions for actions, _ in varied.most_common(LAYINGS))


def usual_moves(known: Knowledge, actions: int, seed: int, noise: float) -> Counter[Actions]:
    """How often the player who plays on in thought makes which move here, each of so many actions."""
    moves = sampler(known.game).usual(known, actions, _ASKED, seed, noise)
    if actions == 1:
        return Counter(moves)
    names = notation(known.game, known.options)
    return Counter(by_colour(names, cards) for cards in moves)


def outlook(move: Move, value: MoveValue, bid: int | None) -> Outlook:
    """What is to be said of a move, in words of the game; ``bid`` is the one already made."""
    aim = bid if move.bid is None else move.bid
    return Outlook(
        move.text, value.points, value.error, value.gain, value.tricks, None if aim is None else value.tricks[aim],
        value.gain_error, value.behind, value.behind_error, value.takes,
    )  # fmt: skip
