"""What a message says, in a few letters: enough to know it again when it comes twice, as after a lost connection."""

import json
from functools import cache
from hashlib import blake2b
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from stichwerk.protocol.messages import Ask

#: Whoever makes two messages with the same digest deceives nobody but themselves: so it can be short.
_BYTES = 6
_as_text = json.JSONEncoder(sort_keys=True).encode


def digest_of(message: Ask) -> str:
    """The digest of all that a message says beside its id.

    What it leaves open is left out, so that a field which a later version adds does not make it another message.
    """
    told = {
        name: value
        for name, usual in _fields(type(message))
        if name != "id" and (value := getattr(message, name)) != usual
    }
    text = _as_text([message.__struct_config__.tag, told])
    return blake2b(text.encode(), digest_size=_BYTES).hexdigest()


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a message, and what stands in them where nothing is said: to find that out takes long."""
    return tuple((each.name, each.default) for each in fields(kind))
