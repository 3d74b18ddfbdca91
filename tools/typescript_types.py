"""The types of the server's messages in TypeScript, from their JSON Schema."""

import json
import re
from collections.abc import Set
from typing import Any

HEAD = """\
// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.
"""

#: Names that would hide something of the language or say too little outside the server.
RENAMED = {"Error": "Refusal", "Table": "OnTheTable", "Seat": "SeatTaken"}


def written(schema: dict[str, Any], sparse: Set[str]) -> str:
    """All types of the schema, sorted by name. `sparse`: those of the server that leave out what is the default."""
    kinds: dict[str, Any] = schema["$defs"]
    heard = _heard(kinds) - sparse
    kinds = {"Happening": _happening(kinds), **kinds}
    parts = [_declared(name, kinds[name], name in heard) for name in sorted(kinds)]
    return HEAD + "\n" + "\n".join(parts)


def _happening(kinds: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = kinds["News"]["properties"]["happenings"]["items"]
    return {**found, "description": "Something that happened; ``event`` says what."}


def _heard(kinds: dict[str, Any]) -> set[str]:
    """The types that come from the server, alone or within others. The rest is read strictly: clients send it."""
    found: set[str] = set()
    reached = [name for name, kind in kinds.items() if kind.get("additionalProperties") is not False]
    reached.remove("FromClient")
    while reached:
        name = reached.pop()
        if name not in found:
            found.add(name)
            reached += re.findall(r'"#/\$defs/(\w+)"', json.dumps({**kinds[name], "discriminator": None}))
    return found


def _declared(name: str, kind: dict[str, Any], heard: bool) -> str:
    doc = " ".join(kind.get("description", "").split()).replace("``", "`")
    lines = [f"/** {doc} */"] if doc else []
    if "properties" not in kind and "anyOf" in kind:
        members = "".join(f"\n  | {_type(each)}" for each in kind["anyOf"])
        return "\n".join([*lines, f"export type {_name(name)} ={members};", ""])
    if kind.get("type") == "array":
        return "\n".join([*lines, f"export type {_name(name)} = {_type(kind)};", ""])
    lines.append(f"export interface {_name(name)} {{")
    for field, told in kind.get("properties", {}).items():
        mark = "" if heard or field in kind.get("required", ()) else "?"
        lines.append(f"  {field}{mark}: {_type(told)};")
    return "\n".join([*lines, "}", ""])


def _type(kind: dict[str, Any]) -> str:
    if "$ref" in kind:
        return _name(kind["$ref"].rsplit("/", 1)[-1])
    if "enum" in kind:
        return " | ".join(json.dumps(each) for each in kind["enum"])
    if "anyOf" in kind:
        return "Happening" if "CardPlayed" in json.dumps(kind) else " | ".join(_type(each) for each in kind["anyOf"])
    match kind.get("type"):
        case "array" if "prefixItems" in kind:
            return f"[{', '.join(_type(each) for each in kind['prefixItems'])}]"
        case "array":
            inside = _type(kind["items"]) if kind.get("items") else "unknown"
            return f"({inside})[]" if " " in inside else f"{inside}[]"
        case "object":
            values = kind.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return plain
    return "unknown"


def _name(name: str) -> str:
    return RENAMED.get(name, name)
