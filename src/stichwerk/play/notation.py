"""Notation: cards and moves as people write them (a card ``Y11``, ``bid:3``, ``lay:Y9,Y0,R3``, a word), read once."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from stichwerk.errors import BadDeal, BadNotation, quoted
from stichwerk.games import Game
from stichwerk.games.moves import Move, cards_of, colour_text, lay_text, move_of
from stichwerk.games.options import Options


class Notation:
    """The names of one game's cards and actions (they depend on the options: the deck may).

    >>> from stichwerk.games import game
    >>> rage = game("rage")
    >>> rage_names = notation(rage, rage.options())
    >>> rage_names.move("J:R").actions, rage_names.move("bid:3").bid, rage_names.card("Y11")
    ((102,), 3, 59)
    """

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.cards = game.book.presentation.card_names(options)
        self.actions = game.book.presentation.actions(options)
        self._card_numbers = {name: number for number, name in enumerate(self.cards)}
        self._lays = game.book.presentation.laying is not None
        #: The moves of one action, by its number.
        self.moves = tuple(move_of(name, action, self._card_numbers) for action, name in enumerate(self.actions.names))

    def card(self, text: str) -> int:
        """The number of a card."""
        number = self._card_numbers.get(text)
        if number is None:
            raise BadNotation(f"{self.game.id} has no card {quoted(text)}; a card is written like {self._like()}")
        return number

    def move(self, text: str) -> Move:
        """The move that is written like this."""
        number = self.actions.numbers.get(text)
        if number is not None:
            return self.moves[number]
        if self._lays and (laid := cards_of(text)):
            return self.lay([self.card(name) for name in laid])
        special = self.game.cards.special(text)
        if special is not None and special.names_colour:
            named = colour_text(text, self.game.cards.letters[0])
            raise BadNotation(f"{text} is played with the colour that it stands for, like {named}")
        raise BadNotation(f"{self.game.id} has no move {quoted(text)}; a move is written like {self._moves_like()}")

    def lay(self, cards: Sequence[int]) -> Move:
        """The move that lays these cards, bottom first within a colour."""
        names = tuple(self.cards[card] for card in cards)
        return Move(lay_text(names), "lay", tuple(cards), names)

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

    def sorted_deck(self) -> list[str]:
        """Every card by name, in the order of their numbers: what a shuffle begins with."""
        return [self.cards[card] for card in self.game.book.deck.tolist()]

    def _like(self) -> str:
        return f"{self.cards[len(self.cards) // 2]} or {self.cards[-1]}"

    def _moves_like(self) -> str:
        if self._lays:
            return f"{self.cards[-1]} or {self.lay((1, 2, 3))}"
        kinds = self.actions.ranges  # one move of the first, of the last and of a middle kind
        return f"{kinds[0].names[-1]}, {kinds[len(kinds) // 2].names[0]} or {kinds[-1].names[-1]}"


@lru_cache(maxsize=256)  # options come from anybody, and there are millions of them
def notation(game: Game, options: Options) -> Notation:
    """The notation of a game with these options."""
    return Notation(game, options)
