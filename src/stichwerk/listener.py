"""What one seat knows of a round, put together from what it has heard: so a bot can play where there is no `Match`.

A world is made up in which everything heard has happened, with made-up cards where nothing is known; then all that
the seat cannot know is blanked out, by the same rules as always, and it does not matter any more what was made up.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from stichwerk.engine import Engine
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.kernel.state import States
from stichwerk.notation import LAY, notation


@dataclass
class Heard:
    """What was heard of a round."""

    number: int
    dealer: int
    hand: tuple[str, ...]  # the listener's own
    turned: list[str] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)  # an empty text is a move face down
    bids: dict[int, int] = field(default_factory=dict)
    layouts: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def seen_from(self, seat: int) -> list[str]:
        """The cards that another seat must have been dealt: those it has laid or played."""
        played = [move.split(":")[0] for mover, move in self.moves if mover == seat and _is_card(move)]
        return [*self.layouts.get(seat, ()), *played]


def _is_card(move: str) -> bool:
    return bool(move) and not move.startswith(("bid:", LAY)) and move not in ("show", "hide")


class Listener:
    """A seat that listens to the events of a game (`stichwerk.events`, or the same from a server).

    >>> from stichwerk.games import game
    >>> from stichwerk.match import Match
    >>> match = Match.new("rage", names=["Anja", "Bernd"], seed="tea")
    >>> listener = Listener(match.game, match.options, 2, seat=1)
    >>> for event in match.events(1):
    ...     listener.hear(event)
    >>> bool((listener.hidden(1) == match.hidden(1)).all())
    True
    """

    def __init__(self, game: Game, options: Options, players: int, seat: int) -> None:
        self.game, self.options, self.players, self.seat = game, options, players, seat
        self._notation = notation(game, options)
        self._rounds: list[Heard] = []

    @property
    def knows_the_round(self) -> bool:
        """Whether the round was heard from its deal on."""
        return bool(self._rounds)

    def hear(self, event: Any) -> None:
        """Something has happened."""
        name = type(event).__name__
        if name == "Dealt":
            self._rounds.append(Heard(event.round, event.dealer, tuple(event.hands[self.seat])))
        elif self._rounds and name in _HEARERS:
            _HEARERS[name](self._rounds[-1], event)

    def check_turn(self, seat: int) -> None:
        """Whoever asks for a move knows whose turn it is."""

    def hidden(self, seat: int) -> States:
        """The state as the seat knows it; only its own seat can be asked for."""
        assert seat == self.seat, "a listener knows what its own seat knows"
        return self._world().hidden(seat)

    # ------------------------------------------------------------ a world in which it has happened

    def _world(self) -> Engine:
        first = self._rounds[0]
        dealer = first.dealer if first.number == 1 else (first.dealer - 1) % self.players
        engine = Engine(self.game, self.options, self.players, dealer)
        engine.states["round_no"][0] = first.number - 1
        for heard in self._rounds:
            hands, stock = self._deal(heard)
            engine.deal(self._notation.deck([card for hand in hands for card in hand] + stock))
            for seat, move in heard.moves:
                known = move or self._made_up(engine, heard, seat, hands[seat])
                engine.do(seat, self._notation.actions_of(known))
        return engine

    def _deal(self, heard: Heard) -> tuple[list[list[str]], list[str]]:
        """Hands and stock: known cards where they belong, all others anywhere."""
        names = self._notation.cards
        unseen = Counter(names[card] for card in self.game.book.deck.tolist())
        hands = [list(heard.hand) if seat == self.seat else heard.seen_from(seat) for seat in range(self.players)]
        for cards in (*hands, heard.turned):
            unseen.subtract(cards)
        rest = list(unseen.elements())
        size = self.options.hand_size(self.players, heard.number)
        for hand in hands:
            missing = size - len(hand)
            hand += rest[:missing]
            del rest[:missing]
        return hands, [*heard.turned, *rest]

    def _made_up(self, engine: Engine, heard: Heard, seat: int, hand: list[str]) -> str:
        """A move that was made face down: as it was turned over later, or any."""
        if engine.to_lay:
            return LAY + ",".join(heard.layouts.get(seat, tuple(hand[: engine.to_lay])))
        return f"bid:{heard.bids.get(seat, 0)}"


# ---------------------------------------------------------------- what is heard


def _bid(heard: Heard, event: Any) -> None:
    heard.moves.append((event.seat, f"bid:{event.bid}"))


def _face_down(heard: Heard, event: Any) -> None:
    heard.moves.append((event.seat, event.move))


def _bids_revealed(heard: Heard, event: Any) -> None:
    heard.bids |= {seat: bid for seat, bid in enumerate(event.bids) if bid is not None}


def _layouts_shown(heard: Heard, event: Any) -> None:
    heard.layouts = {seat: tuple(cards) for seat, cards in enumerate(event.layouts)}


def _bid_shown(heard: Heard, event: Any) -> None:
    heard.moves.append((event.seat, "hide" if event.bid is None else "show"))
    if event.bid is not None:
        heard.bids[event.seat] = event.bid


def _card_played(heard: Heard, event: Any) -> None:
    heard.moves.append((event.seat, event.card))


def _trump_turned(heard: Heard, event: Any) -> None:
    heard.turned += event.cards


_HEARERS: dict[str, Callable[[Heard, Any], None]] = {
    "Bid": _bid,
    "SecretMove": _face_down,
    "BidsRevealed": _bids_revealed,
    "LayoutsShown": _layouts_shown,
    "BidShown": _bid_shown,
    "CardPlayed": _card_played,
    "TrumpTurned": _trump_turned,
}
