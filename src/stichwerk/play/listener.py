"""What one seat knows of a round, put together from what it has heard: so a bot can play where there is no `Match`.

A world is made up in which everything heard has happened, with made-up cards where nothing is known; then all that
the seat cannot know is blanked out, by the same rules as always, and it does not matter any more what was made up.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from stichwerk.games import Game
from stichwerk.games.events import Dealt, TakenBack, TrumpTurned
from stichwerk.games.knowledge import Knowledge
from stichwerk.games.moves import lay_text
from stichwerk.games.options import Options
from stichwerk.play.engine import Engine
from stichwerk.play.notation import notation


@dataclass
class HeardRound:
    """What was heard of a round."""

    number: int
    dealer: int
    hand: tuple[str, ...]  # the listener's own
    turned: list[str] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)  # an empty text is a move face down
    revealed: dict[int, str] = field(default_factory=dict)  # what was turned over of those, by seat


class Listener:
    """A seat that listens to the events of a game (`stichwerk.games.events`, or the same from a server).

    >>> from stichwerk.games import game
    >>> from stichwerk.play.match import Match
    >>> match = Match.new("rage", names=["Anja", "Bernd"], seed="tea")
    >>> listener = Listener(match.game, match.options, 2, seat=1)
    >>> for event in match.events(1):
    ...     listener.hear(event)
    >>> bool((listener.knowledge().states == match.knowledge(1).states).all())
    True
    """

    def __init__(self, game: Game, options: Options, players: int, seat: int) -> None:
        self.game, self.options, self.players, self.seat = game, options, players, seat
        self._notation = notation(game, options)
        self._rounds: list[HeardRound] = []

    @property
    def knows_the_round(self) -> bool:
        """Whether the round was heard from its deal on."""
        return bool(self._rounds)

    def hear(self, told: Any) -> None:
        """Something has happened."""
        event = self.game.book.event_types.read(told)
        if isinstance(event, Dealt):
            self._rounds.append(HeardRound(event.round, event.dealer, tuple(event.hands[self.seat])))
        elif event is not None and self._rounds:
            heard = self._rounds[-1]
            if isinstance(event, TrumpTurned):
                heard.turned += event.cards
            if isinstance(event, TakenBack):
                last = max(place for place, (mover, _) in enumerate(heard.moves) if mover == event.seat)
                del heard.moves[last]
            if (made := event.made()) is not None:
                heard.moves.append(made)
            heard.revealed |= event.reveals()

    def knowledge(self) -> Knowledge:
        """What the seat knows."""
        return self._world().knowledge(self.seat)

    # ------------------------------------------------------------ a world in which it has happened

    def _world(self) -> Engine:
        first = self._rounds[0]
        engine = Engine(self.game, self.options, self.players, first.dealer, first.number)
        for heard in self._rounds:
            hands, stock = self._deal(heard)
            engine.deal(self._notation.deck([card for hand in hands for card in hand] + stock))
            for seat, text in heard.moves:
                move = self._notation.move(text or heard.revealed.get(seat) or self._made_up(engine, seat, hands[seat]))
                engine.do(seat, move.actions)
        return engine

    def _deal(self, heard: HeardRound) -> tuple[list[list[str]], list[str]]:
        """Hands and stock: known cards where they belong, all others anywhere."""
        unseen = Counter(self._notation.sorted_deck())
        hands = [
            list(heard.hand) if seat == self.seat else self._seen_from(heard, seat) for seat in range(self.players)
        ]
        for cards in (*hands, heard.turned):
            unseen.subtract(cards)
        rest = list(unseen.elements())
        size = self.options.hand_size(self.players, heard.number)
        for hand in hands:
            missing = size - len(hand)
            hand += rest[:missing]
            del rest[:missing]
        return hands, [*heard.turned, *rest]

    def _seen_from(self, heard: HeardRound, seat: int) -> list[str]:
        """The cards that another seat must have been dealt: those it has laid or played."""
        texts = [text or heard.revealed.get(seat, "") for mover, text in heard.moves if mover == seat]
        return [card for text in texts if text for card in self._notation.move(text).cards]

    def _made_up(self, engine: Engine, seat: int, hand: list[str]) -> str:
        """Any move that could have been made face down."""
        return lay_text(tuple(hand[: engine.to_lay])) if engine.to_lay else engine.legal(seat)[0]
