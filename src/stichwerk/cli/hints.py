"""What ``?`` shows: every move with the points it is likely to bring, the best one first."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from stichwerk.cli.faces import Faces, can_show
from stichwerk.games.moves import bid_of, cards_of
from stichwerk.play.hints import Hints, Outlook

#: Lines of the screen that a hint leaves for its words, the question and the hand.
_FIXED = 11
_FEWEST_ROWS = 5
_BAR = 16
#: Of the cards that could be laid, how many are shown.
_LAID = 4
_NUMERALS = ("first", "second", "third")
_NUMBERS = ("bid", "points", "ahead", "exact")

_FOOTNOTE = "ahead: your points less what the others get on average; the most is best"
_FOOTNOTE_ON_BIDS = "\nexact: how often you take just as many tricks as you bid"


def drawn_hint(console: Console, faces: Faces, advice: Hints) -> Group:
    """The hint for the present decision."""
    parts: list[RenderableType] = [Text("Expected points in this round, if you play on well:"), Text()]
    if advice.cards:
        parts += _laying(faces, advice)
    elif bid_of(advice.best.move) is not None:
        bids, chart = _moves(console, faces, advice.moves), _chart(advice.best)
        beside = console.measure(bids).maximum + console.measure(chart).maximum + 4 <= console.width
        parts += [Columns([bids, chart], padding=(0, 4))] if beside else [bids, Text(), chart]
    else:
        parts.append(_moves(console, faces, advice.moves))
    parts.append(Text(_FOOTNOTE + _FOOTNOTE_ON_BIDS * (advice.best.exact is not None), "dim"))
    return Group(*parts)


def _moves(console: Console, faces: Faces, moves: Sequence[Outlook]) -> Group:
    """A row for each move, as many as there is room for."""
    room = max(_FEWEST_ROWS, console.height - _FIXED) if console.is_terminal else len(moves)
    shown = moves if len(moves) <= room else moves[: room - 1]
    table = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    kind = _kind(faces, moves[0].move)
    for heading in ("", kind, "points", "ahead", *(["exact"] if moves[0].exact is not None else [])):
        table.add_column(heading, justify="right" if heading in _NUMBERS else "left", no_wrap=True)
    for place, one in enumerate(shown):
        chance = [] if one.exact is None else [_percent(one.exact)]
        mark = ">" if place == 0 else ""
        table.add_row(
            mark, _face(faces, one.move), _points(one), f"{one.gain:+.1f}", *chance, style="" if place else "bold"
        )
    left = len(moves) - len(shown)
    return Group(table, *([Text(f"… and {left} that are worse", "dim")] if left else []))


def _laying(faces: Faces, advice: Hints) -> list[RenderableType]:
    """The recommended cards, and what else could have been laid first, second and third."""
    best = advice.best
    lay = Text.assemble(
        ("> ", "bold"), faces.faces(cards_of(best.move)), f"   {_points(best)}   {best.gain:+.1f} ahead"
    )
    table = Grid.grid(padding=(0, 3, 0, 0))
    for numeral, choices in zip(_NUMERALS, advice.cards, strict=False):
        cells = [Text.assemble(faces.face(one.move), f" {one.gain:+.1f}") for one in choices[:_LAID]]
        table.add_row(Text(numeral, "dim"), *cells)
    return [lay, Text(), Text("Card by card, and how far ahead the best ones are:", "dim"), table]


def _chart(best: Outlook) -> Group:
    """How likely each number of tricks is."""
    table = Grid.grid(padding=(0, 2, 0, 0))
    for justify in ("right", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    block = "█" if can_show("█") else "#"
    for tricks, probability in enumerate(best.tricks):
        table.add_row(str(tricks), _percent(probability), block * round(_BAR * probability / max(best.tricks)))
    return Group(Text(f"Tricks after a bid of {bid_of(best.move)}", "bold"), table)


def _kind(faces: Faces, move: str) -> str:
    return "bid" if bid_of(move) is not None else "" if _is_word(faces, move) else "card"


def _face(faces: Faces, move: str) -> Text:
    bid = bid_of(move)
    if bid is not None:
        return Text(str(bid))
    return Text(move) if _is_word(faces, move) else faces.face(move)


def _is_word(faces: Faces, move: str) -> bool:
    return f"say.{move}" in faces.game.texts()


def _points(one: Outlook) -> str:
    return f"{one.points:.1f} ± {one.error:.1f}"


def _percent(probability: float) -> str:
    """A share of a hundred; what hardly ever happens is not nothing.

    >>> _percent(0.37), _percent(0.001), _percent(0.0)
    ('37 %', '<1 %', '0 %')
    """
    return "<1 %" if 0 < probability < 0.005 else f"{100 * probability:.0f} %"
