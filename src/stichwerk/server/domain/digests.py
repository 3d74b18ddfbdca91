"""What a message says, in a few letters: enough to know it again when it comes twice, as after a lost connection."""

import json
from hashlib import blake2b

from msgspec.structs import fields

from stichwerk.protocol.messages import Ask

#: Whoever makes two messages with the same digest deceives nobody but themselves: so it can be short.
_BYTES = 6


def digest_of(message: Ask) -> str:
    """The digest of all that a message says beside its id.

    What it leaves open is left out, so that a field which a later version adds does not make it another message.
    """
    said = {each.name: getattr(message, each.name) for each in fields(message)}
    usual = {each.name: each.default for each in fields(message)}
    told = {name: value for name, value in said.items() if name != "id" and value != usual[name]}
    text = json.dumps([message.__struct_config__.tag, told], sort_keys=True)
    return blake2b(text.encode(), digest_size=_BYTES).hexdigest()
