"""Whether decks follow from their seed, in compiled code: another way to `stichwerk.play.fair.FairDeals.deck`.

HMAC-SHA-256 of a text is the SHA-256 of: the key xor *outer*, then the SHA-256 of: the key xor *inner*, then the text.
What the keys, 64 bytes each, make of the state is the same for all texts of a game, and done once.
"""

import hashlib
import json
from typing import Any

import numpy as np

from stichwerk.bulk.sha256 import BEGINNING, LANES, STEP, STEP_WORDS, WORDS, room, step
from stichwerk.kernel.bits import wide
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.play.fair import FairDeals

_HEAD = np.frombuffer(b"stichwerk 1\ndeck ", np.uint8)
_INNER, _OUTER, _END = 0x36, 0x5C, 0x80
#: How many letters two numbers with a line feed after each take at most, and how many bytes the end of a text.
_NUMBERS, _CLOSE = 24, 9


class SeededDecks:
    """Compares decks with those of fair deals; room is made once."""

    def __init__(self, fresh: Any) -> None:
        self._fresh, self._deck, self._room = fresh, fresh.copy(), room()
        self._blocks = (fresh.size - 1 + WORDS - 1) // WORDS
        self._texts, self._numbers = np.zeros((LANES, 0), np.uint8), np.zeros(0, np.uint32)

    def follow(self, deals: FairDeals, decks: Any, rounds: int) -> bool:
        """Whether the first decks are those of the rounds. False, too, for one game in millions whose decks do."""
        key = deals.seed.encode()
        if len(key) > STEP:
            key = hashlib.sha256(key).digest()
        salts = json.dumps(deals.salts, ensure_ascii=False, separators=(",", ":")).encode()
        most = -(-(_HEAD.size + _NUMBERS + len(salts) + _CLOSE) // STEP) * STEP
        if self._texts.shape[1] < most:
            self._texts = np.zeros((LANES, most), np.uint8)
        count = -(-rounds * self._blocks // LANES) * LANES
        if self._numbers.size < count * WORDS:
            self._numbers = np.zeros(count * WORDS, np.uint32)
        keys = np.frombuffer(key.ljust(STEP, b"\0"), np.uint8)
        told = np.frombuffer(salts, np.uint8)
        draw(keys, told, count, self._blocks, self._texts, *self._room, self._numbers)
        return are_shuffled(self._numbers, self._blocks * WORDS, self._fresh, decks, rounds, self._deck)


@jit
def _load(texts: Any, at: int, words: Any) -> None:
    """The next 64 bytes of each text as words, the most significant byte first."""
    for lane in range(LANES):
        for k in range(STEP_WORDS):
            i = at + 4 * k
            upper = (wide(texts[lane, i]) << 24) | (wide(texts[lane, i + 1]) << 16)
            words[k * LANES + lane] = upper | (wide(texts[lane, i + 2]) << 8) | wide(texts[lane, i + 3])


@jit
def _put_number(text: Any, at: Any, number: Any) -> Any:
    """Write a number and a line feed; where the text goes on."""
    power = 1
    while power * 10 <= number:
        power *= 10
    while power > 0:
        text[at] = 48 + number // power % 10
        power //= 10
        at += 1
    text[at] = 10
    return at + 1


@jit
def _write(text: Any, round_no: int, block: int, salts: Any) -> int:
    """The text of a block, closed as SHA-256 wants it after a key of 64 bytes; how many bytes it takes with that."""
    text[:] = 0
    text[: _HEAD.size] = _HEAD
    at = _put_number(text, _HEAD.size, round_no)
    at = _put_number(text, at, block)
    text[at : at + salts.size] = salts
    at += salts.size
    text[at] = _END
    size: int = (at + _CLOSE + STEP - 1) // STEP * STEP
    bits = 8 * (STEP + at)
    for k in range(4):
        text[size - 1 - k] = (bits >> (8 * k)) & 255
    return size


@jit_apart
def draw(
    key: Any, salts: Any, count: int, blocks: int, texts: Any, state: Any, words: Any, upper: Any, lower: Any,
    numbers: Any,
) -> None:  # fmt: skip
    """Draw the numbers of a game: those of ``blocks`` blocks for the deck of round 1, then for that of round 2, … until
    there are ``count`` blocks."""
    texts[:, :] = 0
    for i in range(STEP):  # the first lane takes in the one key, all others the other
        texts[:, i] = wide(key[i]) ^ _OUTER
        texts[0, i] = wide(key[i]) ^ _INNER
    for i in range(WORDS * LANES):
        state[i] = BEGINNING[i // LANES]
    _load(texts, 0, words)
    step(state, words, upper, lower)
    inner, outer = state[::LANES].copy(), state[1::LANES].copy()
    sizes, hashed = np.zeros(LANES, np.int64), np.zeros(WORDS * LANES, np.uint32)
    for start in range(0, count, LANES):
        longest = 0
        for lane in range(LANES):
            number = start + lane
            sizes[lane] = _write(texts[lane], number // blocks + 1, number % blocks, salts)
            longest = max(longest, sizes[lane])
        for i in range(WORDS * LANES):
            state[i] = inner[i // LANES]
        for at in range(0, longest, STEP):
            _load(texts, at, words)
            step(state, words, upper, lower)
            for lane in range(LANES):
                if sizes[lane] == at + STEP:
                    hashed[lane::LANES] = state[lane::LANES]
        for i in range(WORDS * LANES):
            state[i], words[i], words[WORDS * LANES + i] = outer[i // LANES], hashed[i], 0
        for lane in range(LANES):  # the end of these 32 bytes after a key of 64
            words[WORDS * LANES + lane] = _END << 24
            words[(STEP_WORDS - 1) * LANES + lane] = 8 * (STEP + 4 * WORDS)
        step(state, words, upper, lower)
        for lane in range(LANES):
            for k in range(WORDS):
                numbers[(start + lane) * WORDS + k] = state[k * LANES + lane]


@jit_apart
def are_shuffled(numbers: Any, each: int, fresh: Any, decks: Any, rounds: int, deck: Any) -> bool:
    """Whether these decks come from the fresh one, with ``each`` numbers for a deck. If these do not suffice because
    some had to be skipped, nobody knows: False."""
    cards = fresh.size
    for row in range(rounds):
        deck[:] = fresh
        at, end = row * each, (row + 1) * each
        for last in range(cards - 1, 0, -1):
            fair = (1 << 32) // (last + 1) * (last + 1)
            while at < end and wide(numbers[at]) >= fair:
                at += 1
            if at == end:
                return False
            other = wide(numbers[at]) % (last + 1)
            at += 1
            deck[last], deck[other] = deck[other], deck[last]
        for i in range(cards):
            if deck[i] != decks[row, i]:
                return False
    return True
