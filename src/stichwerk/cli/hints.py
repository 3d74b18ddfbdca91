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


def drawn_hint(console: Console, faces: Faces, advice: Hints) -> Group:
    """The hint for the present decision."""
    say = faces.words.say
    parts: list[RenderableType] = [Text(say("hint.title")), Text()]
    if advice.cards:
        parts += _laying(faces, advice)
    elif bid_of(advice.best.move) is not None:
        bids, chart = _moves(console, faces, advice.moves), _chart(faces, advice.best)
        beside = console.measure(bids).maximum + console.measure(chart).maximum + 4 <= console.width
        parts += [Columns([bids, chart], padding=(0, 4))] if beside else [bids, Text(), chart]
    else:
        parts.append(_moves(console, faces, advice.moves))
    about = ["hint.ahead.means", *(["hint.exact.means"] if advice.best.exact is not None else [])]
    parts.append(Text("\n".join(map(say, about)), "dim"))
    return Group(*parts)


def _moves(console: Console, faces: Faces, moves: Sequence[Outlook]) -> Group:
    """A row for each move, as many as there is room for."""
    room = max(_FEWEST_ROWS, console.height - _FIXED) if console.is_terminal else len(moves)
    shown = moves if len(moves) <= room else moves[: room - 1]
    table = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    say = faces.words.say
    table.add_column("", no_wrap=True)
    if bid_of(moves[0].move) is not None:
        table.add_column(say("column.bid"), justify="right", no_wrap=True)
    else:
        table.add_column("" if _is_word(faces, moves[0].move) else say("hint.card"), no_wrap=True)
    for key in ("column.points", "hint.ahead", *(["hint.exact"] if moves[0].exact is not None else [])):
        table.add_column(say(key), justify="right", no_wrap=True)
    for place, one in enumerate(shown):
        chance = [] if one.exact is None else [_percent(one.exact)]
        mark = ">" if place == 0 else ""
        numbers = (_points(faces, one), _gain(faces, one), *chance)
        table.add_row(mark, _face(faces, one.move), *numbers, style="" if place else "bold")
    left = len(moves) - len(shown)
    return Group(table, *([Text(say("hint.more", n=left), "dim")] if left else []))


def _laying(faces: Faces, advice: Hints) -> list[RenderableType]:
    """The recommended cards, and what else could have been laid first, second and third."""
    best, say = advice.best, faces.words.say
    gain = say("hint.ahead-by", points=_gain(faces, best))
    lay = Text.assemble(("> ", "bold"), faces.faces(cards_of(best.move)), f"   {_points(faces, best)}   {gain}")
    table = Grid.grid(padding=(0, 3, 0, 0))
    for numeral, choices in zip(_NUMERALS, advice.cards, strict=False):
        cells = [Text.assemble(faces.face(one.move), f" {_gain(faces, one)}") for one in choices[:_LAID]]
        table.add_row(Text(say(f"hint.{numeral}"), "dim"), *cells)
    return [lay, Text(), Text(say("hint.cards"), "dim"), table]


def _chart(faces: Faces, best: Outlook) -> Group:
    """How likely each number of tricks is."""
    table = Grid.grid(padding=(0, 2, 0, 0))
    for justify in ("right", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    block = "█" if can_show("█") else "#"
    for tricks, probability in enumerate(best.tricks):
        table.add_row(str(tricks), _percent(probability), block * round(_BAR * probability / max(best.tricks)))
    return Group(Text(faces.words.say("hint.tricks", bid=bid_of(best.move)), "bold"), table)


def _face(faces: Faces, move: str) -> Text:
    bid = bid_of(move)
    if bid is not None:
        return Text(str(bid))
    return Text(faces.words.say(f"say.{move}")) if _is_word(faces, move) else faces.face(move)


def _is_word(faces: Faces, move: str) -> bool:
    return f"say.{move}" in faces.words


def _points(faces: Faces, one: Outlook) -> str:
    return f"{faces.words.number(one.points)} ± {faces.words.number(one.error)}"


def _gain(faces: Faces, one: Outlook) -> str:
    return faces.words.number(one.gain, "+.1f")


def _percent(probability: float) -> str:
    """A share of a hundred; what hardly ever happens is not nothing.

    >>> _percent(0.37), _percent(0.001), _percent(0.0)
    ('37 %', '<1 %', '0 %')
    """
    return "<1 %" if 0 < probability < 0.005 else f"{100 * probability:.0f} %"
