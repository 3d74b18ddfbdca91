"""What phones are told of a score pad that they share: everything but what others have entered and not shown yet."""

from collections.abc import Sequence
from typing import Any

import msgspec

from stichwerk.protocol import pads as wire
from stichwerk.server.domain.shared_pads import CommonPad, Step


def news(pad: CommonPad, phone: str | None, after: int, refused: Sequence[wire.RefusedStep] = ()) -> wire.PadNews:
    """What has happened since, as the phone (or, without one, somebody who looks on) may know it."""
    since = [each for number, each in pad.told if number > after]
    head = pad.head
    agreed = wire.SharePad(
        head.game,
        head.options,
        tuple(wire.PadPlayer(*each) for each in head.players),
        head.dealer,
        head.created,
    )
    return wire.PadNews(
        seq=pad.seq,
        may=pad.may,  # type: ignore[arg-type]
        guests=tuple(wire.PadGuest(each, player) for each, player in pad.players.items()),
        me=phone,
        steps=tuple(told(pad, phone, pad.steps[each]) for each in dict.fromkeys(since)),
        refused=tuple(refused),
        pad=agreed if after == 0 else None,
    )


def told(pad: CommonPad, phone: str | None, step: Step) -> wire.AnyPadStep:
    """A step as a phone may know it: of what is covered, that it was made, to all but the one that made it."""
    data: dict[str, Any] = {name: value for name, value in msgspec.to_builtins(step).items() if value is not None}
    if step.kind == "enter":
        hidden = step.id in pad.covered and step.by != phone
        data |= {"value": None if hidden else step.value, "covered": hidden}
    if step.kind == "rounds":
        data["rounds"] = step.rounds
    if step.kind == "join":
        data["at"] = step.at
    found: wire.AnyPadStep = msgspec.convert(data, wire.AnyPadStep)
    return found
