"""Notation: cards and moves as people write them (``Y11``, ``J:R``, ``bid:3``, ``lay:Y9,Y0,R3``, ``show``)."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from stichwerk.errors import BadDeal, BadNotation, quoted
from stichwerk.games import Game
from stichwerk.games.options import Options

LAY = "lay:"


class Notation:
    """The names of one game's cards and actions (they depend on the options: the deck may).

    >>> from stichwerk.games import game
    >>> rage = game("rage")
    >>> rage_names = notation(rage, rage.options())
    >>> rage_names.actions_of("J:R"), rage_names.card("Y11")
    ((102,), 59)
    """

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.cards = game.book.words.card_names(options)
        self.actions = game.book.words.actions(options)
        self._card_numbers = {name: number for number, name in enumerate(self.cards)}
        self._lays = game.book.words.laying is not None

    def card(self, text: str) -> int:
        """The number of a card."""
        number = self._card_numbers.get(text)
        if number is None:
            raise BadNotation(f"{self.game.id} has no card {quoted(text)}; a card is written like {self._like()}")
        return number

    def actions_of(self, move: str) -> tuple[int, ...]:
        """The actions that a move consists of: one, or several where cards are laid."""
        number = self.actions.numbers.get(move)
        if number is not None:
            return (number,)
        if self._lays and move.startswith(LAY):
            return tuple(self.card(name) for name in move[len(LAY) :].split(","))
        if move == "J" and move in self._card_numbers:
            raise BadNotation("a Joker is played with the colour it stands for, like J:R")
        raise BadNotation(
            f"{self.game.id} has no move {quoted(move)}; a move is written like {self._moves_like()}"
        )

    def lay(self, actions: tuple[int, ...]) -> str:
        """The move that lays these cards, bottom first within a colour."""
        return LAY + ",".join(self.cards[card] for card in actions)

    def deck(self, names: list[str]) -> NDArray[np.int8]:
        """A deck from its cards' names; it must be the whole deck, in any order."""
        deck = np.array([self.card(name) for name in names], np.int8)
        self.check_deck(deck)
        return deck

    def check_deck(self, deck: NDArray[np.int8]) -> None:
        """Refuse what is not the whole deck of the game."""
        whole = self.game.book.deck
        if deck.shape != whole.shape or (np.sort(deck) != whole).any():
            raise BadDeal(f"hands and stock are not the {whole.size} cards of {self.game.id}")

    def _like(self) -> str:
        return f"{self.cards[len(self.cards) // 2]} or {self.cards[-1]}"

    def _moves_like(self) -> str:
        if self._lays:
            return f"{self.cards[-1]} or {self.lay((1, 2, 3))}"
        kinds = self.actions.ranges  # one move of the first, of the last and of a middle kind
        return f"{kinds[0].names[-1]}, {kinds[len(kinds) // 2].names[0]} or {kinds[-1].names[-1]}"


@cache
def notation(game: Game, options: Options) -> Notation:
    """The notation of a game with these options."""
    return Notation(game, options)
