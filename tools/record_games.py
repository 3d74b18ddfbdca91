"""Record finished games for the tests of the browser client: ``make golden``.

``dealt.jsonl`` has a record on each line, of all games and decks, with and without cuts; moves are left out, for the
deals do not depend on them. ``sheets.json`` and ``replays.json`` have what the server tells of some of these games,
``lessons.json`` its guided rounds, ``games.json`` and ``decks.json`` how it describes the games themselves.
"""

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

from stichwerk.games import game, games
from stichwerk.games.moves import lay_text
from stichwerk.play.fair import FairDeals
from stichwerk.play.lesson import has_lesson
from stichwerk.play.match import Match
from stichwerk.play.record import from_data
from stichwerk.play.verify import check, replay
from stichwerk.protocol import messages
from stichwerk.server.live.lessons import lesson_of
from stichwerk.server.live.replays import ReplayWish, replay_of, sheet_of
from stichwerk.server.web import catalogue

RECORDED = Path(__file__).resolve().parent.parent / "web" / "tests" / "recorded"
NAMES = ("Anja", "Bernd", "Zoë", "<b>Tom</b>", "ليلى", "Ida", "Jonas", "Mia")

#: Game, options, salts by seat (as many as play), and the first dealer, if one was named.
GAMES: list[tuple[str, dict[str, Any], list[str], int | None]] = [
    ("rage", {"march": True}, ["for two", "", "Zoë", ""], None),
    ("null-nichtig", {}, ["", 'a "quoted"\\ \u001b\n\tword', ""], None),
    ("alles-oder-nichts", {}, ["", "", ""], None),
    ("alles-oder-nichts", {"deck": "6x8", "rounds": 9}, ["日本", "𝄞", "", "", "x", ""], 4),
    ("rage", {"bidding": "secret"}, ["", ""], None),
    ("rage", {"bidding": "plus-minus-one"}, [f"salt {seat}" for seat in range(8)], 7),
    ("null-nichtig", {"target": 60, "teams": True}, ["a", "", "", "", "", "f"], None),
]

#: Of these games with these options the deck is described.
DECKS: list[tuple[str, dict[str, Any]]] = [
    ("rage", {}),
    ("null-nichtig", {}),
    ("alles-oder-nichts", {"deck": "4x12"}),
    ("alles-oder-nichts", {"deck": "6x8"}),
]


def main() -> None:
    """Write all files."""
    records = [played(number) for number in range(len(GAMES))]
    _write("dealt.jsonl", "\n".join(json.dumps(_without_moves(data), ensure_ascii=False) for data in records))
    some = [from_data(data) for data in records[:3]]
    _write("sheets.json", _together([sheet_of(replay(record), 1) for record in some]))
    middle = [ReplayWish(0, False, 1 + len(record.rounds) // 2) for record in some]
    _write("games.json", _together(list(catalogue.all_games())))
    _write("decks.json", json.dumps({_key(*each): deck_of(*each) for each in DECKS}))
    _write("lessons.json", _together([lesson_of(each, "en") for each in games() if has_lesson(each)]))
    _write("replays.json", _together([replay_of(record, wish) for record, wish in zip(some, middle, strict=True)]))


def _key(name: str, options: dict[str, Any]) -> str:
    return f"{name} {json.dumps(options, separators=(',', ':'))}"


def deck_of(name: str, options: dict[str, Any]) -> list[str]:
    """All cards of a game in the order of their numbers."""
    return list(catalogue.deck(name, options).cards)


def played(number: int) -> dict[str, Any]:
    """The record of a game in which all moves are random."""
    name, options, salts, named = GAMES[number]
    names, deals = NAMES[: len(salts)], FairDeals(f"seed {number}", tuple(salts))
    found = game(name)
    dealer = deals.first_dealer(len(names)) if named is None else named
    match = Match(found, found.options.read(options), names, dealer, deals)
    _play(match, Random(number))
    data: dict[str, Any] = json.loads(json.dumps(match.record()))
    data["cuts"] = [hashlib.sha256(salt.encode()).hexdigest() if salt else "" for salt in salts]
    if named is not None:
        data["first_dealer"] = named
    check(from_data(data))
    return data


def _play(match: Match, random: Random) -> None:
    while not match.finished:
        if match.between_rounds:
            match.deal()
        seat = match.waiting[0]
        view = match.view(seat)
        hand = view.table.places[seat].hand
        move = lay_text(tuple(random.sample(hand, view.to_lay))) if view.to_lay else random.choice(match.legal(seat))
        match.play(seat, move)


def _without_moves(data: dict[str, Any]) -> dict[str, Any]:
    return data | {"rounds": [{key: each[key] for key in ("dealer", "hands", "stock")} for each in data["rounds"]]}


def _together(found: list[Any]) -> str:
    return "[\n" + ",\n".join(messages.encode(each).decode() for each in found) + "\n]"


def _write(name: str, text: str) -> None:
    (RECORDED / name).write_text(text + "\n", encoding="utf-8")
    print(f"web/tests/recorded/{name}")


if __name__ == "__main__":
    main()
