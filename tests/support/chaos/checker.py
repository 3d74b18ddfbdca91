"""Reads the log afterwards: is all there that was acknowledged, once, written by who led, and as the rules allow it?"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from sqlalchemy import text

from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.server.domain import facts, index
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.table import Table
from stichwerk.server.store import rows
from stichwerk.server.store.log import Store
from support.chaos.people import Acknowledged

#: The database itself writes down who wrote each line, and who led the table then: no code of ours is asked.
_WITNESS = [
    "CREATE TABLE witness (table_id text, seq int, epoch bigint, holder text, writer text)",
    """CREATE FUNCTION bear_witness() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO witness SELECT NEW.table_id, NEW.seq, leases.epoch, leases.holder,
             current_setting('application_name') FROM leases WHERE leases.table_id = NEW.table_id;
         RETURN NULL; END $$""",
    "CREATE TRIGGER witness AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION bear_witness()",
]
#: Acknowledgements of these say which fact the message has become; of others, perhaps, that there was nothing to do.
_BECOMES: dict[str, type[facts.Fact]] = {"Move": facts.Moved, "Cut": facts.Fact, "OpenCut": facts.Fact}


def call_witness(store: Store) -> None:
    """From now on it is written down who writes."""

    def call(connection: object) -> None:
        for statement in _WITNESS:
            connection.exec_driver_sql(statement)  # type: ignore[attr-defined]

    store.change(call)


class Verdict:
    """What was found. ``faults`` is empty, or all was in vain."""

    def __init__(self, store: Store, acknowledged: Iterable[Acknowledged], finished: Iterable[str]) -> None:
        self._store = store
        self.faults: list[str] = []
        self.tables = self.lines = self.moves = self.games = self.acknowledged = 0
        self.leaders: Counter[int] = Counter()  # how many tables have had so many leaders
        by_table: dict[str, list[Acknowledged]] = defaultdict(list)
        for each in acknowledged:
            by_table[each.table].append(each)
        there = store.read(rows.all_tables)
        for table in sorted({*there, *by_table, *finished}):
            self.faults += [f"{table}: {fault}" for fault in self._table(table, by_table[table])]
        for table in finished:
            if Table.of(table, store.lines(table)).status not in ("over", "closed"):
                self.faults.append(f"{table}: the game was over, and is not any more")

    def _table(self, table: str, acknowledged: list[Acknowledged]) -> Iterator[str]:
        lines = self._store.lines(table)  # compares all of it with its hashes
        self.tables += 1
        self.lines += len(lines)
        told = [facts.decode(line.fact) for line in lines]
        yield from self._acknowledged(told, acknowledged)
        yield from _doubled(told)
        yield from self._led(table, len(lines))
        yield from self._played(table, lines)

    def _acknowledged(self, told: list[facts.AnyFact], acknowledged: list[Acknowledged]) -> Iterator[str]:
        for each in acknowledged:
            if each.kind not in _BECOMES:
                continue
            self.acknowledged += 1
            if not 0 < each.seq <= len(told):
                yield f"{each.kind} {each.id} of seat {each.seat} was acknowledged as line {each.seq} and is lost"
                continue
            fact: facts.Fact = told[each.seq - 1]
            if fact.id != each.id or fact.by != each.seat or not isinstance(fact, _BECOMES[each.kind]):
                yield f"{each.kind} {each.id} of seat {each.seat} was acknowledged, and line {each.seq} is another one"
            elif each.kind == "Move" and getattr(fact, "move", "") != each.move:
                yield f"line {each.seq} is not the move that was acknowledged"

    def _led(self, table: str, lines: int) -> Iterator[str]:
        asked = text("SELECT seq, epoch, holder, writer FROM witness WHERE table_id = :table ORDER BY seq")
        seen = self._store.read(lambda connection: connection.execute(asked, {"table": table}).all())
        if [seq for seq, *_ in seen] != list(range(1, lines + 1)):
            yield "not every line was written where somebody led"
        before = 0
        leaders: dict[int, str] = {}
        for seq, epoch, holder, writer in seen:
            if writer != f"stichwerk-{holder}":
                yield f"line {seq} was written by {writer}, and {holder} led"
            if epoch < before:
                yield f"line {seq} was written in epoch {epoch}, after one of {before}"
            if leaders.setdefault(epoch, writer) != writer:
                yield f"two processes have written in epoch {epoch}"
            before = epoch
        self.leaders[len(leaders)] += 1

    def _played(self, table: str, lines: list[Line]) -> Iterator[str]:
        found = Table.of(table, lines)
        self.moves += sum(isinstance(facts.decode(line.fact), facts.Moved) for line in lines)
        for number in range(1, len(found.results) + 1):
            check(read(index.record_line(table, lines, number)))
            self.games += 1
        yield from ()


def _doubled(told: list[facts.AnyFact]) -> Iterator[str]:
    count = Counter((fact.by, fact.id) for fact in told if fact.id)
    for (seat, message), times in count.items():
        if times > 1:
            yield f"message {message} of seat {seat} was done {times} times"
