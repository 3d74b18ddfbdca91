"""The engine under a game being played: the state, and moves as strings, checked by the rules before they happen."""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, permutations, product

import numpy as np
from numpy.typing import NDArray

from stichwerk.errors import BadPlayers, IllegalMove
from stichwerk.games import SPECTATOR, Game
from stichwerk.games.options import Options
from stichwerk.games.telling import Part, Told
from stichwerk.games.view import Table, seats_in
from stichwerk.kernel.bits import WORD
from stichwerk.kernel.state import States, snapshot
from stichwerk.notation import LAY, notation


class Engine:
    """One game's state with its rules around it. It knows no names, no events and no history."""

    def __init__(self, game: Game, options: Options, players: int, dealer: int) -> None:
        options.check_players(players)
        self.game, self.options, self.players = game, options, players
        self.notation = notation(game, options)
        self._at = game.book.at
        self._words = game.book.words
        self._told = game.book.telling.told
        self.states: States = game.book.new_states()
        self._mask = game.book.new_mask()
        self._at.begin(self.states, 0, np.array(options.vector(players, dealer), np.int64))

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
        return seats_in(self._at.awaiting(self.states, 0))

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self._at.finished(self.states, 0))

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
        copy = self.states.copy()
        self._at.hide(copy, 0, seat)
        return copy

    def table(self, seat: int = SPECTATOR) -> Table:
        """What the seat sees on the table."""
        return self._words.table(snapshot(self.hidden(seat)), seat)

    def told(self) -> Told:
        """What the game tells a spectator beside the table."""
        return self._told(snapshot(self.hidden(SPECTATOR)), SPECTATOR)

    def seen(self, seat: int) -> tuple[Table, Told]:
        """What the seat sees on the table, and what else the game tells it."""
        known = snapshot(self.hidden(seat))
        return self._words.table(known, seat), self._told(known, seat)

    def revealed(self) -> tuple[Table, Told]:
        """The same with nothing hidden: for a game that is over."""
        known = snapshot(self.states)
        return self._words.table(known, SPECTATOR), self._told(known, SPECTATOR)

    def parts(self) -> tuple[tuple[Part, ...], ...]:
        """How the points of the round that is over came about, by seat."""
        known = snapshot(self.states)
        return tuple(self.game.book.telling.parts(known, seat) for seat in range(self.players))

    def hands(self) -> tuple[tuple[str, ...], ...]:
        """Everybody's cards: for the events that each seat sees its own part of."""
        return tuple(place.hand for place in self._words.table(snapshot(self.states), SPECTATOR).places)

    # ------------------------------------------------------------ what happens

    def deal(self, deck: NDArray[np.int8]) -> None:
        """Deal the next round."""
        self.notation.check_deck(deck)
        self._at.deal(self.states, 0, deck)

    def check(self, seat: int, move: str) -> tuple[int, ...]:
        """The actions of a move; raises if it cannot be read or is not legal here. Nothing happens yet."""
        self.check_seat(seat)
        actions = self.notation.actions_of(move)
        self.check_turn(seat)
        if move.startswith(LAY) or self.to_lay:
            self._check_laying(seat, move, actions)
        else:
            self._check_action(self.states, seat, actions[0])
        return actions

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that is not at this table."""
        if type(seat) not in (int, np.int64) or seat not in range(self.players):
            raise BadPlayers(f"there is no seat {seat!r}; seats go from 0 to {self.players - 1}", "unknown-seat")

    def do(self, seat: int, actions: Sequence[int]) -> None:
        """Do what `check` returned."""
        for action in actions:
            self._at.apply(self.states, 0, seat, action)

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that may not move now, with the reason."""
        waiting = self.waiting
        if seat in waiting:
            return
        if self.finished:
            raise IllegalMove("the game is over", "game-over")
        if not waiting:
            raise IllegalMove("the round is over: deal the next one first", "round-over")
        if self._words.table(snapshot(self.states), seat).secret:
            raise IllegalMove("you have chosen already: wait for the others", "not-your-turn")
        raise IllegalMove(f"it is seat {waiting[0]}'s turn", "not-your-turn")

    def _check_action(self, states: States, seat: int, action: int) -> None:
        self._at.legal(states, 0, seat, self._mask)
        if int(self._mask[action // WORD]) >> action % WORD & 1:
            return
        refusal = self._words.refusal(snapshot(states), seat, action)
        assert refusal is not None, "the legal moves and the reasons against the others disagree"
        raise IllegalMove(refusal.reason, refusal.code, refusal.rule)

    def _check_laying(self, seat: int, move: str, actions: tuple[int, ...]) -> None:
        assert self._words.laying is not None, "only a game with layings has moves that lay"
        laying = self._words.laying(self.states[0])
        if not laying.cards:
            raise IllegalMove("the cards have been laid: play one", "laying-over", laying.rule)
        if not move.startswith(LAY) or len(actions) != laying.cards:
            like = self.notation.lay(self._hand(seat)[: laying.cards])
            raise IllegalMove(f"lay exactly {laying.cards} cards first, like {like}", "lay-first", laying.rule)
        copy = self.states.copy()
        for action in actions:
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
        words, names = self._mask.tolist(), self.notation.actions.names
        return tuple(name for action, name in enumerate(names) if words[action // WORD] >> action % WORD & 1)

    def _hand(self, seat: int) -> tuple[int, ...]:
        hand = self._words.table(snapshot(self.states), seat).places[seat].hand
        return tuple(self.notation.card(name) for name in hand)

    def _layings(self, seat: int) -> Iterator[str]:
        names = self.notation.cards
        for chosen in sorted(set(combinations(self._hand(seat), self.to_lay))):
            by_colour = [list(cards) for _, cards in groupby(chosen, key=lambda card: names[card][0])]
            for stacks in product(*(sorted(set(permutations(cards))) for cards in by_colour)):
                yield self.notation.lay(tuple(card for cards in stacks for card in cards))
