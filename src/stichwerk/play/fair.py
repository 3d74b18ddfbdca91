"""Fair deals: the seed is committed to before the game, everybody may cut, and afterwards anyone can recompute.

1. *Commit.* The dealer's side draws a secret seed and publishes its SHA-256, the commitment.
2. *Cut.* Every player may add a text of their own, the salt. So neither side alone decides the decks.
3. *Deal.* Random numbers for a purpose (``dealer``, ``deck 1``, ``deck 2`` …) are the HMAC-SHA-256 blocks keyed with
   the seed over four lines: ``stichwerk 1``, the purpose, the number of the block (from 0), and the salts as a JSON
   list without spaces and without escapes for letters beyond ASCII. All texts are UTF-8, lines are joined by a line
   feed. Each block is eight numbers of 32 bits, most significant byte first. A number from 0 to n-1 is ``x % n``, where
   an ``x`` at or above the largest multiple of n is skipped. A deck is the game's sorted deck, shuffled by Fisher and
   Yates from the last place down.
4. *Reveal.* After the game the seed is published.

Nothing here needs the rules or the compiler: it can be rewritten in any language in thirty lines.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_DOMAIN = "stichwerk 1"


def new_seed() -> str:
    """A secret seed: 256 random bits, as hexadecimal digits."""
    return secrets.token_hex(32)


@lru_cache(maxsize=1024)  # every view of a game shows it
def commitment(seed: str) -> str:
    """What is published before the game.

    >>> commitment("tea")[:16]
    'a9f74d1ec36ebdeb'
    """
    return hashlib.sha256(seed.encode()).hexdigest()


@dataclass(frozen=True)
class FairDeals:
    """The decks of a game: they follow from the seed and the players' salts (empty where a player did not cut)."""

    seed: str
    salts: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What is published before the game."""
        return commitment(self.seed)

    def first_dealer(self, players: int) -> int:
        """The seat that deals first."""
        return _below(self._numbers("dealer"), players)

    def deck(self, sorted_deck: Sequence[int], round_no: int) -> list[int]:
        """The deck of a round (1 is the first).

        >>> FairDeals("tea", ("Anja", "")).deck(range(10), 1)
        [1, 6, 4, 2, 0, 7, 5, 3, 9, 8]
        """
        deck = [int(card) for card in sorted_deck]
        numbers = self._numbers(f"deck {round_no}")
        for last in range(len(deck) - 1, 0, -1):
            other = _below(numbers, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def _numbers(self, purpose: str) -> Iterator[int]:
        salts = json.dumps(list(self.salts), ensure_ascii=False, separators=(",", ":"))
        block = 0
        while True:
            text = f"{_DOMAIN}\n{purpose}\n{block}\n{salts}"
            digest = hmac.digest(self.seed.encode(), text.encode(), "sha256")
            yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
            block += 1


def _below(numbers: Iterator[int], n: int) -> int:
    """The next number from 0 to n-1, each equally likely."""
    fair = (1 << 32) // n * n
    return next(x for x in numbers if x < fair) % n
