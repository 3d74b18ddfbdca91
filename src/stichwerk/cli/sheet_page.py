"""An empty score sheet as a page of paper (PDF), drawn by matplotlib.

Matplotlib is no typesetter, but it draws lines and words on a page of any size, in every language, as a PDF that
scales; and it is what the extra ``plot`` brings already, so that a sheet needs no package of its own.
"""

from dataclasses import dataclass
from typing import IO, Any

from stichwerk.play.blank_sheet import BlankSheet

#: Width and height in millimetres.
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGIN, _HEAD, _FOOT = 12.0, 20.0, 8.0
#: The column of the rounds; and so many columns stand on a page that is higher than wide.
_FIRST, _MOST_UPRIGHT = 16.0, 16
#: Lines are as high as a hand writes, and no higher.
_MOST_LINE = 12.5
_NAMES, _BETWEEN = 9.0, 8.0
#: What stands above the columns: in points, with so many of its size to a letter; smaller than that it is turned, in a
#: line of another height.
_HEADING, _LEAST_HEADING, _TO_A_LETTER = 8.0, 5.5, 0.65
_LYING, _TURNED = 6.0, 17.0
_INK, _SOFT, _RULE = "#000000", "#555555", "#888888"
_MM, _POINTS = 25.4, 72.0


@dataclass(frozen=True)
class SheetWords:
    """What stands on a sheet."""

    title: str
    sheet: str
    date: str
    total: str
    agreed: str
    columns: tuple[str, ...]


def write_sheet(file: IO[bytes], sheet: BlankSheet, words: SheetWords, paper: tuple[float, float]) -> None:
    """One page. A game of few rounds stands on it several times."""
    sheet_figure(sheet, words, paper).savefig(
        file, format="pdf", metadata={"Title": f"{words.title}: {words.sheet}", "CreationDate": None}
    )


def sheet_figure(sheet: BlankSheet, words: SheetWords, paper: tuple[float, float]) -> Any:
    """The same page as a figure of matplotlib."""
    page = _Page(sheet, words, paper)
    page.draw()
    return page.figure


class _Page:
    """The page while it is drawn; millimetres from the upper left corner."""

    def __init__(self, sheet: BlankSheet, words: SheetWords, paper: tuple[float, float]) -> None:
        # Without pyplot: nothing is left behind in the program of somebody who draws pictures too.
        from matplotlib.figure import Figure

        self.sheet, self.words = sheet, words
        across = len(sheet.columns) * len(sheet.teams)
        self.wide, self.high = paper if across <= _MOST_UPRIGHT else paper[::-1]
        self.figure = Figure(figsize=(self.wide / _MM, self.high / _MM))
        self.axes: Any = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set(xlim=(0, self.wide), ylim=(self.high, 0))
        self.axes.axis("off")

    def draw(self) -> None:
        """Everything."""
        words, room = self.words, self.high - 2 * _MARGIN - _HEAD - _FOOT
        self._write(words.title, _MARGIN, _MARGIN + 6, 17, weight="bold")
        self._write(words.sheet, self.wide - _MARGIN, _MARGIN + 3, 10, align="right", colour=_SOFT)
        self._write(f"{words.date}: ____________", self.wide - _MARGIN, _MARGIN + 10, 10, align="right")
        if words.agreed:
            self._write(words.agreed, _MARGIN, _MARGIN + 13, 8.5, colour=_SOFT)
        lines = len(self.sheet.hands) + 1
        above = _NAMES + self._headings()[0]
        games = max(1, int((room + _BETWEEN) // (above + lines * _MOST_LINE + _BETWEEN)))
        line = min(_MOST_LINE, ((room + _BETWEEN) / games - _BETWEEN - above) / lines)
        for number in range(games):
            self._game(_MARGIN + _HEAD + number * (above + lines * line + _BETWEEN), line)

    def _game(self, top: float, line: float) -> None:
        """The table of one game: names, headings, rounds, totals."""
        columns, players = self.sheet.columns, len(self.sheet.teams)
        each = (self.wide - 2 * _MARGIN - _FIRST) / players
        width = each / len(columns)
        headings = top + _NAMES
        high, size = self._headings()
        first = headings + high
        bottom = first + (len(self.sheet.hands) + 1) * line
        for player, team in enumerate(self.sheet.teams):
            left = _MARGIN + _FIRST + player * each
            self._line(left, top, left, bottom, 1.0)
            if team is not None:
                self._write(chr(ord("A") + team), left + 1.5, top + 3, 7, colour=_SOFT)
            for place, heading in enumerate(self.words.columns):
                at = left + place * width
                centre = (at + width / 2, headings + high / 2)
                self._write(heading, *centre, size, align="center", colour=_SOFT, turned=high == _TURNED)
                if place:
                    self._line(at, headings, at, bottom - line, 0.3)
        for number, hand in enumerate(self.sheet.hands, 1):
            middle = first + (number - 0.5) * line
            self._write(str(number), _MARGIN + 5, middle, 10, align="center", weight="bold")
            self._write(f"({hand})", _MARGIN + 11.5, middle, 8, align="center", colour=_SOFT)
        self._write(self.words.total, _MARGIN + 1, bottom - line / 2, 8.5, weight="bold")
        for at in (_MARGIN, self.wide - _MARGIN):
            self._line(at, top, at, bottom, 1.0)
        for height, strength in ((top, 1.0), (headings, 0.3), (first, 1.0), (bottom - line, 1.0), (bottom, 1.0)):
            self._line(_MARGIN, height, self.wide - _MARGIN, height, strength)
        for number in range(1, len(self.sheet.hands)):
            self._line(_MARGIN, first + number * line, self.wide - _MARGIN, first + number * line, 0.3)

    def _headings(self) -> tuple[float, float]:
        """How high the line of the headings is, and their size: none leaves its column."""
        columns = len(self.sheet.columns) * len(self.sheet.teams)
        width = (self.wide - 2 * _MARGIN - _FIRST) / columns * _POINTS / _MM
        size = min(_HEADING, 0.95 * width / (_TO_A_LETTER * max(map(len, self.words.columns))))
        return (_LYING, size) if size >= _LEAST_HEADING else (_TURNED, min(_HEADING, 0.8 * width))

    def _line(self, x: float, y: float, to_x: float, to_y: float, strength: float) -> None:
        self.axes.plot([x, to_x], [y, to_y], color=_INK if strength >= 1 else _RULE, linewidth=strength)

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        align: str = "left",
        colour: str = _INK,
        weight: str = "normal",
        turned: bool = False,
    ) -> None:
        self.axes.text(
            x,
            y,
            text,
            fontsize=size,
            ha=align,
            va="center",
            color=colour,
            fontweight=weight,
            rotation=90 if turned else 0,
            parse_math=False,
        )
