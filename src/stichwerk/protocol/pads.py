"""A score pad that several people fill, each on their own phone: what is sent and told over HTTP.

A pad is a list of steps that only grows. A phone hands in what it has done since, and is told what the others have; it
may do so twice, late, or after a day without a network.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta

from stichwerk.games.plain_data import PlainData

#: What something on a pad is called: a step, a player, a phone. Phones draw the names of what they do themselves.
PadName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9]+$")]
PadRound = Annotated[int, Meta(ge=1, le=200)]
#: What stands in a cell: a number, cards by colour (null: none of it), a flag; null: nothing any more.
PadNumber = Annotated[int, Meta(ge=-9999, le=9999)]
PadCell = bool | PadNumber | Annotated[list[PadNumber | None], Meta(max_length=16)] | None
#: What those who are not the host may do: look on, enter what is their own, or everything.
PadPermission = Literal["watch", "own", "all"]
PlayerName = Annotated[str, Meta(min_length=1, max_length=80)]


class PadDeed(PlainData, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """Something that was done on a pad. ``by``: the phone. ``clock``: one more than the highest that it knew of, so
    that steps have an order without anybody's watch. ``over``: what it knew to stand in the cell before. ``at_ms``: by
    the phone's watch, which may be wrong.
    """

    id: PadName
    by: PadName
    clock: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    over: Annotated[tuple[PadName, ...], Meta(max_length=50)] = ()
    at_ms: Annotated[int, Meta(ge=0, le=9_007_199_254_740_991)] = 0


class PadEnter(PadDeed, frozen=True, kw_only=True, tag="enter"):
    """Something was entered or corrected. ``covered``: it was, but what is not to be seen yet."""

    round: PadRound
    player: PadName
    field: Annotated[str, Meta(max_length=20)]
    value: PadCell
    covered: bool = False


class PadTakeBack(PadDeed, frozen=True, kw_only=True, tag="undo"):
    """A step was undone; who undoes an undoing has it back."""

    of: PadName


class PadRounds(PadDeed, frozen=True, kw_only=True, tag="rounds"):
    """So many rounds are played; null: to the target."""

    rounds: PadRound | None


class PadJoin(PadDeed, frozen=True, kw_only=True, tag="join"):
    """Somebody plays from this round on, and sits at this place."""

    player: PadName
    name: PlayerName
    round: PadRound
    at: Annotated[int, Meta(ge=0, le=64)]


class PadLeave(PadDeed, frozen=True, kw_only=True, tag="leave"):
    """Somebody does not play from this round on."""

    player: PadName
    round: PadRound


class PadRename(PadDeed, frozen=True, kw_only=True, tag="rename"):
    """Somebody is called otherwise."""

    player: PadName
    name: PlayerName


AnyPadStep = PadEnter | PadTakeBack | PadRounds | PadJoin | PadLeave | PadRename


class PadPlayer(PlainData, frozen=True, forbid_unknown_fields=True):
    """Somebody who plays."""

    id: PadName
    name: PlayerName


class SharePad(PlainData, frozen=True, forbid_unknown_fields=True):
    """A pad that others shall follow: what is agreed. Whoever shares it is its host."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any]
    players: Annotated[tuple[PadPlayer, ...], Meta(min_length=1, max_length=16)]
    dealer: PadName
    created: Annotated[int, Meta(ge=0, le=9_007_199_254_740_991)]
    may: PadPermission = "own"


class SharedPad(PlainData, frozen=True):
    """The pad is shared. The token is told only once; whoever has the link can follow."""

    pad: str
    token: str
    link: str


class TakePart(PlainData, frozen=True, forbid_unknown_fields=True):
    """This phone writes on the pad too: as one of the players, or (null) as none of them.

    ``secret``: random text of your own, at least 22 letters. If the answer is lost, ask once more with the same one.
    """

    secret: Annotated[str, Meta(min_length=22, max_length=100)]
    player: PadName | None = None


class PadPhone(PlainData, frozen=True):
    """A phone that may write: what it is called, and its token."""

    id: str
    token: str


class SyncPad(PlainData, frozen=True, forbid_unknown_fields=True):
    """What this phone has done; and it wants to know what has happened since ``after``."""

    after: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    steps: Annotated[tuple[AnyPadStep, ...], Meta(max_length=100)] = ()


class PadGuest(PlainData, frozen=True):
    """Whose phone is whose."""

    phone: str
    player: str | None


class RefusedStep(PlainData, frozen=True):
    """A step that was not taken, and why."""

    id: str
    code: str
    text: str


class PadNews(PlainData, frozen=True):
    """What has happened on a pad. ``seq``: to be sent as ``after`` the next time. ``pad``: what is agreed, told to
    whoever knows nothing yet. ``me``: what this phone is called; null: it looks on.
    """

    seq: int
    may: PadPermission
    guests: tuple[PadGuest, ...]
    me: str | None
    steps: tuple[AnyPadStep, ...]
    refused: tuple[RefusedStep, ...] = ()
    pad: SharePad | None = None


class ChangeSharing(PlainData, frozen=True, forbid_unknown_fields=True):
    """Host: what the others may do; which player is oneself; that a player has no phone any more; or that nobody is to
    follow any longer.
    """

    may: PadPermission | None = None
    own: PadName | None = None
    free: PadName | None = None
    end: bool = False
