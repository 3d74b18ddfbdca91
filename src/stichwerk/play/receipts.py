"""Receipts: the dealing side's signed word that it has a player's cut, and that the player has opened it.

Whoever deals could say afterwards that a cut came too late or was never opened, and so choose among several deals. So
it signs both the moment they are stored. Players keep the receipts; a deal without a cut that has one proves that the
dealing side has cheated, to anybody who has its public key.

A receipt is an Ed25519 signature over the lines of `Receipt.text`. The commitment to the seed stands in it, so it
belongs to one game and to no other.
"""

from dataclasses import dataclass
from typing import Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_DOMAIN = "stichwerk receipt 1"


@dataclass(frozen=True)
class Receipt:
    """What is signed: that a seat has cut with this hash, or has opened this cut.

    ``time``: the first time that everybody cuts for this game, or a later one, because somebody held back.

    >>> print(Receipt("cut", "c0ffee", 1, 0, "ca4d").text)
    stichwerk receipt 1
    cut
    c0ffee
    1
    0
    ca4d
    """

    kind: Literal["cut", "opening"]
    commitment: str
    time: int
    seat: int
    cut: str

    @property
    def text(self) -> str:
        """What is signed, as UTF-8."""
        return "\n".join([_DOMAIN, self.kind, self.commitment, str(self.time), str(self.seat), self.cut])

    def signed_by(self, key: str, signature: str) -> bool:
        """Whether the signature is that of this key (both in hexadecimal digits)."""
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), self.text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer:
    """Signs receipts with a secret key: 32 bytes in hexadecimal digits.

    >>> signer, receipt = Signer("5eed" * 16), Receipt("cut", "c0ffee", 1, 0, "ca4d")
    >>> receipt.signed_by(signer.public, signer.sign(receipt))
    True
    >>> receipt.signed_by(signer.public, "00" * 64)
    False
    """

    def __init__(self, key: str) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))
        #: The public key.
        self.public = self._key.public_key().public_bytes_raw().hex()

    def sign(self, receipt: Receipt) -> str:
        """The signature under a receipt. The same receipt always has the same."""
        return self._key.sign(receipt.text.encode()).hex()
