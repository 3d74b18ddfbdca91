"""The tables that old versions have stored, and what they showed: all that stays when views change."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, make_url

from stichwerk.server.domain.table import Table
from stichwerk.server.wire import outbox

STORED = Path(__file__).parents[2] / "data/stored"


@dataclass(frozen=True)
class Kept:
    """A table of an old database: the tokens of its persons by seat (null: no person's), what the version that wrote it
    showed of it, and the records of its finished games, line by line.
    """

    what: str
    id: str
    tokens: list[str | None]
    shown: dict[str, Any]
    records: list[str]


def kept_tables(version: str) -> list[Kept]:
    """The tables of the database that this version wrote."""
    lines = (STORED / f"{version}.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Kept(**{**told, "records": [lines.pop(0) for _ in range(told["records"])]}) for told in _told(version)["tables"]
    ]


def left_at(version: str) -> int:
    """When the last of these tables was left, by the clock of that evening."""
    return int(_told(version)["now"])


def _told(version: str) -> dict[str, Any]:
    return json.loads((STORED / f"{version}.json").read_text(encoding="utf-8"))


def keep_tables(version: str, made_with: str, now: int, tables: list[Kept]) -> None:
    """Write down what was shown."""
    told = [json.dumps({**vars(table), "records": len(table.records)}, ensure_ascii=False) for table in tables]
    head = json.dumps({"made_with": made_with, "now": now})[:-1]
    (STORED / f"{version}.json").write_text(f'{head}, "tables": [\n' + ",\n".join(told) + "\n]}\n", encoding="utf-8")
    lines = [line for table in tables for line in table.records]
    (STORED / f"{version}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def put_there(url: str, version: str) -> None:
    """Put the database that was kept of a version where there is none yet."""
    place = make_url(url)
    if place.get_backend_name() == "sqlite":
        shutil.copyfile(STORED / f"{version}.sqlite", place.database or "")
        return
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql((STORED / f"{version}.postgres.sql").read_text(encoding="utf-8"))
    engine.dispose()  # the dump leaves its connection without a search path


# ---------------------------------------------------------------- what a table shows


def shown(table: Table) -> dict[str, Any]:
    """What a table shows to its seats and to a spectator, as plain data."""
    seen = outbox.view(table, None)
    told: dict[str, Any] = {
        name: getattr(seen, name)
        for name in (
            "game", "options", "status", "listed", "host", "number", "paused", "commitment", "opening_cuts",
            "first_dealer", "seed",
        )
    }  # fmt: skip
    told["facts"] = table.seq
    told["code"] = outbox.view(table, table.host).code if table.host is not None else None
    told["pace"] = {name: getattr(seen.pace, name) for name in ("move", "reserve", "grace", "pause", "bots")}
    told["seats"] = [
        {
            name: getattr(seat, name)
            for name in (
                "name", "kind", "level", "stand_in", "cut", "cut_commitment", "salt", "ready", "reserve_ms", "deadline",
            )
        }
        for seat in seen.seats
    ]  # fmt: skip
    told["results"] = [
        [result.number, result.began, result.ended, result.totals, result.winners, result.rounds, result.moves]
        for result in table.results
    ]
    if table.match is not None:
        told["play"] = _play(table)
        told["seen"] = [_seen(table, seat) for seat in (None, *range(len(table.seats)))]
    return json.loads(json.dumps(told))


def _play(table: Table) -> dict[str, Any]:
    """What everybody sees of the game."""
    play = outbox.view(table, None).play
    assert play is not None
    on = play.table
    last = play.last_trick
    return {
        "phase": on.phase,
        "round": on.round,
        "dealer": on.dealer,
        "leader": on.leader,
        "waiting": on.waiting,
        "trick": on.trick,
        "last_trick": None if last is None else [last.seat, last.leader, last.cards],
        "tricks_done": on.tricks_done,
        "led": on.led,
        "trump": on.trump,
        "turned": on.turned,
        "cards": [place.cards for place in on.places],
        "tricks": [place.tricks for place in on.places],
        "fives": [place.shows.get("fives", 0) // 5 for place in on.places],
        "piles": [
            [[pile.colour, pile.top, pile.depth] for pile in place.shows.get("piles", ())] for place in on.places
        ],
        "totals": on.totals,
        "scores": on.scores,
        "score_sheet": play.score_sheet,
        "winners": play.winners,
    }


def _seen(table: Table, seat: int | None) -> dict[str, Any]:
    """What one seat knows, and may do."""
    play = outbox.view(table, seat).play
    assert play is not None
    places = play.table.places
    return {
        "hands": [place.hand for place in places],
        "bids": [place.bid for place in places],
        "has_bid": [place.has_bid for place in places],
        "shown": [place.shown for place in places],
        "laid": [place.shows.get("laid", ()) for place in places],
        "legal": play.legal,
        "to_lay": play.to_lay,
    }
