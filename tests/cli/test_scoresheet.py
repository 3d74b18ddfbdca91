"""``stich scoresheet``: an empty sheet for every game, number of players, language and paper."""

import re
import sys
from pathlib import Path

import pytest

from stichwerk.cli.main import main
from stichwerk.cli.scoresheet import sheet_words
from stichwerk.cli.sheet_page import PAPERS, sheet_figure
from stichwerk.cli.words import Words
from stichwerk.games import Game, games
from stichwerk.games.texts import LANGUAGES
from stichwerk.play.blank_sheet import blank_sheet
from stichwerk.play.pad_rules import has_pad
from stichwerk.testing import variants_of

WITH_PAD = [each for each in games() if has_pad(each)]
EACH = pytest.mark.parametrize("game", WITH_PAD, ids=lambda game: game.id)


def sheet(folder: Path, *arguments: str) -> bytes:
    file = folder / "sheet.pdf"
    assert main(["scoresheet", *arguments, "-o", str(file), "--force"]) == 0
    return file.read_bytes()


def size(pdf: bytes) -> tuple[int, int]:
    """Width and height of its one page, in points."""
    (box,) = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", pdf)
    return round(float(box[0])), round(float(box[1]))


@EACH
@pytest.mark.parametrize(("paper", "sides"), [("a4", {595, 842}), ("letter", {612, 792})])
def test_it_is_one_page_of_the_paper(game: Game, tmp_path: Path, paper: str, sides: set[int]) -> None:
    for players in (game.players[0], game.players[-1]):
        pdf = sheet(tmp_path, game.id, "--players", str(players), "--lang", "de", "--paper", paper)
        assert pdf.startswith(b"%PDF-")
        assert set(size(pdf)) == sides


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_its_words_are_there_in_every_variant(game: Game, language: str) -> None:
    for variant in variants_of(game):
        empty = blank_sheet(game, variant.options, variant.players)
        words = sheet_words(game, empty, Words(language, game))
        assert len(words.columns) == len(empty.columns)
        said = [words.title, words.sheet, words.date, words.total, *words.columns]
        assert all(said)
        assert not [text for text in (*said, words.agreed) if re.search(r"\b(pad|option)\.[a-z]", text)]


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_no_heading_leaves_its_column_and_none_is_too_small(game: Game, language: str, paper: str) -> None:
    for players in (game.players[0], game.players[-1]):
        empty = blank_sheet(game, {}, players)
        figure = sheet_figure(empty, sheet_words(game, empty, Words(language, game)), PAPERS[paper])
        (axes,) = figure.axes
        lines = [each.get_window_extent() for each in axes.lines]
        upright = [each for each in lines if each.width < each.height]
        level = [each for each in lines if each.width > each.height]
        for text in axes.texts:
            assert text.get_fontsize() >= 5.5
            box, inside = text.get_window_extent(), figure.bbox
            assert inside.x0 <= box.x0, text.get_text()
            assert box.x1 <= inside.x1, text.get_text()
            crossed = [each for each in upright if each.y0 < box.y1 and box.y0 < each.y1 and box.x0 < each.x0 < box.x1]
            crossed += [each for each in level if each.x0 < box.x1 and box.x0 < each.x1 and box.y0 < each.y0 < box.y1]
            assert not crossed, text.get_text()


def test_few_columns_stand_upright_and_many_lie(tmp_path: Path) -> None:
    few, many = (sheet(tmp_path, WITH_PAD[1].id, "--players", players) for players in ("2", "8"))
    assert size(few)[0] < size(few)[1]
    assert size(many)[0] > size(many)[1]


def test_what_cannot_be_is_said_in_a_sentence(tmp_path, capsys, monkeypatch) -> None:
    rage = WITH_PAD[1].id
    file = tmp_path / "sheet.pdf"
    assert main(["scoresheet", rage, "--players", "9", "-o", str(file)]) == 2
    assert "2 to 8 players, not 9" in capsys.readouterr().err
    sheet(tmp_path, rage)
    assert main(["scoresheet", rage, "-o", str(file)]) == 2, "it is there already"
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["scoresheet", rage, "-o", str(tmp_path / "other.pdf")]) == 2
    assert "stichwerk[plot]" in capsys.readouterr().err
    assert not (tmp_path / "other.pdf").exists()
