"""Play the tables that are kept in ``tests/data/stored`` and the games in ``tests/data/records``: ``v1``, of 2026.

What an old version has written must load for ever, so these files are made once and never again: made with the code of
commit ffd7e9d, on which nothing but this program and ``tests/server/kept.py`` (now in ``tests/support``) was laid. The
same call, in a checkout of the commit that brought this file, makes the same tables again::

    python tools/make_old_store.py sqlite:///new.db     # writes what is shown of the tables, and the records
    sqlite3 new.db "VACUUM INTO 'tests/data/stored/v1.sqlite'"
    python tools/make_old_store.py postgresql://localhost/new --again   # the same tables; writes nothing else
    pg_dump --no-owner --no-privileges --inserts --rows-per-insert=100 new | grep -v '^\\\\' \\
        > tests/data/stored/v1.postgres.sql           # without the lines that only psql understands

For a newer format, keep a second set beside the first.
"""

import argparse
import asyncio
import json
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from stichwerk.games import GAME_IDS  # noqa: E402
from stichwerk.play.match import Match  # noqa: E402
from stichwerk.play.record import read, to_line  # noqa: E402
from stichwerk.play.verify import check  # noqa: E402
from stichwerk.protocol import messages as msg  # noqa: E402
from stichwerk.protocol.messages import Pace, SeatWish  # noqa: E402
from stichwerk.server.domain.table import Table  # noqa: E402
from stichwerk.server.live.connection import Connection  # noqa: E402
from stichwerk.server.live.directory import Directory  # noqa: E402
from stichwerk.server.store.log import Store  # noqa: E402
from support.matches import NAMES, random_move, random_play  # noqa: E402
from support.server.clients import drained  # noqa: E402
from support.server.kept import Kept, keep_tables, shown  # noqa: E402
from support.server.sittings import cut_of  # noqa: E402

VERSION, MADE_WITH = "v1", "ffd7e9d186859091a6b1991c2252003e94333753"
OPEN = SeatWish("open")
PEOPLE = ("Anja", "Bernd", "Zoë", "<b>Tom</b>", "ليلى", "Ida")

#: Of each game, variants for the tables: few rounds, so that the files stay small.
SHORT: dict[str, dict[str, Any]] = {
    "null-nichtig": {"rounds": 1},
    "rage": {"march": True, "tie_break": "shared"},
    "alles-oder-nichts": {"rounds": 2},
}
OTHER: dict[str, dict[str, Any]] = {
    "null-nichtig": {"teams": True, "target": 30, "target_rule": "reach"},
    "rage": {"bidding": "secret"},
    "alles-oder-nichts": {"deck": "6x8", "target": 12},
}


class Chance:
    """Chance that is the same every time. The seeds and tokens of these tables are no secrets."""

    def __init__(self) -> None:
        self._random = Random("stichwerk v1")
        secrets.token_hex = lambda size=32: self._random.randbytes(size).hex()
        secrets.token_urlsafe = lambda size=32: self._random.randbytes(size).hex()
        secrets.choice = self._random.choice


class Evening:
    """All tables of one database, one after the other, by a clock that is set by hand."""

    def __init__(self, url: str) -> None:
        self.now = 1_794_000_000_000  # in November 2026
        self.store = Store(url)
        self.directory = Directory(self.store, lambda: self.now)
        self.parties: list[Party] = []

    async def party(self, what: str, game: str, people: int, bots: int = 0, free: int = 0, **wish: Any) -> "Party":
        """A new table with so many people, bots and free seats."""
        if self.parties:
            await self.parties[-1].all_go()
        seats = [OPEN] * (people - 1) + [SeatWish("bot", 1 + number % 5) for number in range(bots)] + [OPEN] * free
        new = Party(self, f"{game}: {what}", len(self.parties))
        self.parties.append(new)
        await new.sit(await self.directory.open(msg.NewTable(game, PEOPLE[0], seats, **wish)))
        for name in PEOPLE[1:people]:
            await new.sit(await self.directory.join(msg.JoinTable(name, code=new.code)))
        return new


class Party:
    """The people at one table, and what they do."""

    def __init__(self, evening: Evening, what: str, number: int) -> None:
        self.evening, self.directory, self.what = evening, evening.directory, what
        self.random = Random(number)
        self.id, self.code = "", ""
        self.tokens: dict[str, str] = {}
        self.connections: dict[str, Connection] = {}
        self._ids = 0

    @property
    def table(self) -> Table:
        table = self.directory.queries.in_memory(self.id)
        assert table is not None
        return table

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def token(self, seat: int) -> str:
        return self.tokens[self.table.seats[seat].name]

    # ------------------------------------------------------------ coming and going

    async def sit(self, seat: msg.Seat) -> None:
        """Somebody has got a seat, and connects."""
        self.id, self.code = seat.table, seat.code or self.code
        self.tokens[self.table.seats[seat.seat].name] = seat.token
        await self.come(seat.seat)

    async def come(self, seat: int) -> None:
        name = self.table.seats[seat].name if self.directory.queries.in_memory(self.id) else PEOPLE[seat]
        self.connections[name] = await self.directory.connect(msg.Hello(self.id, token=self.tokens[name]))
        self.pass_time(0.5)

    async def go(self, *seats: int) -> None:
        """People disconnect."""
        for seat in seats:
            self.connections.pop(self.table.seats[seat].name).close()
        await self._settled()

    async def all_go(self) -> None:
        """Nobody is there any more, and so nothing happens here while others play."""
        for connection in self.connections.values():
            connection.close()
        await self._settled()

    async def _settled(self) -> None:
        while self.directory.tasks:
            await asyncio.sleep(0)

    def pass_time(self, seconds: float) -> None:
        self.evening.now += round(1000 * seconds)

    async def wait(self, seconds: float) -> None:
        """Time passes. A spectator looks in, so that what is due happens now."""
        self.pass_time(seconds)
        (await self.directory.connect(msg.Hello(self.id))).close()
        await self._settled()

    async def ask(self, seat: int, kind: type, *values: Any) -> None:
        """A message of a seat."""
        self._ids += 1
        self.pass_time(self.random.uniform(0.2, 4))
        await self.directory.ask(self.id, self.token(seat), kind(f"{self.evening.now:x}-{self._ids}", *values))
        for connection in self.connections.values():
            drained(connection)

    # ------------------------------------------------------------ the game

    async def begin(self, *salts: str) -> None:
        """The host starts, if it is no rematch; people cut with these salts, or not at all."""
        if self.table.status == "lobby":
            await self.ask(0, msg.Start, 2)
        persons = [number for number, seat in enumerate(self.table.seats) if seat.person]
        cuts = dict(zip(persons, salts, strict=False))
        for seat in persons:
            await self.ask(seat, msg.Cut, cut_of(cuts[seat]) if cuts.get(seat) else "")
        for seat, salt in cuts.items():
            if salt:
                await self.ask(seat, msg.OpenCut, salt)
        assert self.table.status == "playing", self.what

    async def play(self, until: Callable[["Party"], bool] = lambda party: False) -> None:
        """Everybody plays at random until then, or to the end of the game."""
        while self.table.status == "playing" and not until(self):
            if self.match.between_rounds:
                seat = next(n for n, each in enumerate(self.table.seats) if each.acts and not each.ready)
                await self.ask(seat, msg.Ready)
                continue
            bots = dict(self.table.bots_to_move())
            seat = self.random.choice(self.match.waiting)
            move = random_move(self.match, seat, self.random)
            if seat in bots:
                self.pass_time(1)
                await self.directory.bot_moves(self.id, seat, move, self.table.seq)
            else:
                await self.ask(seat, msg.Move, move, self.table.seq)

    def kept(self) -> Kept:
        """The table as it is now, from its log."""
        table = Table.of(self.id, self.evening.store.lines(self.id))
        tokens = [self.tokens.get(seat.name) if seat.person else None for seat in table.seats]
        return Kept(self.what, self.id, tokens, shown(table), [])


def tricks(number: int, cards: int = 1) -> Callable[[Party], bool]:
    """So many tricks of a round are taken, and so many cards of the next are played."""

    def reached(party: Party) -> bool:
        on = party.match.view().table
        return on.tricks_done == number and len(on.trick) == cards

    return reached


def in_secret(party: Party) -> bool:
    """Some have chosen, and some have not."""
    return party.match.view().table.secret and 0 < len(party.match.waiting) < len(party.table.seats)


def between_rounds(party: Party) -> bool:
    return party.match.between_rounds


def in_round(number: int) -> Callable[[Party], bool]:
    return lambda party: party.match.view().table.round == number and len(party.match.view().table.trick) == 1


# ---------------------------------------------------------------- the tables


async def play_evening(evening: Evening, game: str) -> None:
    """The tables of one game."""
    await in_the_lobby(evening, game)
    await cutting(evening, game)
    await finished(evening, game)
    await in_the_middle(evening, game)


async def in_the_lobby(evening: Evening, game: str) -> None:
    """The host arranges the seats, and leaves; another table is given up."""
    options = OTHER[game] | ({"teams": False} if game == "null-nichtig" else {})  # five seats, for a moment
    party = await evening.party("lobby", game, 3, bots=1, free=1, options=options, listed=True)
    await party.ask(0, msg.SetSeat, 4, "bot", 5)
    await party.ask(0, msg.AddSeat)
    await party.ask(0, msg.RemoveSeat, 3)
    await party.ask(0, msg.Revoke, 4)
    await party.ask(0, msg.Revoke)
    await party.ask(0, msg.Leave)
    party = await evening.party("closed", game, 1, free=2)
    await party.ask(0, msg.Leave)


async def cutting(evening: Evening, game: str) -> None:
    """One has cut and two have not; at another table the cuts are being opened."""
    party = await evening.party("cutting", game, 3, bots=1, options=SHORT[game], listed=True)
    await party.ask(0, msg.Start)
    await party.ask(1, msg.Cut, cut_of("tea"))
    party = await evening.party("opening the cuts", game, 3, free=1, options=OTHER[game], pace=Pace(move=20))
    await party.ask(0, msg.Start, 4)
    for seat, salt in enumerate(("for two", "", "日本")):
        await party.ask(seat, msg.Cut, cut_of(salt) if salt else "")
    await party.ask(2, msg.OpenCut, "日本")


async def finished(evening: Evening, game: str) -> None:
    """Games that are over, with cuts and with a cut held back; a rematch that is being played."""
    party = await evening.party("a rematch is being played", game, 3, options=SHORT[game])
    await party.begin("one", "", "zwölf")
    await party.play()
    if game != "rage":  # its games are long
        await rematch(party)
        await party.begin("", "two")
        await party.play()
    await rematch(party)
    for seat in range(3):
        await party.ask(seat, msg.Cut, cut_of("again") if seat == 1 else "")
    await party.wait(11)  # the salt is held back
    await party.play(tricks(1))
    await party.ask(1, msg.Leave)  # and a bot plays on

    party = await evening.party("over", game, 2, bots=2, options=OTHER[game], listed=True, pace=Pace(bots=0.5))
    await party.begin("", "𝄞")
    await party.play()
    await party.ask(1, msg.Rematch)


async def rematch(party: Party) -> None:
    """All three want to."""
    for seat in (2, 0, 1):
        await party.ask(seat, msg.Rematch)


async def in_the_middle(evening: Evening, game: str) -> None:
    """Games that go on: by the clock, with people away, paused, between two rounds, in a secret phase."""
    clock = Pace(move=10, reserve=30, grace=20, bots=0.0)
    party = await evening.party("with a clock, somebody was late", game, 3, bots=1, options=SHORT[game], pace=clock)
    await party.begin()
    await party.play(lambda party: party.match.view().table.tricks_done == 1 and not party.table.bots_to_move())
    await party.wait(45)
    await party.play(tricks(2))
    late = next(number for number, seat in enumerate(party.table.seats) if seat.stand_in == "late")
    await party.ask(late, msg.Back)
    await party.play(tricks(3, 0))
    await party.go(0, 1, 2)  # the table sleeps
    party.pass_time(3600)
    for seat in (1, 2, 0):
        await party.come(seat)
    await party.play(tricks(3, 2))

    party = await evening.party("somebody is away", game, 3, free=1, options=OTHER[game], listed=True)
    await party.begin("a", "b", "")
    await party.play(tricks(1, 0))
    await party.go(2)
    await party.wait(61)
    await party.play(tricks(2, 2))

    options = {"rounds": 3} if "rounds" in SHORT[game] else {}
    party = await evening.party("between two rounds", game, 3, options=SHORT[game] | options)
    await party.begin()
    await party.play(between_rounds)
    await party.ask(1, msg.Ready)

    options = {"bidding": "simultaneous"} if game == "rage" else {}
    party = await evening.party("choosing in secret", game, 3, options=options)
    await party.begin()
    await party.play(in_secret)

    if game == "rage":
        party = await evening.party("paused by the host", game, 2, bots=6, options={"bidding": "plus-minus-one"})
        await party.begin()
        await party.play(in_round(2))
        await party.ask(0, msg.Pause)
    elif game == "null-nichtig":
        party = await evening.party("waits for somebody", game, 6, options={"teams": True}, pace=Pace(pause=True))
        await party.begin()
        await party.play(tricks(1))
        await party.go(4)
        await party.wait(61)
    else:
        party = await evening.party("went on after a pause", game, 5, options={"target": 60}, pace=Pace(grace=5))
        await party.begin()
        await party.play(tricks(1))
        await party.ask(0, msg.Pause)
        await party.go(3)
        await party.ask(0, msg.Resume)  # without those who are away
        await party.play(in_round(2))


async def make_tables(url: str, again: bool) -> None:
    """All tables, and what is shown of them."""
    Chance()
    evening = Evening(url)
    for game in GAME_IDS:
        await play_evening(evening, game)
    tables = []
    for party in evening.parties:
        kept = party.kept()
        numbers = [result[0] for result in kept.shown["results"]]
        records = [await evening.directory.queries.record(party.id, number) for number in numbers]
        tables.append(Kept(**{**vars(kept), "records": records}))
    kinds = [json.loads(line.fact)["fact"] for party in evening.parties for line in evening.store.lines(party.id)]
    print(f"{len(tables)} tables, {len(kinds)} facts of {len(set(kinds))} kinds, {evening.store.count()}")
    await evening.directory.close()
    evening.store.close()
    if not again:
        keep_tables(VERSION, MADE_WITH, evening.now, tables)


# ---------------------------------------------------------------- the records

RECORDS: list[tuple[str, int, dict[str, Any]]] = [
    ("null-nichtig", 3, {}),
    ("null-nichtig", 4, {"rounds": 2, "teams": True}),
    ("null-nichtig", 5, {"target": 25}),
    ("null-nichtig", 6, {"target": 20, "target_rule": "reach", "teams": True}),
    ("rage", 2, {}),
    ("rage", 3, {"bidding": "plus-minus-one", "march": True}),
    ("rage", 4, {"bidding": "simultaneous", "tie_break": "shared"}),
    ("rage", 8, {"bidding": "secret"}),
    ("alles-oder-nichts", 3, {}),
    ("alles-oder-nichts", 4, {"deck": "6x8", "rounds": 3}),
    ("alles-oder-nichts", 5, {"target": 30}),
    ("alles-oder-nichts", 6, {"deck": "6x8", "target": 25}),
]


def make_records() -> None:
    """A finished game of each variant, and of each game one that stops in the middle."""
    lines = []
    for number, (game, players, options) in enumerate(RECORDS):
        salts = [f"cut {seat}" if (seat + number) % 2 else "" for seat in range(players)]
        match = Match.new(game, options, NAMES[:players], f"tea {number}", salts)
        lines.append(_played(match, Random(number)))
    lines += [_played(Match.new(game, {}, PEOPLE[:3], "unfinished"), Random(game), 45) for game in GAME_IDS]
    for line in lines:
        check(read(line))
    (ROOT / "tests" / "records" / f"{VERSION}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _played(match: Match, random: Random, stop: int = 0) -> str:
    """The record after so many moves and deals; 0: at the end."""
    for count, _ in enumerate(random_play(match, random), 1):
        if count == stop:
            break
    return to_line(match.record())


def main() -> None:
    """Make all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="of a new database")
    parser.add_argument("--again", action="store_true", help="write nothing but the database")
    asked = parser.parse_args()
    asyncio.run(make_tables(asked.url, asked.again))
    if not asked.again:
        make_records()


if __name__ == "__main__":
    main()
