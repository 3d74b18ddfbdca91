"""The codes of errors: the list is that of the source, and the source has no others."""

import ast
import re
from pathlib import Path
from typing import get_args

from stichwerk.protocol import messages
from stichwerk.protocol.error_codes import BY_SUBJECT, ERROR_CODES, FOR_GOOD, GONE_ON, ClosingCode
from stichwerk.protocol.schema import json_schema

SOURCE = Path(messages.__file__).resolve().parent.parent
#: Parts whose mistakes no server tells its clients: programs and the command line hear of them.
APART = ("arena", "bots", "bulk", "cli", "client", "envs", "testing")
#: Codes of what the server is made of that do not go to its clients either.
NOT_SENT = {
    "bad-arena", "bad-device", "bot-mistake", "unknown-bot",  # classes of the parts above
    "bad-setting", "db-newer", "db-taken", "db-url", "no-address", "no-port", "port-taken",  # the server does not start
    "bad-cluster", "one-process",  # nor does a process of several
    "elsewhere",  # which is relayed instead
    "db-older",  # nor is a database checked
    "error", "illegal-move",  # what a class has that is never raised without a code of its own
    "empty-file", "no-file",  # files are read by the command line
    "no-deal-now", "no-deck",  # the server deals when it is time, and never by hand
}  # fmt: skip
#: Where else than second a code stands among the arguments.
PLACES = {"Error": 0, "Closing": 0, "Problem": 0, "_end": 0, "_breach": 3}


def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")}


def error_classes(parsed: list[ast.Module]) -> set[str]:
    """The names of all classes of errors."""
    classes = [node for tree in parsed for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found, before = {"StichwerkError"}, 0
    while len(found) > before:
        before = len(found)
        found |= {each.name for each in classes if {getattr(base, "id", None) for base in each.bases} & found}
    return found


def texts_in(node: ast.AST) -> set[str]:
    constants = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
    return {value for value in constants if isinstance(value, str)}


def codes_at(node: ast.AST, errors: set[str]) -> set[str]:
    """The codes that a class has, that something is raised or sent with, or that stand in a table of them."""
    match node:
        case ast.ClassDef(name=name, body=body) if name in errors:
            own = [each for each in body if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "code"]
            return {code for each in own for code in texts_in(each.value)}
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments):
            place = PLACES.get(name, 1 if name in errors else None)
            given = [] if place is None else arguments[place : place + 1]
            return {code for each in given for code in texts_in(each)}
        case ast.Assign(targets=[ast.Name(id="_CODES")], value=table):
            return texts_in(table)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=rows)) if name.endswith("_PROBLEMS"):
            return {code for row in rows if isinstance(row, ast.Tuple) for code in texts_in(row.elts[1])}
    return set()


def raised() -> set[str]:
    """Every code in the source of what a server may answer with. (What the games refuse moves with is theirs.)"""
    parsed = trees()
    errors = error_classes(list(parsed.values()))
    near = [tree for path, tree in parsed.items() if path.relative_to(SOURCE).parts[0] not in APART]
    return {code for tree in near for node in ast.walk(tree) for code in codes_at(node, errors)}


def test_every_code_in_the_source_is_listed_and_every_listed_one_is_in_the_source() -> None:
    found = raised()
    assert found - set(ERROR_CODES) == NOT_SENT
    assert set(ERROR_CODES) - found == set()


def test_codes_are_written_alike_and_have_a_sentence() -> None:
    assert sum(map(len, BY_SUBJECT.values())) == len(ERROR_CODES), "no code is about two things"
    for code, meaning in ERROR_CODES.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert re.fullmatch(r"[A-Z][^\n|]*\.", meaning), meaning


def test_what_clients_treat_apart_is_listed() -> None:
    assert set(ERROR_CODES) >= FOR_GOOD | GONE_ON | set(get_args(ClosingCode))


def test_the_schema_has_them_and_allows_others() -> None:
    kinds = json_schema()["$defs"]
    assert kinds["KnownErrorCode"]["enum"] == list(ERROR_CODES)
    assert {"type": "string"}.items() <= kinds["ErrorCode"]["anyOf"][1].items()
    assert kinds["Error"]["properties"]["code"]["$ref"] == "#/$defs/ErrorCode"
