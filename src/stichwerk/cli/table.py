"""The table on the screen: who has what, the trick, the player's hand."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from stichwerk.cli import leaflet
from stichwerk.cli.faces import colour_word, face, hand, style_of, symbol
from stichwerk.cli.output import DOT
from stichwerk.cli.telling import Teller
from stichwerk.events import CardPlayed, Event
from stichwerk.games import Game
from stichwerk.games.view import Place, Table
from stichwerk.match import View

#: Lines of the screen that are neither players nor news: title, headings, trick, hand, prompt, and air.
_FIXED = 14
_FEWEST_NEWS = 4
#: Screens narrower than this get shorter names.
_WIDE = 72


def drawn(console: Console, game: Game, view: View, teller: Teller, news: Sequence[Event]) -> Group:
    """All that the player sees before a question. ``news`` is what happened since the last one."""
    table = view.table
    parts: list[RenderableType] = [_title(game, view, teller), *_trump(table), Text()]
    parts += [_players(table, teller, console.width), Text()]
    if lines := _told(console, news, teller, table):
        parts += [*lines, Text()]
    parts += [_before_you(console, view, teller), Text(leaflet.COMMANDS, "dim")]
    return Group(*parts)


def _before_you(console: Console, view: View, teller: Teller) -> Grid:
    """The trick and the hand."""
    table = view.table
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    playable = None
    if table.phase == "play":
        grid.add_row(f"Trick {table.tricks_done + 1}", _trick(table, teller))
        playable = {move.partition(":")[0] for move in view.legal}
    in_colour = console.color_system is not None and not console.no_color
    grid.add_row("Your hand", hand(table.places[view.seat or 0].hand, playable, in_colour))
    return grid


def _title(game: Game, view: View, teller: Teller) -> Rule:
    table = view.table
    of = f" of {view.rounds_planned}" if view.rounds_planned else ""
    return Rule(f"{game.title} · round {table.round}{of} · {teller.does(table.dealer, 'deal')}", style="dim")


def _trump(table: Table) -> list[Text]:
    if not table.turned:
        return []
    if table.trump is None:
        return [Text.assemble("No trump in this trick", style="bold")]
    return [Text.assemble("Trump  ", colour_word(table.trump), "  (turned: ", face(table.turned[-1]), ")")]


def _players(table: Table, teller: Teller, width: int) -> Grid:
    piles = table.phase == "lay" or any(place.piles or place.has_laid for place in table.places)
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    grid.add_column("", no_wrap=True)
    grid.add_column("Player", no_wrap=True, overflow="ellipsis", max_width=16 if width >= _WIDE else 9)
    for heading in _headings(table, piles):
        grid.add_column(heading, justify="right", no_wrap=True)
    for seat, place in enumerate(table.places):
        turn = ">" if seat == teller.you else ""
        cells = _pile_cells(place) if piles else _bid_cells(place, seat == teller.you, _fives(table))
        style = "bold" if seat == teller.you else ""
        grid.add_row(turn, teller.names[seat], *cells, str(table.totals[seat]), style=style)
    return grid


def _headings(table: Table, piles: bool) -> list[str | Text]:
    if piles:
        return [*(Text(f"{symbol(colour)}{colour}") for colour in "BGVRY"), "worth", "total"]
    return ["bid", "tricks", *(["±5"] if _fives(table) else []), "points"]


def _fives(table: Table) -> bool:
    return any(place.fives for place in table.places)


def _bid_cells(place: Place, own: bool, fives: bool) -> list[str]:
    if not place.has_bid:
        bid = "–"
    elif place.bid is None:
        bid = "hidden" if place.shown is False else "face down"
    else:
        bid = f"hidden {place.bid}" if own and place.shown is False else str(place.bid)
    return [bid, str(place.tricks), *([f"{5 * place.fives:+d}" if place.fives else ""] if fives else [])]


def _pile_cells(place: Place) -> list[str | Text]:
    """Each pile as its top card and its depth; ``worth`` is what the piles would count now."""
    piles = {pile.colour: pile for pile in place.piles}
    cells: list[str | Text] = []
    for colour in "BGVRY":
        pile = piles.get(colour)
        top = Text("·", "dim") if pile is None else Text(pile.top[1:], style_of(pile.top))
        cells.append(Text.assemble(top, f"×{pile.depth}" if pile else ""))
    worth = sum(int(pile.top[1:]) for pile in place.piles)
    return [*cells, str(worth)]


def _told(console: Console, news: Sequence[Event], teller: Teller, table: Table) -> list[Text]:
    """The news, at the length that the screen has room for."""
    lines = teller.all(news)
    room = max(_FEWEST_NEWS, console.height - _FIXED - len(table.places))
    if not console.is_terminal or len(lines) <= room:
        return lines
    lines = teller.brief(_without_last_plays(news, len(table.trick)))
    return lines if len(lines) <= room else [Text("… (log shows it all)", "dim"), *lines[-room + 1 :]]


def _without_last_plays(news: Sequence[Event], plays: int) -> list[Event]:
    """The news without those cards that lie in the trick anyway."""
    cards = [event for event in news if isinstance(event, CardPlayed)]
    in_trick = {id(event) for event in cards[-plays:]} if plays else set()
    return [event for event in news if id(event) not in in_trick]


def _trick(table: Table, teller: Teller) -> Text:
    if not table.trick:
        return Text(f"{teller.does(table.leader, 'lead')}.")
    seats = [(table.leader + turn) % len(table.places) for turn in range(len(table.trick))]
    return Text(DOT).join(teller.tied(seat, face(card)) for seat, card in zip(seats, table.trick, strict=True))
