"""The table on the screen: who has what, the trick, the player's hand."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from stichwerk.cli import leaflet
from stichwerk.cli.faces import colour_word, face, hand, symbol
from stichwerk.cli.output import TIED
from stichwerk.cli.telling import Teller
from stichwerk.games import Game
from stichwerk.games.view import Place, Table
from stichwerk.match import View

#: Lines of the screen that are neither players nor news: title, headings, trick, hand, prompt, and air.
_FIXED = 14
_FEWEST_NEWS = 4


def drawn(console: Console, game: Game, view: View, teller: Teller, news: Sequence[Text]) -> Group:
    """All that the player sees before a question. ``news`` is what happened since the last one."""
    table = view.table
    seat = view.seat or 0
    parts: list[RenderableType] = [_title(game, view, teller), *_trump(table), Text()]
    parts += [_players(table, teller), Text()]
    if news:
        parts += [*_latest(console, news, len(table.places)), Text()]
    if table.phase == "play":
        parts.append(_trick(table, teller))
    cards = table.places[seat].hand
    playable = {move.partition(":")[0] for move in view.legal} if table.phase == "play" else None
    in_colour = console.is_terminal and not console.no_color
    parts.append(Text.assemble(("Your hand  ", "bold"), hand(cards, playable, in_colour)))
    parts.append(Text(leaflet.HINT, "dim"))
    return Group(*parts)


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


def _players(table: Table, teller: Teller) -> Grid:
    piles = table.phase == "lay" or any(place.piles or place.has_laid for place in table.places)
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    grid.add_column("", no_wrap=True)
    grid.add_column("Player", no_wrap=True, overflow="ellipsis", min_width=6, max_width=18)
    for heading in _headings(table, piles):
        grid.add_column(heading, justify="right", no_wrap=True)
    for seat, place in enumerate(table.places):
        turn = ">" if seat in table.waiting else ""
        cells = _pile_cells(place) if piles else _bid_cells(place, seat == teller.you, _fives(table))
        style = "bold" if seat == teller.you else ""
        grid.add_row(turn, teller.at_table(seat), *cells, str(table.totals[seat]), style=style)
    return grid


def _headings(table: Table, piles: bool) -> list[str | Text]:
    if piles:
        return [*(Text(f"{symbol(colour)}{colour}") for colour in "BGVRY"), "tricks", "worth", "total"]
    return ["bid", "tricks", *(["±5"] if _fives(table) else []), "points"]


def _fives(table: Table) -> bool:
    return any(place.fives for place in table.places)


def _bid_cells(place: Place, own: bool, fives: bool) -> list[str]:
    bid = "–" if not place.has_bid else "hidden" if place.bid is None else str(place.bid)
    if own and place.bid is not None and place.shown is False:
        bid = f"hidden {place.bid}"
    return [bid, str(place.tricks), *([f"{5 * place.fives:+d}" if place.fives else ""] if fives else [])]


def _pile_cells(place: Place) -> list[str | Text]:
    """Each pile as its top card and its depth; ``worth`` is what the piles would count now."""
    piles = {pile.colour: pile for pile in place.piles}
    cells: list[str | Text] = []
    for colour in "BGVRY":
        pile = piles.get(colour)
        cells.append(Text.assemble(face(pile.top), f"×{pile.depth}") if pile else Text("·", "dim"))
    worth = sum(int(pile.top[1:]) for pile in place.piles)
    return [*cells, str(place.tricks), str(worth)]


def _latest(console: Console, news: Sequence[Text], players: int) -> list[Text]:
    """The news, as much as the screen has room for."""
    room = max(_FEWEST_NEWS, console.height - _FIXED - players) if console.is_terminal else len(news)
    if len(news) <= room:
        return list(news)
    return [Text("… (log shows it all)", "dim"), *news[-room + 1 :]]


def _trick(table: Table, teller: Teller) -> Text:
    players, number = len(table.places), table.tricks_done + 1
    heading = Text.assemble((f"Trick {number}    "[:11], "bold"))
    if not table.trick:
        return Text.assemble(heading, f"{teller.does(table.leader, 'lead')}.")
    plays = [
        Text.assemble(f"{teller.names[(table.leader + turn) % players]}{TIED}", face(card))
        for turn, card in enumerate(table.trick)
    ]
    return Text.assemble(heading, Text(" · ").join(plays))
