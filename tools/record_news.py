"""Record what the server tells seat 0 in some rounds, for the tests of the browser client: ``make golden``.

A file has a ``welcome`` on its first line, and then the ``news``, one on each line. The moves are random. Beside it is
one with the same as a client of version 2 hears it: only what has changed.
"""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from stichwerk.protocol import messages
from stichwerk.server.wire import outbox
from stichwerk.server.wire.happenings import Occurrence
from stichwerk.server.wire.telling import News
from support.server.sittings import BOT, Sitting

RECORDED = Path(__file__).resolve().parent.parent / "web" / "tests" / "recorded"

#: By file: game, options, the round that is recorded, and after how many news it is cut off.
RECORDINGS = {
    "rage": ("rage", {}, 6, 60),
    "rage-secret": ("rage", {"bidding": "secret"}, 9, 60),
    "null-nichtig": ("null-nichtig", {}, 1, 16),
    "alles-oder-nichts": ("alles-oder-nichts", {}, 4, 60),
}


def main() -> None:
    """Write all files."""
    RECORDED.mkdir(exist_ok=True)
    for name in RECORDINGS:
        for kind, lines in zip(("", ".changes"), recorded(name), strict=True):
            (RECORDED / f"{name}{kind}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
            print(f"web/tests/recorded/{name}{kind}.jsonl")


def recorded(name: str) -> tuple[list[bytes], list[bytes]]:
    """From the end of the round before (or from the start) to the deal of the next one; then the same as changes."""
    game, options, round_no, most = RECORDINGS[name]
    sitting = Sitting(game, (BOT, BOT, BOT), options=options)
    sitting.start()
    steps = sitting.play_on(Random(name))
    if round_no > 1:
        next(_ for _ in steps if sitting.match.between_rounds and sitting.match.view().table.round == round_no - 1)
    table = sitting.table
    told = [messages.encode(outbox.welcome(table, 0, None, sitting.now, outbox.presence(table, 0)))]
    changes: list[bytes] = []
    knows = News(outbox.Moment(table, ())).told(0)
    known, seq = sitting.match.event_count, table.seq
    for _ in steps:
        if table.seq > seq:
            count = sitting.match.event_count
            news = News(outbox.Moment(table, [Occurrence(None, known, count)]))
            told.append(news.whole(0))
            changes.append(news.changes(0, knows))
            knows = news.told(0)
            known, seq = count, table.seq
        if len(told) == most or sitting.match.view().table.round > round_no:
            break
    return told, changes


if __name__ == "__main__":
    main()
