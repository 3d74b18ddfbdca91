"""Keys to the table: secret tokens that hold a seat, signed invites that offer one, and short codes to say aloud.

A token is known only to the browser it was given to; the server keeps its hash. An invite is no secret of a seat but
a ticket to it: it carries the *epoch* of the seat (or of the whole table), and as soon as the host moves the epoch on,
or somebody sits down, all tickets of the old one are worthless.
"""

import base64
import hashlib
import secrets
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer

from stichwerk.server.errors import NoEntry

#: Letters and digits that nobody mistakes for each other, read or heard: no 0 O, 1 I L, 2 Z, 5 S, 8, U V.
ALPHABET = "ABCDEFGHJKMNPQRTWXY34679"
CODE_LETTERS = 6
_ID_LETTERS = 20
_SALT = "stichwerk invite 1"


def new_token() -> str:
    """A token for a seat: 256 random bits."""
    return secrets.token_urlsafe(32)


def token_of(secret: str | None) -> str:
    """The token that belongs to a secret of the client's own, so that it is the same when asked for again; without a
    secret a new one.

    >>> token_of("a secret of my own, quite long") == token_of("a secret of my own, quite long")
    True
    """
    if secret is None:
        return new_token()
    digest = hashlib.sha256(b"stichwerk token 1 " + secret.encode(errors="surrogatepass")).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_key() -> str:
    """A key that signs something: 256 random bits."""
    return secrets.token_hex(32)


def hashed(token: str) -> str:
    """What the server keeps of a token. The token is random, so a plain hash cannot be turned round.

    >>> hashed("tea")[:16]
    'a9f74d1ec36ebdeb'
    """
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def new_table_id() -> str:
    """The id of a table: too long to guess (over 90 bits), so that a link to watch is given, not found."""
    return _letters(_ID_LETTERS)


def new_code() -> str:
    """A short code for joining, as it is said aloud."""
    return _letters(CODE_LETTERS)


def tidy_code(typed: str) -> str:
    """A short code as people type it, with small letters, blanks and dashes.

    >>> tidy_code(" kq3-7xb ")
    'KQ37XB'
    """
    return "".join(letter for letter in typed.upper() if letter.isalnum())


@dataclass(frozen=True)
class Invite:
    """A ticket to a table: to one seat, or (None) to any open one."""

    table: str
    seat: int | None
    epoch: int


class Inviter:
    """Signs invites and reads them again."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt=_SALT)

    def signed(self, invite: Invite) -> str:
        """The invite as text for a link."""
        return str(self._signer.dumps([invite.table, invite.seat, invite.epoch]))

    def read(self, text: str) -> Invite:
        """An invite from its text; refused if this server has not signed it."""
        try:
            table, seat, epoch = self._signer.loads(text)
        except (BadSignature, ValueError, TypeError, UnicodeError):
            raise NoEntry("this invite is damaged or not from here: ask for the link again", "bad-invite") from None
        return Invite(table, seat, epoch)


def _letters(count: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(count))
