"""Could anybody have chosen the deals of a game? What its record says of it, and the receipts that players kept.

That the deals follow from seed and salts is checked in `stichwerk.play.verify`. Here it is about the salts: a deal
that was cut by nobody, or from which a cut is missing, fits its seed as well as any other.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from stichwerk.errors import BadRecord
from stichwerk.play.fair import commitment
from stichwerk.play.receipts import Receipt
from stichwerk.play.record import Record
from stichwerk.play.record_shape import RecordedReceipts


class KeptReceipt(Struct, frozen=True):
    """A receipt as a player keeps it, with the public key that signed it."""

    kind: Literal["cut", "opening"]
    commitment: str
    time: int
    seat: int
    cut: str
    key: str
    signature: str

    @property
    def receipt(self) -> Receipt:
        """What was signed."""
        return Receipt(self.kind, self.commitment, self.time, self.seat, self.cut)


def read_receipts(text: str | bytes) -> list[KeptReceipt]:
    """The receipts in a file as the page saves it: a JSON list."""
    try:
        return msgspec.json.decode(text, type=list[KeptReceipt])
    except (msgspec.MsgspecError, UnicodeError):
        raise BadRecord("these are no receipts: the file must be as the page has saved it", "bad-receipts") from None


def doubts(record: Record) -> tuple[str, ...]:
    """Why deals that follow from their seed may have been chosen all the same; a sentence for each reason.

    Only of games at a table server: whoever plays alone with a program knows who has dealt.
    """
    return tuple(_doubts(record))


def _doubts(record: Record) -> Iterator[str]:
    deals, cuts = record.deals, record.extra.get("cuts")
    if deals is not None and "same_cards" in record.extra:
        yield "others play the same cards, so whoever wanted to could know them"
    if deals is None or cuts is None:
        return
    if not any(deals.salts):
        yield "nobody cut: whoever dealt has decided alone"
    for seats in record.extra.get("held_back", ()):
        yield f"{_names(record, seats)} cut but did not open the cut, so all others cut again"
    if unopened := [seat for seat, cut in enumerate(cuts) if cut and not deals.salts[seat]]:
        yield f"{_names(record, unopened)} cut but did not open the cut, so the deal is without it"


def _names(record: Record, seats: Sequence[int]) -> str:
    return " and ".join(record.seats[seat] for seat in seats)


def check_receipts(record: Record) -> None:
    """Check what the dealing side has signed: for every cut and every opening that counts, and for no other."""
    found, deals = record.extra.get("receipts"), record.deals
    if found is None or deals is None:
        return
    receipts = msgspec.convert(found, RecordedReceipts)
    for seat, cut in enumerate(record.extra.get("cuts", [""] * len(record.seats))):
        opened = bool(deals.salts[seat])
        if receipts.openings[seat] and not opened:
            raise _denied(record, seat, "opened the cut")
        cut_receipt = Receipt("cut", deals.commitment, _time(record), seat, cut)
        opening_receipt = Receipt("opening", deals.commitment, _time(record), seat, cut)
        _check_signed(cut_receipt, bool(cut), receipts.key, receipts.cuts[seat])
        _check_signed(opening_receipt, opened, receipts.key, receipts.openings[seat])


def _check_signed(receipt: Receipt, wanted: bool, key: str, signature: str) -> None:
    if wanted != bool(signature) or (wanted and not receipt.signed_by(key, signature)):
        what = f"the receipt for the {receipt.kind} of seat {receipt.seat}"
        raise BadRecord(f"{what} is not signed by the key of the dealing side", "wrong-receipt")


def check_kept(record: Record, kept: Iterable[KeptReceipt]) -> int:
    """Check a record against receipts that players kept; how many of them belong to it. `BadRecord` if the dealing side
    has left out what it had signed for."""
    deals, belonging = record.deals, 0
    if deals is None:
        return 0
    for each in kept:
        if each.commitment != deals.commitment or not each.receipt.signed_by(each.key, each.signature):
            continue
        if each.seat >= len(record.seats):
            raise BadRecord(f"there is a receipt for seat {each.seat}, which is not in the record", "denied-cut")
        _check_kept(record, each)
        belonging += 1
    return belonging


def _check_kept(record: Record, kept: KeptReceipt) -> None:
    assert record.deals is not None
    held_back = record.extra.get("held_back", [])
    if kept.time <= len(held_back):  # one of the times that somebody held back: not this seat, if it has opened
        denied = kept.kind == "opening" and kept.seat in held_back[kept.time - 1]
    elif kept.kind == "cut":
        denied = [*record.extra.get("cuts", ()), *[""] * (kept.seat + 1)][kept.seat] != kept.cut
    else:
        salt = record.deals.salts[kept.seat]
        denied = not salt or commitment(salt) != kept.cut
    if denied:
        raise _denied(record, kept.seat, "cut" if kept.kind == "cut" else "opened the cut")
    receipts = record.extra.get("receipts")
    if receipts is not None and receipts["key"] != kept.key:
        raise BadRecord("the receipts in the record are signed by another key than those of a player", "wrong-receipt")


def _time(record: Record) -> int:
    return 1 + len(record.extra.get("held_back", ()))


def _denied(record: Record, seat: int, did: str) -> BadRecord:
    sentence = f"{record.seats[seat]} {did}, and the dealing side has signed for it, but the deal is without it"
    return BadRecord(sentence, "denied-cut")
