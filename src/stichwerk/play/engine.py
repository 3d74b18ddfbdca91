"""The engine under a game being played: the state, and moves as strings, checked by the rules before they happen."""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, permutations, product

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from stichwerk.errors import BadPlayers, IllegalMove
from stichwerk.games import SPECTATOR, Game
from stichwerk.games.annotations import Annotations, Part
from stichwerk.games.knowledge import Knowledge
from stichwerk.games.moves import Move
from stichwerk.games.options import Options
from stichwerk.games.setup import Setup
from stichwerk.games.view import Place, Refusal, Tableau, refused, seats_in
from stichwerk.kernel.bits import WORD, members
from stichwerk.kernel.state import State, States, copied, snapshot
from stichwerk.play.notation import notation


class Engine:
    """One game's state with its rules around it. It knows no names, no events and no history."""

    def __init__(self, game: Game, options: Options, players: int, dealer: int, round_no: int = 1) -> None:
        options.check_players(players)
        self.game, self.options, self.players = game, options, players
        self.notation = notation(game, options)
        self._at = game.book.at
        self._words = game.book.presentation
        self._told = game.book.annotator.annotate
        self.states: States = game.book.new_states()
        self._seen: States = game.book.new_states()  # what somebody may see of it, to be looked at in a moment
        self._bytes, self._seen_bytes = self.states.view(np.uint8), self._seen.view(np.uint8)
        self._mask = game.book.new_mask()
        Setup(game, options, players).begin(self.states, 0, dealer, round_no)
        self.look()

    def look(self) -> None:
        """Look at the state, which has changed: what is asked again and again is found out once."""
        self._waiting = seats_in(self._at.awaiting(self.states, 0))
        self._finished = bool(self._at.finished(self.states, 0))
        known = self._known(SPECTATOR)
        self._for_all = self._words.table(known, SPECTATOR), self._told(known, SPECTATOR)

    @property
    def state(self) -> bytes:
        """The state, to be gone back to."""
        return self.states.tobytes()

    def restore(self, state: bytes) -> None:
        """Go back to a state."""
        self._bytes[:] = np.frombuffer(state, np.uint8)
        self.look()

    # ------------------------------------------------------------ where the game stands

    @property
    def round_no(self) -> int:
        """The round, from 1; 0 before the first deal."""
        return int(self.states["round_no"][0])

    @property
    def dealer(self) -> int:
        """The seat that dealt this round (before the first deal: that will deal)."""
        return int(self.states["dealer"][0])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return self._waiting

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self._finished

    @property
    def totals(self) -> tuple[int, ...]:
        """The points in all finished rounds, by seat."""
        return tuple(self.states["totals"][0, : self.players].tolist())

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the last finished round, by seat."""
        return tuple(self.states["scores"][0, : self.players].tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, or would if the game ended now."""
        return seats_in(self._at.winners(self.states, 0))

    def hidden(self, seat: int) -> States:
        """A copy of the state without all that the seat cannot know."""
        if seat != SPECTATOR:
            self.check_seat(seat)
        copy = copied(self.states)
        self._at.hide(copy, 0, seat)
        return copy

    def knowledge(self, seat: int) -> Knowledge:
        """What the seat knows."""
        return Knowledge(self.game, self.options, seat, self.hidden(seat))

    def known(self, seat: int) -> State:
        """The same, to be read quickly."""
        self.check_seat(seat)
        return self._known(seat)

    def _known(self, seat: int) -> State:
        self._seen_bytes[:] = self._bytes
        self._at.hide(self._seen, 0, seat)
        return snapshot(self._seen)

    def table(self, seat: int = SPECTATOR) -> Tableau:
        """What the seat sees on the table: what all see, and what lies at its own place."""
        return self._for_all[0] if seat == SPECTATOR else self._with(self.own(seat)[0], seat)

    def seen(self, seat: int) -> tuple[Tableau, Annotations]:
        """What the seat sees on the table, and what else the game tells it."""
        if seat == SPECTATOR:
            return self._for_all
        place, told = self.own(seat)
        return self._with(place, seat), told

    def own(self, seat: int) -> tuple[Place, Annotations]:
        """What the seat sees at its own place, and what else the game tells it."""
        return self.told_of(self.known(seat), seat)

    def told_of(self, known: State, seat: int) -> tuple[Place, Annotations]:
        """The same of what it knows."""
        return self._words.place(known, seat), self._told(known, seat)

    def _with(self, place: Place, seat: int) -> Tableau:
        table, _ = self._for_all
        return replace(table, places=(*table.places[:seat], place, *table.places[seat + 1 :]))

    def revealed(self) -> tuple[Tableau, Annotations]:
        """The same with nothing hidden: for a game that is over."""
        known = snapshot(self.states)
        return self._words.table(known, SPECTATOR), self._told(known, SPECTATOR)

    def parts(self) -> tuple[tuple[Part, ...], ...]:
        """How the points of the round that is over came about, by seat."""
        known = snapshot(self.states)
        return tuple(self.game.book.annotator.parts(known, seat) for seat in range(self.players))

    def hands(self) -> tuple[tuple[str, ...], ...]:
        """Everybody's cards: for the events that each seat sees its own part of."""
        return tuple(self._words.place(snapshot(self.states), seat).hand for seat in range(self.players))

    # ------------------------------------------------------------ what happens

    def deal(self, deck: NDArray[np.int8]) -> None:
        """Deal the next round."""
        self.notation.check_deck(deck)
        self._at.deal(self.states, 0, deck)
        self.look()

    def check(self, seat: int, text: str) -> Move:
        """The move that is written like this; raises if it cannot be read or is not legal here. Nothing happens yet."""
        self.check_seat(seat)
        move = self.notation.move(text)
        self.check_turn(seat)
        if move.kind == "lay" or self.to_lay:
            self._check_laying(seat, move)
        else:
            self._check_action(self.states, seat, move.actions[0])
        return move

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that is not at this table."""
        if type(seat) not in (int, np.int64) or not 0 <= seat < self.players:
            raise BadPlayers(f"there is no seat {seat!r}; seats go from 0 to {self.players - 1}", "unknown-seat")

    def do(self, seat: int, actions: Sequence[int]) -> None:
        """Do the actions of a move that `check` returned."""
        for action in actions:
            self._at.apply(self.states, 0, seat, action)
        self.look()

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that may not move now, with the reason."""
        if seat in self.waiting:
            return
        if self.finished:
            raise IllegalMove("the game is over", "game-over")
        if not self.waiting:
            raise IllegalMove("the round is over: deal the next one first", "round-over")
        if self.table().secret:
            raise IllegalMove("you have chosen already: wait for the others", "not-your-turn")
        raise IllegalMove(f"it is seat {self.waiting[0]}'s turn", "not-your-turn")

    def _check_action(self, states: States, seat: int, action: int) -> None:
        self._at.legal(states, 0, seat, self._mask)
        if int(self._mask[action // WORD]) >> action % WORD & 1:
            return
        refusal = self._words.refusal(snapshot(states), seat, action)
        assert refusal is not None, "the legal moves and the reasons against the others disagree"
        raise self._illegal(refusal)

    def _illegal(self, refusal: Refusal) -> IllegalMove:
        return IllegalMove(self.game.said(refusal), refusal.code, refusal.rule, dict(refusal.about))

    def _check_laying(self, seat: int, move: Move) -> None:
        assert self._words.laying is not None, "only a game with layings has moves that lay"
        laying = self._words.laying(self.states[0])
        if not laying.cards:
            raise self._illegal(refused("laying-over", laying.rule))
        if move.kind != "lay" or len(move.actions) != laying.cards:
            like = self.notation.lay(self._hand(seat)[: laying.cards]).text
            raise self._illegal(refused("lay-first", laying.rule, n=laying.cards, like=like))
        copy = copied(self.states)
        for action in move.actions:
            self._check_action(copy, seat, action)
            self._at.apply(copy, 0, seat, action)

    @property
    def to_lay(self) -> int:
        """How many cards each player lays in one move now; 0 where a move is a single action."""
        laying = self._words.laying
        return laying(self.states[0]).cards if laying else 0

    # ------------------------------------------------------------ legal moves

    def legal(self, seat: int) -> tuple[str, ...]:
        """The moves that are open to the seat.

        Layings that differ only in the order of different colours are the same and listed once.
        """
        if seat not in self.waiting:
            return ()
        if self.to_lay:
            return tuple(self._layings(seat))
        self._at.legal(self.states, 0, seat, self._mask)
        return tuple(self.notation.actions.names[action] for action in members(self._mask.tolist()))

    def _hand(self, seat: int) -> tuple[int, ...]:
        return tuple(self.notation.card(name) for name in self._words.place(snapshot(self.states), seat).hand)

    def _layings(self, seat: int) -> Iterator[str]:
        faces = [self.game.cards.face(name) for name in self.notation.cards]
        for chosen in sorted(set(combinations(self._hand(seat), self.to_lay))):
            by_colour = [list(cards) for _, cards in groupby(chosen, key=lambda card: faces[card].colour)]
            for stacks in product(*(sorted(set(permutations(cards))) for cards in by_colour)):
                yield self.notation.lay([card for cards in stacks for card in cards]).text
