"""Decisions in a Parquet file, written and read with pyarrow. docs/research.md tells what stands in which column.

Observations and masks are rows of bytes: as lists of numbers they would take four times as long to write. Whatever is
needed to write the records again stands where a game or a round begins: the deck, and the record but for its rounds.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stichwerk import __version__
from stichwerk.bulk.decisions import NONE, Columns, Decisions, mask_bytes
from stichwerk.errors import BadRecord, StichwerkError
from stichwerk.games import Game
from stichwerk.games import game as find_game

if TYPE_CHECKING:
    import pyarrow as pa

#: What a file says about itself grows when its columns mean something else.
FORMAT = 1
#: Under this name it does.
ABOUT = b"stichwerk"
#: With these letters a Parquet file begins, and so its name should end.
MAGIC, PARQUET = b"PAR1", "parquet"
#: Few different numbers stand there, over and over.
_REPEATED = ["game", "round", "dealer", "seat", "action", "result", "total", "won"]


def check_can_write() -> None:
    """Refuse before hours of play, not after them."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadRecord(
            "Parquet files need pyarrow, which is not there; install it with: pip install 'stichwerk[data]'",
            "no-pyarrow",
        ) from None


class DecisionWriter:
    """Writes the decisions of games of one kind into a file."""

    def __init__(self, file: IO[bytes], game: Game) -> None:
        import pyarrow.parquet as pq

        self._schema = schema_of(game)
        self._writer = pq.ParquetWriter(
            file, self._schema, compression="zstd", compression_level=1, use_dictionary=_REPEATED,
            write_statistics=_REPEATED,
        )  # fmt: skip

    def __enter__(self) -> "DecisionWriter":
        return self

    def __exit__(self, *problem: object) -> None:
        self._writer.close()

    def write(self, decisions: Decisions) -> None:
        """Write some more rows."""
        self._writer.write_table(_table(decisions, self._schema))


def schema_of(game: Game) -> "pa.Schema":
    """What stands in the columns, and about the file as a whole."""
    import pyarrow as pa

    layout = game.book.layout
    about = {
        "format": FORMAT,
        "stichwerk": __version__,
        "game": game.id,
        "actions": len(game.book.presentation.actions(game.options())),
        "observation": [asdict(feature) for feature in layout.features],
    }
    return pa.schema(
        [
            pa.field("game", pa.int64(), nullable=False),
            pa.field("round", pa.int32(), nullable=False),
            pa.field("dealer", pa.int8()),
            pa.field("seat", pa.int8()),
            pa.field("observation", pa.binary(2 * layout.size)),
            pa.field("mask", pa.binary(mask_bytes(game))),
            pa.field("action", pa.int16()),
            pa.field("result", pa.int32()),
            pa.field("total", pa.int32(), nullable=False),
            pa.field("won", pa.bool_()),
            pa.field("deck", pa.binary()),
            pa.field("record", pa.string()),
        ],
        metadata={ABOUT: json.dumps(about).encode()},
    )


def _table(rows: Decisions, schema: "pa.Schema") -> "pa.Table":
    import pyarrow as pa

    idle, count = rows.seat == NONE, len(rows)
    decks: list[bytes | None] = [None] * count
    for row, deck in zip(rows.first.tolist(), rows.decks, strict=True):
        decks[row] = deck.tobytes()
    records: list[str | None] = [None] * count
    for row, record in zip(rows.opening.tolist(), rows.records, strict=True):
        records[row] = record
    columns = {
        "game": rows.game,
        "round": rows.round,
        "dealer": pa.array(rows.dealer, mask=rows.dealer == NONE),
        "seat": pa.array(rows.seat, mask=idle),
        "observation": _bytes(rows.observation.astype("<i2", copy=False), idle),
        "mask": _bytes(rows.mask, idle),
        "action": pa.array(rows.action, mask=idle),
        "result": pa.array(rows.result, mask=idle | ~rows.over),
        "total": rows.total,
        "won": pa.array(rows.won == 1, mask=rows.won == NONE),
        "deck": pa.array(decks, pa.binary()),
        "record": pa.array(records, pa.string()),
    }
    return pa.table(columns, schema)


def _bytes(rows: NDArray[Any], idle: NDArray[np.bool_]) -> "pa.Array":
    """Rows of numbers as rows of bytes, without a copy."""
    import pyarrow as pa

    kind = pa.binary(rows.shape[1] * rows.itemsize)
    valid = pa.py_buffer(np.packbits(~idle, bitorder="little")) if idle.any() else None
    return pa.Array.from_buffers(kind, len(rows), [valid, pa.py_buffer(rows)])


# ---------------------------------------------------------------- read again


class DecisionReader:
    """Reads a file of decisions. Refuses what is none, or was written by another version."""

    def __init__(self, path: Path) -> None:
        check_can_write()
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._path = path
        try:
            self._file = pq.ParquetFile(path)
        except OSError as problem:
            raise BadRecord(f"cannot read {path}: {(problem.strerror or str(problem)).lower()}", "no-file") from None
        except pa.ArrowException:
            raise self._bad("no Parquet file, or it was only half written: make it anew, or fetch it again") from None
        self.game = self._checked()
        #: How many rows there are.
        self.rows: int = self._file.metadata.num_rows

    def _checked(self) -> Game:
        """The game of the file, if it is as it should be."""
        try:
            about = json.loads((self._file.schema_arrow.metadata or {})[ABOUT])
            version, game_id, seen = about["format"], about["game"], about["observation"]
        except (KeyError, TypeError, ValueError):
            raise self._bad("a Parquet file, but not one with decisions of games that Stichwerk has written") from None
        if version != FORMAT:
            raise self._bad(f"of format {version!r}, and this Stichwerk reads {FORMAT}: it is of another version")
        try:
            found = find_game(str(game_id))
        except StichwerkError as problem:
            raise BadRecord(f"{self._path}: {problem.message}", problem.code) from None
        wanted = schema_of(found)
        if not self._file.schema_arrow.equals(wanted) or json.loads(wanted.metadata[ABOUT])["observation"] != seen:
            raise self._bad(f"from before what players of {found.id} see changed, or its columns were changed")
        return found

    def games(self) -> Iterator[Columns]:
        """The games, one after the other, without what the players saw."""
        names = ["game", "round", "dealer", "seat", "action", "deck", "record"]
        rest: dict[str, list[Any]] = {name: [] for name in names}
        for columns in self._batches(names):
            starts = [row for row, record in enumerate(columns["record"]) if record is not None]
            if not rest["record"] and starts[:1] != [0]:
                raise self._bad("without the beginning of its first game: rows are missing")
            for start, end in zip([0, *starts], [*starts, None], strict=True):
                part = {name: columns[name][start:end] for name in names}
                if start in starts and rest["record"] and (start, end) != (0, 0):
                    yield self._game(rest)
                    rest = {name: [] for name in names}
                for name in names:
                    rest[name] += part[name]
        if rest["record"]:
            yield self._game(rest)

    def _batches(self, names: list[str]) -> Iterator[dict[str, list[Any]]]:
        import pyarrow as pa

        try:
            for batch in self._file.iter_batches(batch_size=1 << 16, columns=names):
                yield batch.to_pydict()
        except (OSError, pa.ArrowException):
            raise self._bad("damaged: make it anew, or fetch it again") from None

    def _game(self, columns: dict[str, list[Any]]) -> Columns:
        cards = self.game.book.deck.size
        decks = [deck for deck in columns["deck"] if deck is not None]
        rounds = columns["round"]
        if len({*columns["game"]}) != 1 or any(len(deck) != cards for deck in decks) or rounds != sorted(rounds):
            raise self._bad(f"changed: the rows of game {columns['game'][0]} do not belong together any more")
        if max(rounds) != len(decks):
            raise self._bad(f"changed: game {columns['game'][0]} has not a deck for each round any more")
        return Columns(
            columns["dealer"][0] or 0,
            np.array(rounds, np.int32),
            np.array([NONE if seat is None else seat for seat in columns["seat"]], np.int8),
            np.array([NONE if action is None else action for action in columns["action"]], np.int16),
            np.frombuffer(b"".join(decks), np.int8).reshape(len(decks), cards),
            columns["record"][0],
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All decisions as arrays, ready to be learned from; rows in which nobody decides anything are left out."""
        table = self._file.read(["observation", "mask", *_REPEATED])
        table = table.filter(table["action"].is_valid())
        found = {name: table[name].to_numpy() for name in _REPEATED}
        seen = b"".join(table["observation"].to_pylist())
        found["observation"] = np.frombuffer(seen, "<i2").reshape(len(table), -1)
        bits = np.frombuffer(b"".join(table["mask"].to_pylist()), np.uint8).reshape(len(table), -1)
        actions = len(self.game.book.presentation.actions(self.game.options()))
        found["mask"] = np.unpackbits(bits, axis=1, count=actions, bitorder="little").astype(np.bool_)
        return found

    def _bad(self, what: str) -> BadRecord:
        return BadRecord(f"{self._path} is {what}", "bad-parquet")


def read_decisions(path: Path | str) -> dict[str, NDArray[Any]]:
    """The decisions of a Parquet file as NumPy arrays by column: ``observation`` with a row of numbers for each, and
    ``mask`` with whether each action was legal.
    """
    return DecisionReader(Path(path)).arrays()
