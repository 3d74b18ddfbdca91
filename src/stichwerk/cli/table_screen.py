"""The table on the screen: who has what, the trick, the player's hand."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from stichwerk.cli import help_text
from stichwerk.cli.faces import Faces
from stichwerk.cli.narration import Teller
from stichwerk.cli.output import DOT
from stichwerk.games.events import CardPlayed, Event
from stichwerk.games.moves import card_of
from stichwerk.games.view import PILES, Pile, Place, Tableau
from stichwerk.play.match_view import View

#: Lines of the screen that are neither players nor news: title, headings, trick, hand, prompt, and air.
_FIXED = 14
_FEWEST_NEWS = 4
#: Screens narrower than this get shorter names.
_WIDE = 72


def drawn(console: Console, view: View, teller: Teller, news: Sequence[Event]) -> Group:
    """All that the player sees before a question. ``news`` is what happened since the last one."""
    table = view.table
    parts: list[RenderableType] = [_title(view, teller), *_trump(table, teller), Text()]
    parts += [_players(view, teller, console.width), Text()]
    if lines := _told(console, news, teller, table):
        parts += [*lines, Text()]
    parts += [_before_you(console, view, teller), Text(help_text.commands(teller.words), "dim")]
    return Group(*parts)


def _before_you(console: Console, view: View, teller: Teller) -> Grid:
    """The trick and the hand."""
    table = view.table
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    playable = None
    if table.phase == "play":
        grid.add_row(teller.words.say("table.trick", n=table.tricks_done + 1), _trick(table, teller))
        playable = set(map(card_of, view.legal))
    in_colour = console.color_system is not None and not console.no_color
    hand = teller.faces.hand(table.places[view.seat or 0].hand, playable, in_colour)
    grid.add_row(teller.words.say("hand.title"), hand)
    return grid


def _title(view: View, teller: Teller) -> Rule:
    table = view.table
    key = "status.round-of" if view.rounds_planned else "status.round"
    number = teller.words.say(key, round=table.round, rounds=view.rounds_planned)
    return Rule(f"{teller.words.say('title')} · {number} · {teller.does('told.deals', table.dealer)}", style="dim")


def _trump(table: Tableau, teller: Teller) -> list[Text]:
    words, faces = teller.words, teller.faces
    if not table.turned:
        return []
    if table.trump is None:
        return [Text(words.say("table.no-trump"), "bold")]
    turned = words.text("table.turned", card=faces.face(table.turned[-1]))
    return [Text.assemble(f"{words.say('strip.trump')}  ", faces.colour_word(table.trump), "  (", turned, ")")]


def _players(view: View, teller: Teller, width: int) -> Grid:
    table = view.table
    columns = _Piles(view, teller.faces) if _has_piles(table) else _Bids(view, teller)
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    grid.add_column("", no_wrap=True)
    grid.add_column(
        teller.words.say("column.player"), no_wrap=True, overflow="ellipsis", max_width=16 if width >= _WIDE else 9
    )
    for heading in columns.headings():
        grid.add_column(heading, justify="right", no_wrap=True)
    for seat, place in enumerate(table.places):
        turn = ">" if seat == teller.you else ""
        style = "bold" if seat == teller.you else ""
        grid.add_row(turn, teller.names[seat], *columns.cells(seat, place), str(table.totals[seat]), style=style)
    return grid


def _has_piles(table: Tableau) -> bool:
    return any(PILES in place.shows for place in table.places)


class _Bids:
    """The columns of a game with bids, or of any: bid, tricks, and the numbers that the game shows besides."""

    def __init__(self, view: View, teller: Teller) -> None:
        self._you, self._words = teller.you, teller.words
        places = view.table.places
        self._bids = any(place.has_bid for place in places) or view.table.phase == "bid"
        shown = dict.fromkeys(name for place in places for name, value in place.shows.items() if _number(value))
        self._numbers = [name for name in shown if f"shows.{name}" in self._words]

    def headings(self) -> list[str]:
        say = self._words.say
        names = [say(f"shows.{name}.head", name) for name in self._numbers]
        return [*([say("column.bid")] if self._bids else []), say("column.tricks"), *names, say("column.points")]

    def cells(self, seat: int, place: Place) -> list[str]:
        bid = [self._bid(place, seat == self._you)] if self._bids else []
        numbers = [place.shows.get(name, 0) for name in self._numbers]
        return [*bid, str(place.tricks), *(f"{number:+d}" if number else "" for number in numbers)]

    def _bid(self, place: Place, own: bool) -> str:
        if not place.has_bid:
            return "–"
        if place.bid is None:
            return self._words.say("bid.hidden" if place.shown is False else "cell.face-down")
        return self._words.say("cell.hidden", bid=place.bid) if own and place.shown is False else str(place.bid)


def _number(value: object) -> bool:
    return type(value) is int and value != 0


class _Piles:
    """The columns of a game with piles: each pile as its top card and its depth, and what they would count now."""

    def __init__(self, view: View, faces: Faces) -> None:
        self._faces, self._sums = faces, view.annotations.sums

    def headings(self) -> list[str | Text]:
        letters, say = self._faces.cards.letters, self._faces.words.say
        return [
            *(Text(f"{self._faces.symbol(colour)}{colour}") for colour in letters),
            say("column.worth"),
            say("column.total"),
        ]

    def cells(self, seat: int, place: Place) -> list[str | Text]:
        piles: dict[str, Pile] = {pile.colour: pile for pile in place.shows[PILES]}
        worth = str(self._sums[seat]) if self._sums else ""
        return [*(self._cell(piles.get(colour)) for colour in self._faces.cards.letters), worth]

    def _cell(self, pile: Pile | None) -> Text:
        if pile is None:
            return Text("·", "dim")
        label = self._faces.cards.face(pile.top).label
        return Text.assemble(Text(label, self._faces.style_of(pile.top)), f"×{pile.depth}")


def _told(console: Console, news: Sequence[Event], teller: Teller, table: Tableau) -> list[Text]:
    """The news, at the length that the screen has room for."""
    lines = teller.all(news)
    room = max(_FEWEST_NEWS, console.height - _FIXED - len(table.places))
    if not console.is_terminal or len(lines) <= room:
        return lines
    lines = teller.brief(_without_last_plays(news, len(table.trick)))
    return lines if len(lines) <= room else [_more(teller), *lines[-room + 1 :]]


def _more(teller: Teller) -> Text:
    return Text(teller.words.say("table.more", log=teller.words.say("command.log")), "dim")


def _without_last_plays(news: Sequence[Event], plays: int) -> list[Event]:
    """The news without those cards that lie in the trick anyway."""
    cards = [event for event in news if isinstance(event, CardPlayed)]
    in_trick = {id(event) for event in cards[-plays:]} if plays else set()
    return [event for event in news if id(event) not in in_trick]


def _trick(table: Tableau, teller: Teller) -> Text:
    if not table.trick:
        return teller.does("told.leads", table.leader)
    seats = [(table.leader + turn) % len(table.places) for turn in range(len(table.trick))]
    return Text(DOT).join(
        teller.tied(seat, teller.faces.face(card)) for seat, card in zip(seats, table.trick, strict=True)
    )
