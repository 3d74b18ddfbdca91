"""docs/protocol.md and its JSON Schema: they are those of the types, and every example is a message."""

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from stichwerk.protocol import messages
from support.programs import program

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.S)


def test_nothing_generated_is_stale(capsys):
    assert program("tools/generate_protocol.py").main(["--check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: json.loads(text)["type"])
def test_every_example_can_be_read(example):
    either = [messages.FromClient, messages.FromServer]
    kinds = {kind.__struct_config__.tag for kind in get_args(messages.FromClient)}
    message = msgspec.json.decode(example, type=either[json.loads(example)["type"] not in kinds])
    assert json.loads(msgspec.json.encode(message)) == json.loads(example)


def test_every_message_has_an_example():
    kinds = {*get_args(messages.FromClient), *get_args(messages.FromServer)}
    assert {json.loads(example)["type"] for example in EXAMPLES} == {kind.__struct_config__.tag for kind in kinds}
