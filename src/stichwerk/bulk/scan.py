"""The rounds of a record, read from their JSON into a transcript by compiled code: ten times as fast as by a parser.

It knows the usual form only: keys in their order, every name written plainly. What is written in any other way is left
to `stichwerk.play.record`, which also says what is wrong with it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.bulk.transcript import Course, Transcript
from stichwerk.games import moves
from stichwerk.kernel.jit import jit, jit_apart

#: A round further on than this is not read here.
MOST_ROUNDS = 256
#: Names of cards and actions have so many letters at most.
LETTERS = 7
#: In a table of names: nothing.
NOTHING = -1

QUOTE, COMMA, COLON, MINUS, ZERO = b'",:-0'
OPEN, CLOSE, BEGIN, END = b"[]{}"
_LETTER, _LOW32 = 8, 0xFFFFFFFF


def key_of(name: str) -> int:
    """A name as one number."""
    return int.from_bytes(name.encode(), "big")


DEALER, HANDS, STOCK, MOVES, SCORE = map(key_of, ("dealer", "hands", "stock", "moves", "score"))
LAY = key_of(f"{moves.LAY}:")


class Names:
    """A table in which compiled code finds the number of a name: a place for each, and never two at the same."""

    def __init__(self, names: Sequence[str]) -> None:
        keys = [key_of(name) for name in names]
        self.fit = all(0 < len(name.encode()) <= LETTERS for name in names)
        size = 1 << (8 * len(names)).bit_length()
        factor = 0x9E3779B1 >> 3  # then other odd numbers, until no two keys meet
        while self.fit and len({_place(key, factor, size) for key in keys}) < len(set(keys)):
            factor += 2
            if factor % 1000 == 1:
                size *= 2
        self.factor = factor
        self.keys, self.numbers = np.zeros(size, np.int64), np.full(size, NOTHING, np.int64)
        for number, key in enumerate(keys if self.fit else ()):
            self.keys[_place(key, factor, size)], self.numbers[_place(key, factor, size)] = key, number


def _place(key: int, factor: int, size: int) -> int:
    return ((((key & _LOW32) ^ (key >> 24)) * factor) >> 20) & (size - 1)


_place_of = jit(_place)


@jit
def _number_of(key: int, keys: Any, numbers: Any, factor: int) -> int:
    """The number of a name; `NOTHING` if it is not in the table."""
    place = _place_of(key, factor, keys.shape[0])
    return numbers[place] if keys[place] == key else NOTHING


# ---------------------------------------------------------------- letter by letter


@jit
def _skip(text: Any, at: int) -> int:
    """Where the next letter stands that is no white space."""
    while text[at] == 32 or text[at] == 9 or text[at] == 13 or text[at] == 10:
        at += 1
    return at


@jit
def _after(text: Any, at: int, letter: int) -> int:
    """Behind this letter, and what white space follows; -1 if another stands here."""
    if at < 0 or text[at] != letter:
        return -1
    return _skip(text, at + 1)


@jit
def _name(text: Any, at: int) -> tuple[int, int]:
    """A short name in quotes, as a number, and where it ends; -1 if there is none. (A zero ends the text.)"""
    if at < 0 or text[at] != QUOTE:
        return 0, -1
    at += 1
    key, letters = 0, 0
    while text[at] != QUOTE:
        if text[at] == 0 or letters == LETTERS:
            return 0, -1
        key = (key << _LETTER) | text[at]
        letters += 1
        at += 1
    return key, _skip(text, at + 1)


@jit
def _number(text: Any, at: int) -> tuple[int, int]:
    """A whole number of few digits, as JSON writes it, and where it ends; -1 if there is none."""
    if at < 0:
        return 0, -1
    negative = text[at] == MINUS
    if negative:
        at += 1
    first, number = at, 0
    while ZERO <= text[at] <= ZERO + 9 and at < first + 9:
        number = 10 * number + (text[at] - ZERO)
        at += 1
    if at == first or (text[first] == ZERO and (at > first + 1 or negative)):
        return 0, -1
    return (-number if negative else number), _skip(text, at)


@jit
def _key(text: Any, at: int, wanted: int) -> int:
    """Behind this key and its colon; -1 if something else stands here."""
    key, at = _name(text, at)
    return _after(text, at, COLON) if key == wanted else -1


# ---------------------------------------------------------------- the parts of a round


@jit
def _cards(text: Any, at: int, keys: Any, numbers: Any, factor: int, deck: Any, top: int, size: int) -> tuple[int, int]:
    """A list of cards, put into the deck from ``top`` on, which may not be more than ``size``: how many there are then,
    and where the list ends.
    """
    at = _after(text, at, OPEN)
    if at >= 0 and text[at] == CLOSE:
        return top, _skip(text, at + 1)
    while at >= 0 and top < size:
        key, at = _name(text, at)
        card = _number_of(key, keys, numbers, factor)
        if at < 0 or card == NOTHING:
            return top, -1
        deck[top] = card
        top += 1
        if text[at] == CLOSE:
            return top, _skip(text, at + 1)
        at = _after(text, at, COMMA)
    return top, -1


@jit
def _hands(
    text: Any, at: int, keys: Any, numbers: Any, factor: int, deck: Any, players: int, hand: int
) -> tuple[int, int]:
    """A list with the cards of each hand."""
    at = _after(text, at, OPEN)
    top = 0
    for seat in range(players):
        if seat > 0:
            at = _after(text, at, COMMA)
        top, at = _cards(text, at, keys, numbers, factor, deck, top, top + hand)
        if top != hand * (seat + 1):
            return top, -1
    return top, _after(text, at, CLOSE)


@jit
def _laying(
    text: Any, at: int, keys: Any, numbers: Any, factor: int, seat: int, laid: int, log: Any, done: int
) -> tuple[int, int]:
    """A move that lays so many cards, as actions of the log."""
    at += 1
    key = 0
    for _ in range(4):
        key = (key << _LETTER) | text[at]
        at += 1
        if text[at] == 0:
            return done, -1
    if key != LAY:
        return done, -1
    for each in range(laid):
        key, letters = 0, 0
        while text[at] != QUOTE and text[at] != COMMA:
            if text[at] == 0 or letters == LETTERS:
                return done, -1
            key = (key << _LETTER) | text[at]
            letters += 1
            at += 1
        card = _number_of(key, keys, numbers, factor)
        if card == NOTHING or (text[at] == QUOTE) != (each + 1 == laid):
            return done, -1
        log[done, 0], log[done, 1] = seat, card
        done += 1
        at += 1
    return done, _skip(text, at)


@jit_apart
def _moves(
    text: Any, at: int, card_keys: Any, card_numbers: Any, card_factor: int, keys: Any, numbers: Any, factor: int,
    layings: int, laid: int, log: Any, done: int,
) -> tuple[int, int]:  # fmt: skip
    """A list of moves, as actions of the log. The first so many are ``layings``, if cards are laid."""
    at = _after(text, at, OPEN)
    if at >= 0 and text[at] == CLOSE:
        return done, _skip(text, at + 1)
    count = 0
    while at >= 0:
        at = _after(text, at, OPEN)
        seat, at = _number(text, at)
        at = _after(text, at, COMMA)
        if at < 0 or seat < 0 or seat > 99:
            return done, -1
        if laid > 0 and count < layings:
            done, at = _laying(text, at, card_keys, card_numbers, card_factor, seat, laid, log, done)
        else:
            key, at = _name(text, at)
            action = _number_of(key, keys, numbers, factor)
            if at < 0 or action == NOTHING:
                return done, -1
            log[done, 0], log[done, 1] = seat, action
            done += 1
        count += 1
        at = _after(text, at, CLOSE)
        if at >= 0 and text[at] == CLOSE:
            return done, _skip(text, at + 1)
        at = _after(text, at, COMMA)
    return done, -1


@jit
def _scores(text: Any, at: int, players: int, row: Any) -> int:
    """A list with the points of each seat."""
    at = _after(text, at, OPEN)
    for seat in range(players):
        if seat > 0:
            at = _after(text, at, COMMA)
        row[2 + seat], at = _number(text, at)
    return _after(text, at, CLOSE)


@jit_apart
def scan_rounds(
    text: Any, players: int, hand_sizes: Any, laid: int, card_keys: Any, card_numbers: Any, card_factor: int,
    keys: Any, numbers: Any, factor: int, decks: Any, log: Any, sheet: Any,
) -> tuple[int, bool]:  # fmt: skip
    """Read the rounds of a record: how many there are, -1 if they are not written in the usual form; and whether the
    last has a score. There must be room for all that the text can hold.
    """
    at = _after(text, _skip(text, 0), OPEN)
    rounds, done, over = 0, 0, True
    if at >= 0 and text[at] == CLOSE:
        return (0, True) if text[_skip(text, at + 1)] == 0 else (-1, False)
    while at >= 0:
        if rounds == hand_sizes.shape[0] or not over:
            return -1, False
        at = _key(text, _after(text, at, BEGIN), DEALER)
        dealer, at = _number(text, at)
        at = _key(text, _after(text, at, COMMA), HANDS)
        top, at = _hands(text, at, card_keys, card_numbers, card_factor, decks[rounds], players, hand_sizes[rounds])
        at = _key(text, _after(text, at, COMMA), STOCK)
        size = decks.shape[1]
        top, at = _cards(text, at, card_keys, card_numbers, card_factor, decks[rounds], top, size)
        at = _key(text, _after(text, at, COMMA), MOVES)
        if at < 0 or top != size or dealer < 0 or dealer >= players:
            return -1, False
        done, at = _moves(
            text, at, card_keys, card_numbers, card_factor, keys, numbers, factor, players, laid, log, done
        )
        over = at >= 0 and text[at] == COMMA
        if over:
            at = _scores(text, _key(text, _after(text, at, COMMA), SCORE), players, sheet[rounds])
        at = _after(text, at, END)
        if at < 0:
            return -1, False
        sheet[rounds, 0], sheet[rounds, 1] = done, dealer
        rounds += 1
        if text[at] == CLOSE:
            return (rounds, over) if text[_skip(text, at + 1)] == 0 else (-1, False)
        at = _after(text, at, COMMA)
    return -1, False


# ---------------------------------------------------------------- for a course of games


class Scanner:
    """Reads the rounds of games that are played alike."""

    def __init__(self, course: Course) -> None:
        self._players, self._cards_in_deck = course.players, course.game.book.deck.size
        self._cards, self._actions = Names(course.words.cards), Names(course.words.actions.names)
        self._laid = course.laid
        self._hand_sizes = _hand_sizes(course)

    def read(self, text: bytes, into: Transcript) -> bool:
        """Read the rounds that are written here. Whether that was possible."""
        if not (self._cards.fit and self._actions.fit):
            return False
        letters: NDArray[np.uint8] = np.frombuffer(text + b"\0", np.uint8)
        # A card takes two letters at least, with what stands beside it; a round has all cards.
        into.make_room(1 + len(text) // (2 * self._cards_in_deck), 1 + len(text) // 2)
        cards, actions = self._cards, self._actions
        into.rounds, into.over = scan_rounds(
            letters, self._players, self._hand_sizes, self._laid, cards.keys, cards.numbers, cards.factor,
            actions.keys, actions.numbers, actions.factor, into.decks, into.log, into.sheet,
        )  # fmt: skip
        if into.rounds < 0:
            return False
        into.actions = into.ends()[-1]
        return True


def _hand_sizes(course: Course) -> NDArray[np.int64]:
    """How many cards each has, round by round."""
    options, players = course.setup.options, course.players
    rounds = options.rounds_planned(players)
    return np.array([options.hand_size(players, number + 1) for number in range(rounds or MOST_ROUNDS)], np.int64)
