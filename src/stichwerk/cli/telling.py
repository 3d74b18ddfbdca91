"""What happens at the table, told in short lines: "Bernd plays R7"."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from stichwerk import events as happened
from stichwerk.cli.faces import colour_word, face, faces
from stichwerk.cli.output import DOT, TIED


class Teller:
    """Tells events. ``you`` is the seat that is spoken to; without one, everybody has a name."""

    def __init__(self, names: Sequence[str], you: int | None = None) -> None:
        self.names, self.you = names, you

    def does(self, seat: int, plain: str, third: str = "") -> str:
        """Who does what.

        >>> Teller(["Anja", "Bernd"], you=0).does(0, "play"), Teller(["Anja", "Bernd"], you=0).does(1, "play")
        ('You play', 'Bernd plays')
        """
        return f"You {plain}" if seat == self.you else f"{self.names[seat]} {third or plain + 's'}"

    def name(self, seat: int, inside: bool = True) -> str:
        """Who it is, inside a sentence or at its beginning."""
        if seat != self.you:
            return self.names[seat]
        return "you" if inside else "You"

    def all(self, events: Iterable[happened.Event]) -> list[Text]:
        """The lines of several events."""
        return [line for event in events for line in self.lines(event)]

    def brief(self, events: Iterable[happened.Event]) -> list[Text]:
        """The same in fewer lines: bids and cards that follow each other share one."""
        lines: list[Text] = []
        for kind, group in groupby(events, key=type):
            if kind is happened.CardPlayed:
                plays = [self.tied(event.seat, face(event.card)) for event in group if isinstance(event, kind)]
                lines.append(Text(DOT).join(plays))
            elif kind is happened.Bid:
                bids = [self.tied(event.seat, Text(str(event.bid))) for event in group if isinstance(event, kind)]
                lines.append(Text.assemble("Bids: ", Text(DOT).join(bids)))
            else:
                lines += self.all(group)
        return lines

    def tied(self, seat: int, text: Text) -> Text:
        """A name and what belongs to it, on one line."""
        return Text.assemble(f"{self.name(seat, inside=False)}{TIED}", text)

    def lines(self, event: happened.Event) -> list[Text]:
        """The lines of an event."""
        match event:
            case happened.Dealt(number, dealer, hands):
                size = max(len(hand) for hand in hands)
                each = f"{size} card{'s' * (size != 1)} each"
                return [Text(f"Round {number}: {self.does(dealer, 'deal')} {each}.")]
            case happened.TrumpTurned(cards, trump):
                return [Text.assemble("Turned: ", faces(cards), ". Trump is ", colour_word(trump), ".")]
            case happened.Bid(seat, bid):
                return [Text(f"{self.does(seat, 'bid')} {bid}.")]
            case happened.SecretMove(seat, move) if move.startswith("bid:"):
                return [Text(f"{self.does(seat, 'bid')} {move.removeprefix('bid:')}, face down.")]
            case happened.BidsRevealed(bids):
                return [Text("The bids: " + ", ".join(self._bid(seat, bid) for seat, bid in enumerate(bids)) + ".")]
            case happened.LayoutsShown(layouts):
                return [self._laid(seat, cards) for seat, cards in enumerate(layouts)]
            case happened.BidShown(seat, bid):
                if bid is None:
                    return [Text(f"{self.does(seat, 'keep')} the bid hidden.")]
                return [Text(f"{self.does(seat, 'show')} the bid: {bid}.")]
            case happened.CardPlayed(seat, card):
                return [Text.assemble(f"{self.does(seat, 'play')} ", face(card))]
            case happened.TrickTaken(seat):
                return [Text.assemble((f"{self.does(seat, 'take')} the trick.", "italic"))]
            case happened.RoundScored(number, scores):
                points = ", ".join(f"{self.name(seat)} {score:+d}" for seat, score in enumerate(scores))
                return [Text(f"Round {number} is over: {points}.")]
        return []

    def winners(self, winners: Sequence[int]) -> str:
        """Who has won.

        >>> Teller(["Anja", "Bernd"]).winners([1])
        'Bernd wins.'
        """
        if len(winners) == 1:
            return self.does(winners[0], "win") + ("!" if winners[0] == self.you else ".")
        return " and ".join(self.name(seat, inside=seat != winners[0]) for seat in winners) + " win together."

    def _laid(self, seat: int, cards: Iterable[str]) -> Text:
        return Text.assemble(f"{self.does(seat, 'lay')} ", faces(cards))

    def _bid(self, seat: int, bid: int | None) -> str:
        return f"{self.name(seat)} {'hidden' if bid is None else bid}"
