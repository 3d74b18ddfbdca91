"""The types of the server's messages in TypeScript, from their JSON Schema."""

import json
import re
from collections.abc import Iterable, Set
from typing import Any

HEAD = """\
// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.
"""

#: Names that would hide something of the language or say too little outside the server.
RENAMED = {"Error": "Refusal", "Seat": "SeatTaken"}


#: The modules, each with the types that it is about: what these reach, and no module before it has, is written there.
MODULES = {
    # what comes and goes over the socket of a table
    "asked": ("FromClient",),
    "happenings": ("WireEvent",),
    "view": ("TableView",),
    "told": ("FromServer",),
    # what is asked for, and answered, over HTTP
    "games": ("About", "DeckInfo", "GameInfo", "RulesInfo"),
    "sheets": ("Sheet",),
    "replays": ("Lesson", "Replay"),
    "reviews": ("CardsWorth", "GameReview", "HeldCards"),
    "profiles": ("HandOver", "ClaimGame", "Profile"),
    "pads": ("ChangeSharing", "PadInfo", "PadNews", "PadPhone", "SharedPad", "SyncPad", "TakePart"),
}
REST = "tables"  # the tables themselves: opened, listed, entered


def written(schema: dict[str, Any], sparse: Set[str]) -> dict[str, str]:
    """All types of the schema, by module. `sparse`: those of the server that leave out what is the default."""
    kinds = _with_happening(schema["$defs"])
    heard = _heard(kinds) - sparse
    homes = _homes(kinds)
    modules = [*MODULES, REST]
    index = "".join(f'export type * from "./types/{module}.ts";\n' for module in modules)
    return {
        "types.ts": f"{HEAD}\n{index}",
        **{f"types/{module}.ts": _module(module, kinds, homes, heard) for module in modules},
    }


def _homes(kinds: dict[str, Any]) -> dict[str, str]:
    """The module of each type."""
    homes: dict[str, str] = {}
    for module, roots in MODULES.items():
        for name in _reached(kinds, roots):
            homes.setdefault(name, module)
    return {name: homes.get(name, REST) for name in kinds}


def _module(module: str, kinds: dict[str, Any], homes: dict[str, str], heard: Set[str]) -> str:
    """The types of a module, sorted by name, below what they need of others."""
    own = sorted(name for name, home in homes.items() if home == module)
    needed = sorted({other for name in own for other in _within(kinds[name])} - set(own))
    imports = [
        f'import type {{ {", ".join(_name(name) for name in needed if homes[name] == other)} }} from "./{other}.ts";'
        for other in sorted({homes[name] for name in needed})
    ]
    parts = [_declared(name, kinds[name], name in heard) for name in own]
    return "\n".join([HEAD, *([*imports, ""] if imports else []), *parts])


def _with_happening(kinds: dict[str, Any]) -> dict[str, Any]:
    """The same with a name for the happenings, which the schema spells out wherever one is meant."""
    spelled_out = kinds["News"]["properties"]["happenings"]["items"]
    named = json.dumps(kinds).replace(json.dumps(spelled_out), '{"$ref": "#/$defs/WireEvent"}')
    described = {**spelled_out, "description": "Something that happened; ``event`` says what."}
    return {"WireEvent": described, **json.loads(named)}


def _heard(kinds: dict[str, Any]) -> set[str]:
    """The types that come from the server, alone or within others. The rest is read strictly: clients send it."""
    lenient = {name for name, kind in kinds.items() if kind.get("additionalProperties") is not False}
    return _reached(kinds, lenient - {"FromClient"})


def _reached(kinds: dict[str, Any], roots: Iterable[str]) -> set[str]:
    """These types, and those within them."""
    found: set[str] = set()
    reached = list(roots)
    while reached:
        name = reached.pop()
        if name not in found:
            found.add(name)
            reached += _within(kinds[name])
    return found


def _within(kind: dict[str, Any]) -> list[str]:
    """The types that a type names."""
    return re.findall(r'"#/\$defs/(\w+)"', json.dumps({**kind, "discriminator": None}))


def _declared(name: str, kind: dict[str, Any], heard: bool) -> str:
    doc = " ".join(kind.get("description", "").split()).replace("``", "`")
    lines = [f"/** {doc} */"] if doc else []
    if "enum" in kind:
        values = "".join(f"\n  | {json.dumps(each)}" for each in kind["enum"])
        return "\n".join([*lines, f"export type {_name(name)} ={values};", ""])
    if "properties" not in kind and "anyOf" in kind:
        members = "".join(f"\n  | {_member(each)}" for each in kind["anyOf"])
        return "\n".join([*lines, f"export type {_name(name)} ={members};", ""])
    if kind.get("type") == "array":
        return "\n".join([*lines, f"export type {_name(name)} = {_type(kind)};", ""])
    lines.append(f"export interface {_name(name)} {{")
    for field, told in kind.get("properties", {}).items():
        mark = "" if heard or field in kind.get("required", ()) else "?"
        lines.append(f"  {field}{mark}: {_type(told)};")
    return "\n".join([*lines, "}", ""])


def _member(kind: dict[str, Any]) -> str:
    """One of several. Any text beside known ones is written so that an editor still proposes those."""
    return "(string & Record<never, never>)" if _type(kind) == "string" else _type(kind)


def _type(kind: dict[str, Any]) -> str:
    if "$ref" in kind:
        return _name(kind["$ref"].rsplit("/", 1)[-1])
    if "enum" in kind:
        return " | ".join(json.dumps(each) for each in kind["enum"])
    if "anyOf" in kind:
        return " | ".join(_type(each) for each in kind["anyOf"])
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
