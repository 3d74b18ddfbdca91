"""What happens at the table, told in short lines: "Bernd plays R7"."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from stichwerk import events as happened
from stichwerk.cli.faces import colour_word, face, faces


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

    def at_table(self, seat: int) -> str:
        """The name, with a hint which one is yours."""
        name = self.names[seat]
        return f"{name} (you)" if seat == self.you and name != "You" else name

    def all(self, events: Iterable[happened.Event]) -> list[Text]:
        """The lines of several events."""
        return [line for event in events for line in self.lines(event)]

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
            case happened.SecretMove(seat, move):
                return [self._secret(seat, move)] if move else []
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
            case happened.GameEnded(_, winners):
                return [Text(self.winners(winners), "bold")]
        return []

    def winners(self, winners: Sequence[int]) -> str:
        """Who has won.

        >>> Teller(["Anja", "Bernd"]).winners([1])
        'Bernd wins.'
        """
        if len(winners) == 1:
            return self.does(winners[0], "win") + ("!" if winners[0] == self.you else ".")
        return " and ".join(self.name(seat, inside=seat != winners[0]) for seat in winners) + " win together."

    def _secret(self, seat: int, move: str) -> Text:
        kind, _, what = move.partition(":")
        if kind == "lay":
            return self._laid(seat, what.split(","))
        return Text(f"{self.does(seat, 'bid')} {what}, face down.")

    def _laid(self, seat: int, cards: Iterable[str]) -> Text:
        return Text.assemble(f"{self.does(seat, 'lay')} ", faces(cards))

    def _bid(self, seat: int, bid: int | None) -> str:
        return f"{self.name(seat)} {'hidden' if bid is None else bid}"
