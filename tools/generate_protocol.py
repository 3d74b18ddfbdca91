"""Write the types of the server's messages: docs/protocol.schema.json, the generated parts of docs/protocol.md, and
the types of the browser's client, web/src/protocol/types.ts and what it is made of.

    python tools/generate_protocol.py            rewrite what is stale
    python tools/generate_protocol.py --check    change nothing; exit 1 and name what is stale

A generated part stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``; people write the rest.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec

from stichwerk.play.fair import commitment
from stichwerk.play.reasons import Reason
from stichwerk.play.receipts import Receipt, Signer
from stichwerk.protocol import messages
from stichwerk.protocol import messages as msg
from stichwerk.protocol.changes import changed, on_top
from stichwerk.protocol.error_codes import BY_SUBJECT
from stichwerk.protocol.schema import json_schema
from stichwerk.protocol.wire_events import OWN, WireEvent
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import Asked, Join, Tick
from stichwerk.server.domain.decide import decide, opened
from stichwerk.server.domain.table import Table
from stichwerk.server.web.api import Invitation, Proof
from stichwerk.server.web.catalogue import About, DeckInfo, GameInfo, PadInfo, RulesInfo
from stichwerk.server.web.problems import Problem
from stichwerk.server.wire import outbox
from stichwerk.server.wire.happenings import Occurrence
from stichwerk.server.wire.telling import News

sys.path.insert(0, str(Path(__file__).resolve().parent))  # also when the tests load this file
import typescript_types

ROOT = Path(__file__).resolve().parent.parent
SCHEMA, PAGE = ROOT / "docs" / "protocol.schema.json", ROOT / "docs" / "protocol.md"
PROTOCOL = ROOT / "web" / "src" / "protocol"

TABLE, TOKEN = "K7MQ3XPWA4HTRJ6N9YCE", "pI3qVbYHn4cR0cMZ2dF1xW8kUuTz7sLgQ5yJe6oAaBk"
SALT = "for two"
SEED = "5f1d" * 16
BEGAN = 1_700_000_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 all is up to date (or has been written), 1 something is stale."""
    parser = argparse.ArgumentParser(description="Write the types of the server's messages.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if something is stale")
    check = parser.parse_args(arguments).check
    fresh = {SCHEMA: schema_text(), PAGE: page_text(PAGE.read_text(encoding="utf-8")), **types_texts()}
    stale = {path: text for path, text in fresh.items() if not path.is_file() or path.read_text("utf-8") != text}
    left = set((PROTOCOL / "types").glob("*.ts")) - set(fresh)  # of an older division into modules
    for path in sorted(left):
        print(f"{path.relative_to(ROOT)} is of no use any more: remove it", file=sys.stderr)
    for path, text in stale.items():
        if check:
            print(f"{path.relative_to(ROOT)} is stale: run make types", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if left or (check and stale) else 0


def schema_text() -> str:
    """The JSON Schema of all messages and bodies."""
    schema = json_schema()
    bodies = (About, DeckInfo, GameInfo, Invitation, PadInfo, Proof, Problem, RulesInfo)
    _, more = msgspec.json.schema_components(bodies, ref_template="#/$defs/{name}")
    schema["$defs"] = dict(sorted({**schema["$defs"], **more}.items()))
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def types_texts() -> dict[Path, str]:
    """The types in TypeScript, by file."""
    structs = [kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    sparse = {kind.__name__ for kind in structs if kind.__struct_config__.omit_defaults}
    files = typescript_types.written(json.loads(schema_text()), sparse)
    return {PROTOCOL / name: text for name, text in files.items()}


def page_text(page: str) -> str:
    """The page with its generated parts written anew."""
    examples = {type(each): each for each in all_examples()}
    parts = {
        "from the client": _sections(get_args(messages.FromClient), examples),
        "from the server": _sections(get_args(messages.FromServer), examples),
        "happenings": _happenings(),
        "error codes": _error_codes(),
    }
    for name, content in parts.items():
        page = _with_part(page, name, content)
    return page


def _with_part(page: str, name: str, content: str) -> str:
    pattern = rf"(<!-- generated: {re.escape(name)} -->\n)(?:.*?)(<!-- end -->)"
    page, count = re.subn(pattern, lambda found: f"{found[1]}\n{content}\n{found[2]}", page, flags=re.S)
    if count != 1:
        raise SystemExit(f"error: docs/protocol.md must have the part {name!r} once, not {count} times")
    return page


# ---------------------------------------------------------------- the parts


def _sections(kinds: Sequence[type], examples: dict[type, Any]) -> str:
    return "\n".join(_section(kind, examples[kind]) for kind in kinds)


def _section(kind: type, example: Any) -> str:
    lines = [f"### `{example.__struct_config__.tag}`", "", _doc(kind), ""]
    fields = msgspec.structs.fields(kind)
    if fields:
        lines += ["| field | type | default |", "|---|---|---|"]
        lines += [f"| `{each.name}` | {_type(each.type)} | {_default(each)} |" for each in fields] + [""]
    return "\n".join([*lines, "```json", _written(example), "```", ""])


def _happenings() -> str:
    common = [kind for kind in get_args(WireEvent) if kind.__name__ not in OWN]
    kinds = sorted(common, key=lambda kind: kind.__name__)
    lines = ["| `event` | fields | when |", "|---|---|---|"]
    for kind in kinds:
        names = ", ".join(f"`{each.name}`" for each in msgspec.structs.fields(kind))
        lines.append(f"| `{kind.__struct_config__.tag}` | {names} | {_doc(kind)} |")
    return "\n".join(lines) + "\n"


def _error_codes() -> str:
    lines = ["| `code` | what it means |", "|---|---|"]
    for subject, codes in BY_SUBJECT.items():
        lines.append(f"| **{subject}** | |")
        lines += [f"| `{code}` | {meaning} |" for code, meaning in sorted(codes.items())]
    return "\n".join(lines) + "\n"


def _doc(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split()).replace("``", "`")


def _type(kind: Any) -> str:
    """A type as its JSON Schema tells it, in a word or two."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template="{name}")
    return _words(schema).replace("|", "\\|")


def _words(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "enum" in schema:
        return " or ".join(json.dumps(each) for each in schema["enum"])
    if "anyOf" in schema:
        found = schema["anyOf"]
        return "a happening" if len(found) > 6 else " or ".join(_words(each) for each in found)
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_words(schema.get('items') or {})}"
    limits = [f"{word} {schema[key]}" for key, word in _LIMITS.items() if key in schema]
    return kind + (f" ({', '.join(limits)})" if limits else "")


_LIMITS = {"minimum": "from", "maximum": "to", "maxLength": "at most", "pattern": "like"}


def _default(field: Any) -> str:
    if field.default is not msgspec.NODEFAULT:
        return f"`{json.dumps(msgspec.to_builtins(field.default))}`"
    return "" if field.default_factory is msgspec.NODEFAULT else "see its type"


def _written(example: Any) -> str:
    return _pretty(msgspec.to_builtins(example), 0)


def _pretty(value: Any, indent: int) -> str:
    """JSON with what fits on a line on a line, and everything else a line per part."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= 110 or not isinstance(value, (dict, list, tuple)):
        return line
    keys = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(value)
    parts = list(value.values()) if isinstance(value, dict) else list(value)
    inside = [f"{' ' * (indent + 2)}{key}{_pretty(part, indent + 2)}" for key, part in zip(keys, parts, strict=True)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + "\n" + ",\n".join(inside) + "\n" + " " * indent + closing


# ---------------------------------------------------------------- examples


class _Told:
    """Chance that is no chance, so that the examples stay as they are."""

    def __init__(self) -> None:
        self._signer = Signer("5eed" * 16)
        self.receipt_key = self._signer.public

    def seed(self) -> str:
        return SEED

    def code(self) -> str:
        return "KQ37XB"

    def sign(self, receipt: Receipt) -> str:
        return self._signer.sign(receipt)


def all_examples() -> list[Any]:
    """A message of every type, as they may be sent in one game."""
    table = _playing()
    told = [Occurrence(*_last_move(table))]
    ((_, news),) = outbox.news(table, told, [0])
    presence = msg.Presence((True, True, False), 1)
    client = [
        msg.Hello(TABLE, msg.VERSION, TOKEN, since=12),
        msg.Ping(7),
        msg.Whole(),
        msg.Move("a1", "bid:3", seen=12),
        msg.Cut("a2", commitment(SALT)),
        msg.OpenCut("a3", SALT),
        msg.Ready("a4"),
        msg.Rematch("a5"),
        msg.Back("a6"),
        msg.Pause("a7"),
        msg.Resume("a8"),
        msg.Start("a9", 3),
        msg.SetSeat("a10", 2, "bot", 4),
        msg.AddSeat("a11"),
        msg.RemoveSeat("a12", 3),
        msg.Revoke("a13", 2),
        msg.Leave("a14"),
        msg.Phrase("a15", "well-played"),
        msg.Nudge("a16", 1),
        msg.TakeBack("a17"),
        msg.ChangeSeat("a18", 2),
        msg.MixSeats("a19"),
        msg.AskHint("a20"),
    ]
    server = [
        outbox.welcome(table, 0, None, BEGAN, presence, msg.VERSION),
        news,
        _some_changes(table),
        presence,
        msg.Ack("a1", 13),
        msg.Error("must-follow", "must follow Red", "a1", "RG-6"),
        _some_hints(),
        msg.Said(1, "hello"),
        msg.Pong(7, BEGAN),
        msg.Closing("shutdown", "the server is restarting: connect again", True),
    ]
    return [*client, *server]


def _some_changes(table: Table) -> msg.Changes:
    """What seat 0 is told of the next bid."""
    before = News(outbox.Moment(table, ())).told(0)
    assert table.match is not None
    seq, events, seat = table.seq, table.match.event_count, table.match.waiting[0]
    _do(table, msg.Move("m2", "bid:2"), seat)
    occurrence = Occurrence(facts.Moved(seat=seat, move="bid:2"), events, table.match.event_count)
    moment = outbox.Moment(table, [occurrence])
    for_all = changed(before.public, moment.public)
    own = on_top(before.own, moment.own(0), for_all, moment.public)
    return msg.Changes(table.seq, seq, table.at, for_all, moment.happenings(0), own)


def _some_hints() -> msg.Hints:
    """Three moves; others would look the same."""
    best = msg.MoveOutlook("R7", 8.2, 0.2, 5.1, 0.2, 0.0, 0.0, (0.1, 0.2, 0.61, 0.09), 0.61, 1.0)
    equal = msg.MoveOutlook("R5", 8.0, 0.2, 5.0, 0.2, 0.1, 0.1, (0.12, 0.22, 0.58, 0.08), 0.58, 0.3)
    worse = msg.MoveOutlook("R1", 5.4, 0.3, 2.2, 0.3, 2.9, 0.3, (0.3, 0.4, 0.25, 0.05), 0.25)
    return msg.Hints("a20", 42, (best, equal, worse), (Reason("takes", "R7"),))


def _playing() -> Table:
    """Three at a table of Rage, after the first bid."""
    table = Table(TABLE)
    wish = msg.NewTable("rage", "Anja", [msg.SeatWish(), msg.SeatWish("bot", 2)], {}, msg.Pace(), False)
    table.apply(opened(TABLE, wish, "hash 0", "KQ37XB"), BEGAN)
    _do(table, Join("Bernd", "hash 1"))
    for seat in (0, 1):
        table.presence(seat, True, BEGAN)
    _do(table, msg.Start("s1"), 0)
    for seat in (0, 1):
        _do(table, msg.Cut(f"c{seat}", ""), seat)
    assert table.match is not None
    first = table.match.waiting[0]
    if first != 2:
        _do(table, msg.Move("m1", "bid:3"), first)
    return table


def _do(table: Table, command: Any, seat: int | None = None) -> None:
    found = decide(table, Asked(command, BEGAN, seat, _Told()))
    while found:
        for fact in found:
            table.apply(fact, BEGAN)
        found = decide(table, Asked(Tick(), BEGAN, None, _Told()))


def _last_move(table: Table) -> tuple[Any, int, int]:
    assert table.match is not None
    count = table.match.event_count
    return facts.Moved(seat=0, move="bid:3"), count - 1, count


if __name__ == "__main__":
    sys.exit(main())
