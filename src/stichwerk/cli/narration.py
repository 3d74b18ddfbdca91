"""What happens at the table, told in short lines: "Bernd plays R7"."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from stichwerk.cli.faces import Faces
from stichwerk.cli.output import DOT, TIED
from stichwerk.games import Game
from stichwerk.games import events as happened
from stichwerk.games.moves import bid_of, cards_of


class Teller:
    """Tells events. ``you`` is the seat that is spoken to; without one, everybody has a name."""

    def __init__(self, game: Game, names: Sequence[str], you: int | None = None) -> None:
        self.game, self.names, self.you = game, names, you
        self.faces = Faces(game)

    def does(self, seat: int, plain: str, third: str = "") -> str:
        """Who does what.

        >>> from stichwerk.games import game
        >>> teller = Teller(game("rage"), ["Anja", "Bernd"], you=0)
        >>> teller.does(0, "play"), teller.does(1, "play")
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
                plays = [
                    self.tied(event.seat, self.faces.face(event.card)) for event in group if isinstance(event, kind)
                ]
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
                return [
                    Text.assemble(
                        "Turned: ", self.faces.faces(cards), ". Trump is ", self.faces.colour_word(trump), "."
                    )
                ]
            case happened.Bid(seat, bid):
                return [Text(f"{self.does(seat, 'bid')} {bid}.")]
            case happened.SecretMove(seat, move) if (secret := bid_of(move)) is not None:
                return [Text(f"{self.does(seat, 'bid')} {secret}, face down.")]
            case happened.BidsRevealed(bids):
                return [Text("The bids: " + ", ".join(self._bid(seat, bid) for seat, bid in enumerate(bids)) + ".")]
            case happened.CardPlayed(seat, card):
                return [Text.assemble(f"{self.does(seat, 'play')} ", self.faces.face(card))]
            case happened.WordSaid(seat, word):
                return [Text(f"{self.does(seat, 'say')}: {self.game.texts().say(f'say.{word}', word)}.")]
            case happened.TrickTaken(seat):
                return [Text.assemble((f"{self.does(seat, 'take')} the trick.", "italic"))]
            case happened.RoundScored(number, scores):
                points = ", ".join(f"{self.name(seat)} {score:+d}" for seat, score in enumerate(scores))
                return [Text(f"Round {number} is over: {points}.")]
        return self._of_the_game(event)

    def _of_the_game(self, event: happened.Event) -> list[Text]:
        """An event that only this game has: what it reveals, or what move it was, in the words of the game."""
        made, revealed = event.made(), event.reveals()
        if made is not None:
            seat, word = made
            told = {"name": self.name(seat, inside=False), **vars(event)}
            key = f"log.{word}.you" if seat == self.you else f"log.{word}"
            return [Text(self.game.texts().say(key, f"{self.name(seat, inside=False)}: {word}.", **told))]
        return [
            Text.assemble(f"{self.does(seat, 'lay')} ", self.faces.faces(cards_of(move)))
            for seat, move in revealed.items()
        ]

    def winners(self, winners: Sequence[int]) -> str:
        """Who has won.

        >>> from stichwerk.games import game
        >>> Teller(game("rage"), ["Anja", "Bernd"]).winners([1])
        'Bernd wins.'
        """
        if len(winners) == 1:
            return self.does(winners[0], "win") + ("!" if winners[0] == self.you else ".")
        return " and ".join(self.name(seat, inside=seat != winners[0]) for seat in winners) + " win together."

    def _bid(self, seat: int, bid: int | None) -> str:
        return f"{self.name(seat)} {'hidden' if bid is None else bid}"
