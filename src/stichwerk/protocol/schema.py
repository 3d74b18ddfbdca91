"""The JSON Schema of the protocol: of all messages, bodies and codes."""

from typing import Any

import msgspec

from stichwerk.protocol.error_codes import ERROR_CODES
from stichwerk.protocol.messages import (
    AtTheDoor,
    CardsWorth,
    ChangeSharing,
    ClaimGame,
    FromClient,
    FromServer,
    GameReview,
    HandOver,
    HeldCards,
    InviteLink,
    JoinTable,
    Lesson,
    LookAtTable,
    MySeat,
    NewInvite,
    NewTable,
    PadNews,
    PadPhone,
    Profile,
    Replay,
    Seat,
    SharedPad,
    SharePad,
    Sheet,
    Statistics,
    SyncPad,
    TableSummary,
    TakePart,
    Tokens,
    WithSameCards,
)
from stichwerk.protocol.wire_events import OWN

#: Everything that needs a type in the browser.
ALL = (
    FromClient, FromServer, NewTable, JoinTable, Seat, LookAtTable, AtTheDoor, NewInvite, InviteLink, TableSummary,
    Tokens, MySeat, Statistics, Sheet, Replay, WithSameCards, CardsWorth, Lesson, GameReview, HeldCards,
    ClaimGame, HandOver, Profile, SharePad, SharedPad, TakePart, PadPhone, SyncPad, PadNews, ChangeSharing,
)  # fmt: skip


def json_schema() -> dict[str, Any]:
    """The JSON Schema of all messages and bodies: ``$defs`` by name, and the two directions."""
    (client, server, *_), components = msgspec.json.schema_components(ALL, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": _without_own({**components, **code_schemas(), "FromClient": client, "FromServer": server}),
    }


def code_schemas() -> dict[str, Any]:
    """The schemas of the codes of errors, by name: those that are known, and that there may be others."""
    known = {"description": "The codes that every client may know.", "enum": list(ERROR_CODES)}
    others = {"type": "string", "description": "A code of a game, or of a newer server: show the text beside it."}
    told = "Why something was not done. A client passes over a code that it does not know."
    return {
        "KnownErrorCode": known,
        "ErrorCode": {"description": told, "anyOf": [{"$ref": "#/$defs/KnownErrorCode"}, others]},
    }


def _without_own(schema: Any) -> Any:
    """The schema without the events that only one game has: they are no part of the protocol."""
    if isinstance(schema, list):
        return [_without_own(each) for each in schema if not _is_own(each)]
    if not isinstance(schema, dict):
        return schema
    return {key: _without_own(each) for key, each in schema.items() if key not in OWN}


def _is_own(schema: Any) -> bool:
    return isinstance(schema, dict) and str(schema.get("$ref", "")).rpartition("/")[2] in OWN
