"""The score pads that are shared here: loaded from the log when needed, durable before anybody is answered."""

import asyncio
from collections.abc import Callable
from functools import partial

from stichwerk.errors import StichwerkError
from stichwerk.protocol import pads as messages
from stichwerk.server.domain import shared_pads as domain
from stichwerk.server.domain.shared_pads import AnyPadFact, CommonPad
from stichwerk.server.domain.tokens import hashed, new_table_id, new_token, token_of
from stichwerk.server.errors import UnknownTable
from stichwerk.server.live.rooms import Rooms
from stichwerk.server.wire import shared_pads as outbox

#: So many are kept in memory; the one that has been quiet for longest is dropped, and loaded again when asked for.
_KEPT = 256


class _Kept:
    """A pad in memory; None as long as it is not loaded. Whatever is done to it is done one after the other."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.pad: CommonPad | None = None


class SharedPads:
    """The shared pads of a server."""

    def __init__(self, rooms: Rooms, now: Callable[[], int]) -> None:
        self._rooms, self._now = rooms, now
        self._pads: dict[str, _Kept] = {}

    async def share(self, wish: messages.SharePad) -> tuple[str, str]:
        """Share a pad: its id, and the token of its host."""
        token, pad = new_token(), CommonPad(domain.PREFIX + new_table_id())
        kept = self._kept(pad.id)
        async with kept.lock:
            await self._happen(kept, pad, [domain.shared(wish, hashed(token))])
        return pad.id, token

    async def take_part(self, pad_id: str, wish: messages.TakePart) -> messages.PadPhone:
        """Another phone writes on a pad."""
        token = token_of(wish.secret)
        kept = self._kept(pad_id)
        async with kept.lock:
            pad = await self._loaded(pad_id, kept)
            await self._happen(kept, pad, domain.taken_part(pad, wish.player, hashed(token)))
            return messages.PadPhone(pad.phones[hashed(token)], token)

    async def change(self, pad_id: str, token: str, wish: messages.ChangeSharing) -> None:
        """The host changes who may do what."""
        kept = self._kept(pad_id)
        async with kept.lock:
            pad = await self._loaded(pad_id, kept)
            await self._happen(kept, pad, domain.changed(pad, pad.phone_of(hashed(token)), wish))

    async def sync(self, pad_id: str, token: str | None, wish: messages.SyncPad) -> messages.PadNews:
        """Take what a phone has done, and tell it what has happened. What is not taken does not keep the rest out."""
        kept = self._kept(pad_id)
        async with kept.lock:
            pad = await self._loaded(pad_id, kept)
            domain.check_not_ended(pad)
            phone = pad.phone_of(None if token is None else hashed(token))
            refused: list[messages.RefusedStep] = []
            done: list[AnyPadFact] = []
            try:
                for told in wish.steps:
                    try:
                        found = domain.stepped(pad, phone, domain.to_step(told))
                    except StichwerkError as problem:
                        refused.append(messages.RefusedStep(told.id, problem.code, problem.message))
                        continue
                    self._apply(pad, found)
                    done += found
                opened = domain.uncovered(pad)
                self._apply(pad, opened)
                await self._store(pad, [*done, *opened])
            except BaseException:
                kept.pad = None  # what is in memory is not what is stored
                raise
            return outbox.news(pad, phone, wish.after, refused)

    # ------------------------------------------------------------ memory and store

    def _kept(self, pad_id: str) -> _Kept:
        kept = self._pads.pop(pad_id, None) or _Kept()
        self._pads[pad_id] = kept  # so that the first is the one that has been quiet for longest
        for other in list(self._pads):
            if len(self._pads) <= _KEPT:
                break
            if not self._pads[other].lock.locked():
                del self._pads[other]
        return kept

    async def _loaded(self, pad_id: str, kept: _Kept) -> CommonPad:
        if not self._rooms.leadership.sure_of(pad_id):
            kept.pad = None  # others may have written on it
            await self._rooms.leadership.lead(pad_id)
        if kept.pad is not None:
            return kept.pad
        if not pad_id.startswith(domain.PREFIX):
            raise UnknownTable("there is no such pad here", "unknown-pad")
        pad: CommonPad = await self._rooms.read(self._rooms.from_log, pad_id, partial(CommonPad.of, pad_id))
        kept.pad = pad
        return pad

    async def _happen(self, kept: _Kept, pad: CommonPad, found: list[AnyPadFact]) -> None:
        try:
            self._apply(pad, found)
            await self._store(pad, found)
        except BaseException:
            kept.pad = None
            raise
        kept.pad = pad

    def _apply(self, pad: CommonPad, found: list[AnyPadFact]) -> None:
        for fact in found:
            pad.apply(fact, self._now())

    async def _store(self, pad: CommonPad, found: list[AnyPadFact]) -> None:
        """Durable when it returns."""
        if found:
            lines = [domain.encode(fact) for fact in found]
            first = pad.seq - len(found) + 1
            await self._rooms.store.append_from_loop(pad.id, first, pad.at, lines)
