"""What happens at the table, told in short lines: "Bernd plays R7"."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from stichwerk.cli.faces import Faces
from stichwerk.cli.output import DOT, TIED
from stichwerk.games import Game
from stichwerk.games import events as happened
from stichwerk.games.moves import bid_of, cards_of
from stichwerk.games.texts import ENGLISH


class Teller:
    """Tells events. ``you`` is the seat that is spoken to; without one, everybody has a name."""

    def __init__(self, game: Game, names: Sequence[str], you: int | None = None, language: str = ENGLISH) -> None:
        self.game, self.names, self.you = game, names, you
        self.faces = Faces(game, language)
        self.words = self.faces.words

    def does(self, key: str, seat: int, /, **about: object) -> Text:
        """Who does what: the text of this name, or that for the player who is spoken to.

        >>> from stichwerk.games import game
        >>> teller = Teller(game("rage"), ["Anja", "Bernd"], you=0, language="de")
        >>> teller.does("told.leads", 0).plain, teller.does("told.leads", 1).plain
        ('Du spielst aus.', 'Bernd spielt aus.')
        """
        return self.words.text(f"{key}.you" if seat == self.you else key, name=self.names[seat], **about)

    def name(self, seat: int, inside: bool = True) -> str:
        """Who it is, inside a sentence or at its beginning."""
        if seat != self.you:
            return self.names[seat]
        you = self.words.say("seat.you")
        return you if inside else you.capitalize()

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
                lines.append(self.words.text("told.bids", bids=Text(DOT).join(bids)))
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
                return [self.does("told.dealt", dealer, round=number, n=max(len(hand) for hand in hands))]
            case happened.TrumpTurned(cards, trump):
                turned = self.faces.faces(cards)
                return [self.words.text("told.turned", cards=turned, colour=self.faces.colour_word(trump))]
            case happened.Bid(seat, bid):
                return [self.does("log.bid", seat, bid=bid)]
            case happened.SecretMove(seat, move) if (secret := bid_of(move)) is not None:
                return [self.does("told.secret", seat, bid=secret)]
            case happened.SecretMove(_, move) if not move or cards_of(move):
                return []  # of others nothing is known yet; what is laid is told when all have laid
            case happened.BidsRevealed(bids):
                return [
                    self.words.text("log.bids", bids=", ".join(self._bid(seat, bid) for seat, bid in enumerate(bids)))
                ]
            case happened.CardPlayed(seat, card):
                return [self.does("told.card", seat, card=self.faces.face(card))]
            case happened.WordSaid(seat, word):
                return [self.does("told.said", seat, word=self.words.say(f"say.{word}", word))]
            case happened.TrickTaken(seat):
                return [Text.assemble(self.does("log.trick", seat), style="italic")]
            case happened.RoundScored(number, scores):
                points = ", ".join(f"{self.name(seat)} {score:+d}" for seat, score in enumerate(scores))
                return [self.words.text("log.scored", round=number, scores=points)]
        return self._of_the_game(event)

    def _of_the_game(self, event: happened.Event) -> list[Text]:
        """An event that only this game has: what it reveals, or what move it was, in the words of the game."""
        made, revealed = event.made(), event.reveals()
        if made is not None:
            seat, word = made
            told = {"name": self.name(seat, inside=False), **vars(event)}
            key = f"log.{word}.you" if seat == self.you else f"log.{word}"
            return [Text(self.words.say(key, f"{self.name(seat, inside=False)}: {word}.", **told))]
        return [self.does("told.lays", seat, cards=self.faces.faces(cards_of(move))) for seat, move in revealed.items()]

    def winners(self, winners: Sequence[int]) -> str:
        """Who has won.

        >>> from stichwerk.games import game
        >>> Teller(game("rage"), ["Anja", "Bernd"]).winners([1])
        'Bernd wins'
        """
        if list(winners) == [self.you]:
            return self.words.say("over.you-won")
        if len(winners) == 1:
            return self.words.say("over.won", name=self.names[winners[0]])
        others = self.words.listed([self.names[seat] for seat in winners if seat != self.you], "and")
        return self.words.say("over.shared.you" if self.you in winners else "over.shared", names=others)

    def _bid(self, seat: int, bid: int | None) -> str:
        return f"{self.name(seat)} {self.words.say('bid.hidden') if bid is None else bid}"
