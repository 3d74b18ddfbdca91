"""A score pad that several phones fill: the sum of its facts, and what may happen to it next.

Its log is like that of a table, in the same store. It holds what is covered, and so clients never get it: what they are
told is built in `stichwerk.server.wire.shared_pads`. Like those of tables (`facts`), its types are its own and are read
for ever.

Whether steps that were made without knowing of each other agree is not decided here: all are kept, and each phone puts
them together (``web/src/pad/merge.ts``). Here it is decided who may hand in what, and when a covered entry is open.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct, field

from stichwerk.errors import StichwerkError
from stichwerk.games import Game, game, game_ids
from stichwerk.play.pad_rules import PadField, PadTable, pad_rules
from stichwerk.protocol import pads as wire
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.names import checked_name
from stichwerk.server.errors import BadWish, NoEntry, NotNow, UnknownTable, UnreadableLog

#: The format of the logs that are written now, in the first line of each.
FORMAT = 1
#: What the host's phone is called.
HOST = "host"
#: The ids of pads begin like this; those of tables have capital letters and digits only.
PREFIX = "pad"
#: An evening has a few hundred steps; more than this are no score pad.
MOST_STEPS = 5_000
#: So many phones may write.
MOST_PHONES = 24


class Step(Struct, frozen=True, omit_defaults=True):
    """What was done on a pad, as the log keeps it; see `stichwerk.protocol.pads` for what each kind has."""

    id: str
    kind: str
    by: str
    clock: int
    over: tuple[str, ...] = ()
    at_ms: int = 0
    round: int | None = None
    player: str = ""
    field: str = ""
    value: Any = None
    of: str = ""
    rounds: int | None = None
    name: str = ""
    at: int = 0


class PadFact(Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """Something that has happened to a pad."""


class PadShared(PadFact, frozen=True, kw_only=True, omit_defaults=False):
    """It can be followed from now on. ``v``: the format of the log. ``token``: the hash of the host's."""

    v: int = FORMAT
    game: str
    options: dict[str, Any] = field(default_factory=dict)
    players: list[tuple[str, str]] = field(default_factory=list)
    dealer: str = ""
    created: int = 0
    may: str = "own"
    token: str = ""


class PadPhoned(PadFact, frozen=True, kw_only=True):
    """Another phone writes on it, for a player or for nobody in particular."""

    phone: str
    token: str
    player: str | None = None


class PadFreed(PadFact, frozen=True, kw_only=True):
    """A player has no phone of their own any more."""

    player: str


class PadAllowed(PadFact, frozen=True, kw_only=True):
    """Others may do this from now on."""

    may: str


class PadStepped(PadFact, frozen=True, kw_only=True):
    """Something was done on it. ``covered``: nobody but the phone that did it may see what was entered."""

    step: Step
    covered: bool = False


class PadUncovered(PadFact, frozen=True, kw_only=True):
    """What these steps have entered may be seen by everybody."""

    steps: tuple[str, ...] = ()


class PadEnded(PadFact, frozen=True):
    """Nobody follows it any longer."""


AnyPadFact = PadShared | PadPhoned | PadFreed | PadAllowed | PadStepped | PadUncovered | PadEnded
_decoder = msgspec.json.Decoder(AnyPadFact)
encode = msgspec.json.Encoder().encode


class CommonPad:
    """A shared pad as it is now."""

    def __init__(self, pad_id: str) -> None:
        self.id, self.seq, self.at = pad_id, 0, 0
        self.shared: PadShared | None = None
        self.may, self.ended = "own", False
        #: By the hash of the token: what the phone is called.
        self.phones: dict[str, str] = {}
        #: The player of each phone.
        self.players: dict[str, str | None] = {}
        self.steps: dict[str, Step] = {}
        self.covered: set[str] = set()
        #: What can be told, in order: with the number of the fact, the id of a step that was made or opened.
        self.told: list[tuple[int, str]] = []
        self._holding: list[Step] | None = None
        self._tables: dict[int, PadTable] = {}

    @classmethod
    def of(cls, pad_id: str, lines: Iterable[Line]) -> "CommonPad":
        """The pad that a log tells of; `UnknownTable` if there is none."""
        pad = cls(pad_id)
        for line in lines:
            try:
                pad.apply(_decoder.decode(line.fact), line.at)
            except msgspec.DecodeError:
                raise UnreadableLog(
                    "a newer Stichwerk has written on this pad: it is kept as it is", "newer-log"
                ) from None
        if pad.shared is None:
            raise UnknownTable("there is no such pad here", "unknown-pad")
        if pad.shared.v > FORMAT:
            raise UnreadableLog("a newer Stichwerk has written on this pad: it is kept as it is", "newer-log")
        return pad

    def apply(self, fact: AnyPadFact, at: int) -> None:
        """This has happened."""
        self.seq, self.at = self.seq + 1, max(self.at, at)
        match fact:
            case PadShared():
                self.shared, self.may = fact, fact.may
                self.phones[fact.token], self.players[HOST] = HOST, None
            case PadPhoned():
                self.phones[fact.token], self.players[fact.phone] = fact.phone, fact.player
            case PadFreed():
                for phone, player in self.players.items():
                    self.players[phone] = None if player == fact.player else player
            case PadAllowed():
                self.may = fact.may
            case PadStepped():
                self.steps[fact.step.id] = fact.step
                self._holding = None
                self.told.append((self.seq, fact.step.id))
                if fact.covered:
                    self.covered.add(fact.step.id)
            case PadUncovered():
                self.covered -= set(fact.steps)
                self.told += [(self.seq, each) for each in fact.steps]
            case PadEnded():
                self.ended = True

    def phone_of(self, token: str | None) -> str | None:
        """What the phone with this hash of a token is called; None without one, or if it is not known here."""
        if token is None:
            return None
        if token not in self.phones:
            raise NoEntry("this phone does not write on this pad", "bad-token")
        return self.phones[token]

    @property
    def head(self) -> PadShared:
        """What is agreed."""
        assert self.shared is not None
        return self.shared

    @property
    def holding(self) -> list[Step]:
        """The steps that hold, in the order that they have on every phone. What comes later decides: who undoes an
        undoing has it back.
        """
        if self._holding is None:
            gone: set[str] = set()
            steps = sorted(self.steps.values(), key=lambda step: (step.clock, step.by, step.id))
            for step in reversed(steps):
                if step.kind == "undo" and step.id not in gone:
                    gone.add(step.of)
            self._holding = [step for step in steps if step.kind != "undo" and step.id not in gone]
        return self._holding

    def seated(self, round_no: int) -> list[str]:
        """Who plays in a round."""
        found = [(player, 1, 0) for player, _ in self.head.players]
        for step in self.holding:
            if step.kind == "join" and step.round is not None:
                found.insert(step.at, (step.player, step.round, 0))
            if step.kind == "leave" and step.round is not None:
                found = [(player, start, step.round if player == step.player else end) for player, start, end in found]
        return [player for player, start, end in found if start <= round_no and (not end or round_no < end)]

    def table(self, round_no: int) -> PadTable:
        """The arithmetic of a round."""
        players = len(self.seated(round_no))
        if players not in self._tables:
            self._tables[players] = PadTable(pad_rules(_game_of(self.head.game)), self.head.options, players)
        return self._tables[players]


# ---------------------------------------------------------------- what may happen


def shared(wish: wire.SharePad, token: str) -> PadShared:
    """A pad is shared as wished; refused if there cannot be such a pad."""
    found = _game_of(wish.game)
    options = found.options.read(wish.options)
    names: list[str] = []
    for player in wish.players:
        names.append(checked_name(player.name, names))
    ids = [player.id for player in wish.players]
    if len(set(ids)) < len(ids) or wish.dealer not in ids:
        raise BadWish("the players of a pad have different names, and one of them deals", "bad-pad")
    options.check_players(len(ids))
    pad_rules(found)
    return PadShared(
        game=found.id,
        options=options.to_mapping(),
        players=list(zip(ids, names, strict=True)),
        dealer=wish.dealer,
        created=wish.created,
        may=wish.may,
        token=token,
    )


def taken_part(pad: CommonPad, player: str | None, token: str) -> list[AnyPadFact]:
    """Another phone writes on the pad; nothing happens if it does already."""
    check_not_ended(pad)
    if token in pad.phones:
        return []
    if pad.may == "watch":
        raise NotNow("the host lets nobody else write on this pad", "only-watching")
    if len(pad.phones) >= MOST_PHONES:
        raise NotNow(f"{MOST_PHONES} phones write on this pad already", "pad-full")
    if player is None and pad.may == "own":
        raise BadWish("say who you are: everybody enters what is their own", "bad-pad")
    if player is not None:
        _check_free(pad, player)
    return [PadPhoned(phone=f"p{len(pad.phones)}", token=token, player=player)]


def changed(pad: CommonPad, phone: str | None, wish: wire.ChangeSharing) -> list[AnyPadFact]:
    """The host changes who may do what."""
    check_not_ended(pad)
    if phone != HOST:
        raise NoEntry("only whoever shares the pad can do this", "only-host")
    found: list[AnyPadFact] = []
    if wish.may is not None and wish.may != pad.may:
        found.append(PadAllowed(may=wish.may))
    if wish.own is not None and wish.own != pad.players[HOST]:
        _check_free(pad, wish.own)
        found.append(PadPhoned(phone=HOST, token=pad.head.token, player=wish.own))
    if wish.free is not None and wish.free in pad.players.values():
        found.append(PadFreed(player=wish.free))
    if wish.end:
        found.append(PadEnded())
    return found


def stepped(pad: CommonPad, phone: str | None, step: Step) -> list[AnyPadFact]:
    """A phone hands in what it has done; nothing happens if it has handed it in before. Refused with a reason."""
    there = pad.steps.get(step.id)
    if there is not None:
        if there == step:
            return []
        raise NotNow("another step of this pad is called so", "id-used")
    if phone is None or step.by != phone:
        raise NoEntry("this phone does not write on this pad", "only-watching")
    if len(pad.steps) >= MOST_STEPS:
        raise NotNow(f"a pad has at most {MOST_STEPS} steps", "pad-full")
    _check_permission(pad, phone, step)
    _check_step(pad, step)
    return [PadStepped(step=step, covered=_is_secret(pad, step))]


def uncovered(pad: CommonPad) -> list[AnyPadFact]:
    """What is open now and was not: bids that all have made, and at the end of a round all of it."""
    if not pad.covered:
        return []
    entered = _entered(pad)
    found = tuple(each for each in sorted(pad.covered) if _is_open(pad, pad.steps[each], entered))
    return [PadUncovered(steps=found)] if found else []


def check_not_ended(pad: CommonPad) -> None:
    """Refuse what is asked of a pad that nobody follows any longer."""
    if pad.ended:
        raise UnknownTable("this pad is no longer shared: what is on your phone stays there", "pad-gone")


def _check_free(pad: CommonPad, player: str) -> None:
    """Refuse a player whom there is not, or who has a phone already."""
    if player not in _everybody(pad):
        raise BadWish("nobody of this pad is called so", "bad-pad")
    if player in pad.players.values():
        raise NotNow("somebody else has this place already: ask whoever keeps the pad", "seat-taken")


def _check_permission(pad: CommonPad, phone: str, step: Step) -> None:
    if phone == HOST or pad.may == "all":
        return
    if pad.may == "watch":
        raise NoEntry("the host lets nobody else write on this pad", "only-watching")
    own = pad.players.get(phone)
    if step.kind == "enter" and own is not None and step.player == own:
        return
    undone = pad.steps.get(step.of)
    if step.kind == "undo" and undone is not None and undone.by == phone:
        return
    raise NoEntry("everybody enters what is their own on this pad", "not-your-cell")


def _check_step(pad: CommonPad, step: Step) -> None:
    """Refuse what cannot be: a cell that is not there, a number that no hand has."""
    if step.kind == "undo":
        if step.of not in pad.steps:
            raise BadWish("what is undone is not on this pad", "bad-step")
        return
    if step.kind == "join":
        if step.player in _everybody(pad):
            raise BadWish("somebody of this pad is called so", "bad-step")
        checked_name(step.name, [name for _, name in pad.head.players])
        return
    if step.kind == "rename":
        checked_name(step.name)
    if step.kind != "rounds" and step.player not in _everybody(pad):
        raise BadWish("nobody of this pad is called so", "bad-step")
    if step.kind == "enter" and not _fits(pad, step):
        raise BadWish("this cannot stand in such a cell", "bad-step")


def _fits(pad: CommonPad, step: Step) -> bool:
    assert step.round is not None
    return pad.table(step.round).takes(step.field, step.round, step.value)


def _everybody(pad: CommonPad) -> set[str]:
    """All who have ever played."""
    return {player for player, _ in pad.head.players} | {
        step.player for step in pad.steps.values() if step.kind == "join"
    }


def _entered(pad: CommonPad) -> dict[tuple[int, str, str], Any]:
    """What stands in the cells, covered or not; of several in one the latest."""
    found: dict[tuple[int, str, str], Any] = {}
    for step in pad.holding:
        if step.kind == "enter" and step.round is not None:
            found[step.round, step.player, step.field] = step.value
    return found


def _is_secret(pad: CommonPad, step: Step) -> bool:
    """Whether it is entered into a cell that is covered for a while."""
    if step.kind != "enter" or step.round is None:
        return False
    table = pad.table(step.round)
    return any(each.name == step.field and table.covered(each, step.round) for each in table.rules.fields)


def _is_open(pad: CommonPad, step: Step, entered: dict[tuple[int, str, str], Any]) -> bool:
    assert step.round is not None
    number, seated, table = step.round, pad.seated(step.round), pad.table(step.round)
    fields = [each for each in table.rules.fields if each.default is None]
    own = next((each for each in fields if each.name == step.field), None)
    if own is None:
        return True

    def by_all(which: PadField) -> bool:
        return all(entered.get((number, player, which.name)) is not None for player in seated)

    if all(by_all(each) for each in fields if each is not own):
        return True  # everything else of the round is there: it is over
    if own.later:
        return by_all(own) and entered.get((number, step.player, own.later)) is False
    return table.covered(own, number) == "all" and by_all(own)


def _game_of(game_id: str) -> Game:
    if game_id not in game_ids():
        raise BadWish("there is no such game here", "unknown-game")
    return game(game_id)


def to_step(told: wire.AnyPadStep) -> Step:
    """A step as the log keeps it."""
    data = msgspec.to_builtins(told)
    data.pop("covered", None)
    return msgspec.convert(data, Step)


def readable(pad_id: str, lines: list[Line]) -> Iterator[str]:
    """Why a log does not make a pad; nothing if it does."""
    try:
        CommonPad.of(pad_id, lines)
    except StichwerkError as problem:
        yield problem.message
    except Exception:
        yield "what it tells cannot have happened"
