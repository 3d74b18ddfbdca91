"""A game being played: names at the seats, moves as strings, views and events per seat, and its record.

>>> match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
>>> seat = match.waiting[0]
>>> match.legal(seat)[:3]
('bid:0', 'bid:1', 'bid:2')
>>> match.play(seat, "bid:2")
>>> match.play(seat, "bid:3")
Traceback (most recent call last):
    ...
stichwerk.errors.IllegalMove: it is seat 1's turn
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from stichwerk.errors import BadDeal, BadPlayers, IllegalMove, is_text, listed, quoted
from stichwerk.games import SPECTATOR, Game
from stichwerk.games.annotations import Annotations
from stichwerk.games.events import (
    Event,
    GameEnded,
    SecretMove,
    TakenBack,
    TrickTaken,
    of_deal,
    seen_alike,
    trumps_after,
)
from stichwerk.games.knowledge import Knowledge
from stichwerk.games.options import Options
from stichwerk.games.plain_data import PlainData
from stichwerk.games.setup import agreed
from stichwerk.games.view import Tableau
from stichwerk.kernel.state import State
from stichwerk.pictures.table_html import table_html
from stichwerk.play.engine import Engine
from stichwerk.play.fair import FairDeals, new_seed
from stichwerk.play.match_view import OwnSight, View
from stichwerk.play.record import RecordData, game_data, round_data
from stichwerk.play.score_sheet import SheetRound, sheet_round


@dataclass
class _RoundLog:
    """What a record needs to know of a round."""

    dealer: int
    deck: tuple[int, ...]
    secret_moves: dict[int, str] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)
    score: tuple[int, ...] | None = None
    sheet: SheetRound | None = None


class _Moment(PlainData, frozen=True, eq=False):
    """How things stood before a move that may still be taken back."""

    seat: int
    move: str
    secret: bool
    state: bytes
    first_event: int
    last_trick: TrickTaken | None
    trumps: tuple[str | None, ...]


class Match:
    """A game being played. Use `Match.new`, or `stichwerk.play.verify.replay` for one that was recorded."""

    def __init__(
        self, game: Game, options: Options, names: Sequence[str], dealer: int, deals: FairDeals | None
    ) -> None:
        self.game, self.options = game, options
        self.names = tuple(names)
        self.deals = deals
        self.extra: dict[str, Any] = {}  # further keys of the record this match was read from
        self._told_options = options.to_mapping()
        self._engine = Engine(game, options, len(self.names), dealer)
        self._events: list[Event] = []
        self._rounds: list[_RoundLog] = []
        self._score_sheet: tuple[tuple[int, ...], ...] = ()
        self._last_trick: TrickTaken | None = None
        self._trumps: tuple[str | None, ...] = ()
        self._moments: list[_Moment] = []  # before the last move, and before the secret ones since

    @classmethod
    def new(
        cls,
        game: Game | str,
        options: Mapping[str, Any] | Options | None = None,
        names: Sequence[str] = (),
        seed: str | None = None,
        salts: Sequence[str] | None = None,
    ) -> Self:
        """Begin a game and deal its first round. Without a seed a secret one is drawn.

        ``salts`` are the players' cuts, by seat; the empty text where a player did not cut.
        """
        setup = agreed(game, options, len(names))
        seed = new_seed() if seed is None else seed
        _check_texts(names, seed, salts or ())
        if salts is not None and len(salts) != len(names):
            raise BadPlayers(f"there are {len(names)} players but {len(salts)} cuts; give one for each, '' for none")
        deals = FairDeals(seed, tuple(salts or [""] * len(names)))
        match = cls(setup.game, setup.options, names, deals.first_dealer(len(names)), deals)
        match.deal()
        return match

    def __repr__(self) -> str:
        """The match in a line, as everybody may know it."""
        planned = self.options.rounds_planned(len(self.names))
        round_no = f"round {self._engine.round_no}{f' of {planned}' if planned else ''}"
        points = ", ".join(f"{name} {total}" for name, total in zip(self.names, self.totals, strict=True))
        return f"<Match: {self.game.title}, {round_no}: {points}; {self._news()}>"

    def _news(self) -> str:
        """Who has to do something, or has won."""
        if self.between_rounds:
            return "to be dealt"
        seats = self.winners or self.waiting
        return listed([self.names[seat] for seat in seats], "and") + (" won" if self.finished else " to move")

    def _repr_html_(self) -> str:
        """The picture in a notebook: what a spectator may see, and no more."""
        return table_html(self.game, self.view())

    # ------------------------------------------------------------ where the game stands

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may move now; empty between rounds and at the end."""
        return self._engine.waiting

    @property
    def between_rounds(self) -> bool:
        """Whether the next thing to happen is a deal."""
        return not self.waiting and not self.finished

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self._engine.finished

    @property
    def round_no(self) -> int:
        """The round, from 1; 0 before the first deal."""
        return self._engine.round_no

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far, by seat."""
        return self._engine.totals

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won; None while the game goes on."""
        return self._engine.winners if self.finished else None

    @property
    def score_sheet(self) -> tuple[tuple[int, ...], ...]:
        """The points of each finished round."""
        return self._score_sheet

    @property
    def sheet(self) -> tuple[SheetRound, ...]:
        """The finished rounds with bids, tricks and the arithmetic of the points."""
        return tuple(log.sheet for log in self._rounds if log.sheet is not None)

    @property
    def event_count(self) -> int:
        """How many events there have been: the ``since`` to ask with next time."""
        return len(self._events)

    def legal(self, seat: int) -> tuple[str, ...]:
        """The moves open to the seat now."""
        return self._engine.legal(seat)

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that is not at this table or may not move now, with the reason."""
        self._engine.check_seat(seat)
        self._engine.check_turn(seat)

    def check(self, seat: int, move: str) -> None:
        """Refuse a move that `play` would refuse, with the same reason. Nothing happens."""
        self._engine.check(seat, move)

    def knowledge(self, seat: int) -> Knowledge:
        """What the seat knows, for a bot or for advice: the state with all else blanked."""
        return self._engine.knowledge(seat)

    def known(self, seat: int) -> State:
        """The same, to be read quickly."""
        return self._engine.known(seat)

    def view(self, seat: int | None = None) -> View:
        """All that the seat may see; without a seat, what a spectator may."""
        return self._view(seat, *self._engine.seen(SPECTATOR if seat is None else seat))

    def own_sight(self, seat: int) -> OwnSight:
        """What the seat sees otherwise than a spectator; all else in its view is the same."""
        known = self._engine.known(seat)
        place, annotations = self._engine.told_of(known, seat)
        return OwnSight(known, place, self._open_to(seat), annotations)

    def _open_to(self, seat: int) -> tuple[str, ...]:
        """The moves that a view of the seat names: now, and where they can be named."""
        return self.legal(seat) if seat in self._engine.table().waiting and not self._engine.to_lay else ()

    def revealed(self) -> View:
        """All that there is to see, with everybody's cards and bids: for a game that is over."""
        return self._view(None, *self._engine.revealed())

    def _view(self, seat: int | None, table: Tableau, annotations: Annotations) -> View:
        return View(
            game=self.game.id,
            options=dict(self._told_options),
            names=self.names,
            seat=seat,
            table=table,
            to_lay=self._engine.to_lay,
            legal=() if seat is None else self._open_to(seat),
            rounds_planned=self.options.rounds_planned(len(self.names)),
            score_sheet=self.score_sheet,
            last_trick=self._last_trick,
            finished=self.finished,
            winners=self.winners,
            commitment=self.deals.commitment if self.deals else self.extra.get("commitment"),
            trumps=self._trumps,
            annotations=annotations,
        )

    def events(self, seat: int | None = None, since: int = 0, until: int | None = None) -> tuple[Event, ...]:
        """What has happened, from event number ``since`` on (up to ``until``), as the seat (or a spectator) saw it."""
        watcher = SPECTATOR if seat is None else seat
        if seat is not None:
            self._engine.check_seat(seat)
        return tuple([event.seen_by(watcher) for event in self._events[since:until]])

    def seen_alike(self, since: int, until: int) -> bool:
        """Whether everybody saw the same of what happened between these events."""
        return all(seen_alike(event) for event in self._events[since:until])

    def all_events(self, since: int = 0) -> tuple[Event, ...]:
        """What has happened, with everybody's cards and secret moves: for a game that is over."""
        return tuple(self._events[since:])

    # ------------------------------------------------------------ what happens

    def deal(self, deck: NDArray[np.int8] | None = None) -> None:
        """Deal the next round: from the fair deals, or the given deck."""
        if not self.between_rounds:
            raise IllegalMove(
                "the game is over" if self.finished else "the round is not over yet: play it to the end", "no-deal-now"
            )
        if deck is None:
            if self.deals is None:
                raise IllegalMove("this game was dealt by hand: give the deck of the next round", "no-deck")
            fresh = [int(card) for card in self.game.book.deck]
            deck = np.array(self.deals.deck(fresh, self._engine.round_no + 1), np.int8)
        self._engine.deal(deck)
        self._rounds.append(_RoundLog(self._engine.dealer, tuple(deck.tolist())))
        self._last_trick = None
        self._moments = []
        table = self._engine.table()
        events = of_deal(table, self._engine.hands())
        self._trumps = trumps_after((), events, table.trump)
        self._events += events

    def play(self, seat: int, text: str) -> None:
        """Make a move. An illegal one raises, with a reason, and changes nothing."""
        move = self._engine.check(seat, text)
        before = self._engine.table()
        self._remember(seat, move.text, before.secret)
        self._engine.do(seat, move.actions)
        table = self._engine.table()
        events = self.game.book.event_types.of_move(seat, move, before, table)
        self._last_trick = next((event for event in events if isinstance(event, TrickTaken)), self._last_trick)
        self._trumps = trumps_after(self._trumps, events, table.trump)
        log = self._rounds[-1]
        if before.secret:
            log.secret_moves[seat] = move.text
        else:
            log.moves.append((seat, move.text))
        if not self.waiting:
            log.score = self._engine.scores
            self._score_sheet = (*self._score_sheet, log.score)
            log.sheet = sheet_round(table, self._hand_size(len(self._rounds)), self._engine.parts())
        if self.finished:
            events.append(GameEnded(self.totals, self._engine.winners))
        self._events += events

    def take_over(self, seat: int, name: str, told: Mapping[str, Any]) -> None:
        """Between two rounds: from the next one on somebody else plays here. The points stay with the seat.

        The record has the name of whoever plays at the end, and under ``taken_over`` who did before, with what is told.
        """
        before = {"round": self._engine.round_no + 1, "seat": seat, "name": self.names[seat], **told}
        self.extra["taken_over"] = [*self.extra.get("taken_over", ()), before]
        self.names = (*self.names[:seat], name, *self.names[seat + 1 :])

    # ------------------------------------------------------------ taking a move back

    def may_take_back(self, seat: int) -> bool:
        """Whether the seat may take back its last move: nobody has learned anything from what followed.

        Since then it has seen only what it knew already: its own move, the trick that this completed, and that others
        have chosen face down.
        """
        moment = self._moment_of(seat)
        if moment is None or not self.waiting:
            return False
        return all(_tells_nothing(event, seat) for event in self._events[moment.first_event :])

    def take_back(self, seat: int) -> None:
        """Undo the last move of the seat; refused if something has been learned since. No record shows it."""
        moment = self._moment_of(seat)
        if moment is None or not self.may_take_back(seat):
            raise IllegalMove("a move can be taken back only while nothing has followed from it", "learned-something")
        later = self._moments[self._moments.index(moment) + 1 :]
        self._moments = []
        self._engine.restore(moment.state)
        self._last_trick, self._trumps = moment.last_trick, moment.trumps
        if moment.secret:
            del self._rounds[-1].secret_moves[seat]
        else:
            self._rounds[-1].moves.pop()
        for other in later:  # what others have chosen face down meanwhile, they have chosen
            self._remember(other.seat, other.move, other.secret)
            self._engine.do(other.seat, self._engine.check(other.seat, other.move).actions)
        self._events.append(TakenBack(seat))

    def _remember(self, seat: int, move: str, secret: bool) -> None:
        if not secret:
            self._moments = []  # what was before an open move cannot be taken back any more
        self._moments.append(
            _Moment(seat, move, secret, self._engine.state, len(self._events), self._last_trick, self._trumps)
        )

    def _moment_of(self, seat: int) -> _Moment | None:
        """The moment before the seat's last move, if one can go back to it: it and all later moves were face down."""
        found = [moment for moment in self._moments if moment.seat == seat]
        return found[-1] if found and (found[-1].secret or found[-1] is self._moments[-1]) else None

    # ------------------------------------------------------------ the record

    def record(self) -> RecordData:
        """The whole game as plain data (see `stichwerk.play.record`). It shows everything: keep it from the players.

        The seed is part of it only after the game; then anyone may check the deals.
        """
        rounds = [self._round_record(number, log) for number, log in enumerate(self._rounds, 1)]
        record = game_data(self.game, self.options, self.names, rounds, self.totals, self.winners)
        if self.deals is not None:
            record["commitment"] = self.deals.commitment
            record["salts"] = list(self.deals.salts)
            if self.finished:
                record["seed"] = self.deals.seed
        return RecordData(record | self.extra)

    def _round_record(self, round_no: int, log: _RoundLog) -> dict[str, Any]:
        players = len(self.names)
        names = self._engine.notation.cards
        in_order = sorted(log.secret_moves, key=lambda seat: (seat - log.dealer - 1) % players)
        moves = [(seat, log.secret_moves[seat]) for seat in in_order] + log.moves
        deck = [names[card] for card in log.deck]
        return round_data(log.dealer, deck, players, self._hand_size(round_no), moves, log.score)

    def _hand_size(self, round_no: int) -> int:
        return self.options.hand_size(len(self.names), round_no)


def _tells_nothing(event: Event, seat: int) -> bool:
    """Whether the seat, after its own move, could have told this beforehand."""
    made, told = event.made(), set(event.reveals())
    own = made is not None and made[0] == seat and told <= {seat}
    return own or isinstance(event, (TrickTaken, TakenBack, SecretMove))


def _check_texts(names: Sequence[str], seed: str, salts: Sequence[str]) -> None:
    for text in (*names, *salts):
        if not is_text(text):
            raise BadPlayers(f"names and cuts must be Unicode text; {quoted(text)} is not")
    for name in names:
        if not name.strip():
            raise BadPlayers(f"every player needs a name; {name!r} is none")
    if not is_text(seed):
        raise BadDeal(f"a seed must be Unicode text; {quoted(seed)} is not")
