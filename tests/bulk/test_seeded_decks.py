"""Decks recomputed in compiled code are those of fair deals; its SHA-256 is that of the standard library."""

import hashlib
from typing import Any

import numpy as np
import pytest

from stichwerk.bulk import seeded_decks, sha256
from stichwerk.bulk.seeded_decks import SeededDecks, are_shuffled
from stichwerk.bulk.sha256 import BEGINNING, LANES, STEP, WORDS
from stichwerk.games import games
from stichwerk.kernel.jit import plain
from stichwerk.play.fair import FairDeals

SEEDS = ["tea", "", "5eed" * 16, "x" * 64, "x" * 65, "ä" * 40]
SALTS: list[tuple[str, ...]] = [
    (), ("", "", "", ""), ("for two", "", "Zoë"), ('"\\\n\x01\u2028', "🂡"), ("c0ffee" * 11,) * 8, ("long" * 500,),
]  # fmt: skip


def digest(text: bytes, step: Any) -> bytes:
    """The SHA-256 of a text, in one lane; the others hold other texts."""
    lane = len(text) % LANES
    size = -(-(len(text) + 9) // STEP) * STEP
    closed = (text + b"\x80").ljust(size - 8, b"\0") + (8 * len(text)).to_bytes(8, "big")
    state, words, upper, lower = sha256.room()
    state[:] = np.repeat(BEGINNING, LANES)
    for at in range(0, size, STEP):
        words[: 16 * LANES] = np.random.default_rng(at).integers(0, 1 << 32, 16 * LANES)
        words[lane : 16 * LANES : LANES] = np.frombuffer(closed[at : at + STEP], ">u4")
        step(state, words, upper, lower)
    return bytes(state.reshape(WORDS, LANES)[:, lane].astype(">u4").tobytes())


def test_texts_of_every_length_hash_as_in_the_standard_library() -> None:
    for length in [*range(200), 1000]:
        text = np.random.default_rng(length).bytes(length)
        assert digest(text, sha256.step) == hashlib.sha256(text).digest()


@pytest.mark.parametrize("length", [0, 3, 55, 56, 64, 100])
def test_plain_python_hashes_the_same(length: int) -> None:
    text = np.random.default_rng(length).bytes(length)
    assert digest(text, plain(sha256.step)) == hashlib.sha256(text).digest()


@pytest.mark.parametrize("found", games(), ids=lambda found: found.id)
@pytest.mark.parametrize("salts", SALTS, ids=range(len(SALTS)))
def test_decks_are_those_of_fair_deals(found: Any, salts: tuple[str, ...]) -> None:
    fresh = found.book.deck
    seeded = SeededDecks(fresh)
    for seed in SEEDS:
        deals = FairDeals(seed, salts)
        decks = np.array([deals.deck(fresh.tolist(), number) for number in range(1, 13)], np.int8)
        assert seeded.follow(deals, decks, 12)
        assert seeded.follow(deals, decks, 1)
        for row in (0, 9, 11):
            other = decks.copy()
            other[row, :2] = other[row, 1::-1] if other[row, 0] != other[row, 1] else other[row, 0] + 1
            assert not seeded.follow(deals, other, 12)
        assert not seeded.follow(FairDeals(seed + "!", salts), decks, 12)
        assert not seeded.follow(FairDeals(seed, (*salts, "")), decks, 12)


def test_plain_python_deals_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("draw", "are_shuffled"):
        monkeypatch.setattr(seeded_decks, name, plain(getattr(seeded_decks, name)))
    fresh, deals = np.arange(40, dtype=np.int8), FairDeals("tea", ("for two", "", "Zoë"))
    assert SeededDecks(fresh).follow(deals, np.array([deals.deck(range(40), 1)], np.int8), 1)


def test_a_number_that_is_not_fair_is_skipped() -> None:
    fresh = np.arange(3, dtype=np.int8)
    decks = np.array([[2, 1, 0]], np.int8)
    unfair = 2**32 - 1  # the largest multiple of 3
    assert are_shuffled(np.array([unfair, 0, 1], np.uint32), 3, fresh, decks, 1, fresh.copy())
    assert not are_shuffled(np.array([unfair, unfair, 0], np.uint32), 3, fresh, decks, 1, fresh.copy())
