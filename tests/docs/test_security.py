"""The tests that the promises of docs/security.md rest on are there."""

import re

from support.documents import DOCS, ROOT

PROMISED = re.findall(r"`(tests/\S+\.py)::(test_\w+)`", (DOCS / "security.md").read_text(encoding="utf-8"))


def test_every_test_that_is_named_is_there() -> None:
    assert len(PROMISED) > 20
    missing = [
        f"{path}::{name}"
        for path, name in PROMISED
        if not re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert missing == []
