"""Games are found through entry points; whatever is wrong with somebody's game, all others are played on."""

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from stichwerk.errors import BadGame, UnknownGame
from stichwerk.games import GROUP, HOUSE, Game, found_in, game, game_ids, games, problems, texts
from stichwerk.games.texts import LANGUAGES

OURS = ("null-nichtig", "rage", "alles-oder-nichts")
INIT = """
from stichwerk.games.game import Game
from stichwerk.games.rage.options import RageOptions

GAME = Game(id="{id}", options=RageOptions, package=__name__, made_for={made_for})
"""
CARDS = """
from stichwerk.games.cards import Cards, Colour

CARDS = Cards(colours=(Colour("R", "red", "heart"),))
"""


class Bringer:
    """Writes packages with games in them into a folder on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: list[EntryPoint] = []

    def bring(self, module: str, game_id: str, made_for: int = HOUSE, **files: str | None) -> None:
        """A package; ``files`` replace what it has, or (None) leave it out."""
        package = self.folder / module
        (package / "texts").mkdir(parents=True)
        usual = {
            "__init__.py": INIT.format(id=game_id, made_for=made_for),
            "cards.py": CARDS,
            "texts/en.json": json.dumps({"title": game_id.title()}),
        }
        for name, text in {
            **usual,
            **{name.replace("__texts", "texts/en.json"): text for name, text in files.items()},
        }.items():
            if text is not None:
                (package / name).write_text(text, encoding="utf-8")
        self.entries.append(EntryPoint(game_id, f"{module}:GAME", GROUP))

    def found(self) -> tuple[dict[str, Game], dict[str, str]]:
        """What is found beside ours."""
        return found_in([*entry_points(group=GROUP), *self.entries])


@pytest.fixture
def bringer(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    for remembered in (texts._file, texts.texts_of, texts.chapters_of):
        remembered.cache_clear()
    yield Bringer(tmp_path)
    for name in [name for name in sys.modules if name.startswith("brought_")]:
        del sys.modules[name]


def test_ours_are_found_like_anybodys():
    entries = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    assert set(OURS) <= set(entries)
    assert game_ids()[:3] == OURS
    assert [each.id for each in games()][:3] == list(OURS)


def test_a_game_that_somebody_brings(bringer):
    bringer.bring("brought_good", "good")
    found, wrong = bringer.found()
    assert list(found)[:3] == list(OURS)
    assert found["good"].title == "Good"
    assert "good" not in wrong


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        ({"__init__.py": "import nothing_of_the_kind"}, "cannot be loaded: ModuleNotFoundError: No module named"),
        ({"__init__.py": "def broken(:"}, "cannot be loaded: SyntaxError"),
        ({"__init__.py": "raise SystemError"}, "cannot be loaded: SystemError"),
        ({"__init__.py": "import sys; sys.exit('not today')"}, "cannot be loaded: SystemExit: not today"),
        ({"__init__.py": "raise ValueError('one\\ntwo')"}, "cannot be loaded: ValueError: one"),
        ({"__init__.py": "GAME = 7"}, "brought_bad:GAME, which is to be the game bad, is not a Game"),
        ({"__init__.py": ""}, "cannot be loaded: AttributeError"),
        ({"__init__.py": INIT.format(id="other", made_for=HOUSE)}, "the game bad calls itself 'other'"),
        ({"__texts": None}, "has no texts: brought_bad/texts/en.json with a title is missing"),
        ({"__texts": "{}"}, "has no texts"),
        ({"__texts": "{not json"}, "the texts of brought_bad cannot be read: en.json"),
        ({"__texts": "[]"}, "the texts of brought_bad cannot be read: en.json: 'all of it' is no text"),
        ({"__texts": '{"title": 7}'}, "the texts of brought_bad cannot be read: en.json: 'title' is no text"),
        ({"__texts": '{"title": "Bad", "rules": 7}'}, "cannot be read: en.json: 'rules' is no text"),
        (
            {"__texts": '{"title": "Bad", "rules": {"BA-1": {"one": "1"}}}'},
            "cannot be read: en.json: 'BA-1' is no text",
        ),
        ({"texts/de.json": "{not json"}, "the texts of brought_bad cannot be read: de.json"),
        ({"cards.py": None}, "cannot be used: brought_bad.cards: ModuleNotFoundError"),
        ({"cards.py": "CARDS = None"}, "has no cards: brought_bad.cards.CARDS is not a Cards with colours"),
    ],
)
def test_a_broken_package_is_left_out_in_one_sentence(bringer, broken, sentence):
    bringer.bring("brought_good", "good")
    bringer.bring("brought_bad", "bad", **broken)
    found, wrong = bringer.found()
    assert sentence in wrong["bad"]
    assert "\n" not in wrong["bad"]
    assert {*OURS, "good"} <= set(found)
    assert "bad" not in found


@pytest.mark.parametrize("made_for", [HOUSE + 1, HOUSE - 1])
def test_a_game_for_another_version(bringer, made_for):
    bringer.bring("brought_new", "new", made_for=made_for)
    found, wrong = bringer.found()
    assert wrong["new"] == f"the game new is made for another version of Stichwerk: {made_for} instead of {HOUSE}"
    assert set(OURS) <= set(found)


def test_two_games_with_one_id(bringer):
    bringer.bring("brought_one", "twin")
    bringer.bring("brought_two", "twin")
    found, wrong = bringer.found()
    assert wrong["twin"] == "there are several games called twin, in brought_one and brought_two: remove all but one"
    assert "twin" not in found


def test_nobody_takes_the_place_of_ours(bringer):
    bringer.bring("brought_rage", "rage")
    found, wrong = bringer.found()
    assert found["rage"].package == "stichwerk.games.rage"
    assert list(wrong.values()) == [
        "the game rage of brought_rage has the name of one that comes with Stichwerk: give it another"
    ]


def test_a_half_written_game_is_listed_but_cannot_be_played(bringer):
    bringer.bring("brought_half", "half")
    half = bringer.found()[0]["half"]
    with pytest.raises(BadGame, match=r"^the game half cannot be used: brought_half.book: ModuleNotFoundError"):
        _ = half.book
    bringer.bring(
        "brought_quarter", "quarter", **{"book.py": "from stichwerk.games.rulebook import RuleBook\nBOOK = RuleBook()"}
    )
    with pytest.raises(BadGame, match=r"^the game quarter cannot be used: brought_quarter\.book: TypeError"):
        _ = bringer.found()[0]["quarter"].book


SOME_VERBS = """
import sys

from stichwerk.games.rulebook import verbs_of


def begin(s, options): ...
def deal(s, deck): ...
def awaiting(s): ...
def legal(s, seat, mask): ...
def apply(s, seat, action): ...
def finished(s): ...
def round_score(s, out): ...
def winners(s): ...
def hide(s, seat): ...
def observe(s, seat, out): ...


verbs_of(sys.modules[__name__])
"""


@pytest.mark.parametrize(
    ("verb", "missing"),
    [("def cards_needed(s): ...", "the verb redeal is"), ("", "the verbs cards_needed and redeal are")],
)
def test_a_missing_verb_is_named_in_one_sentence(bringer, verb, missing):
    bringer.bring(
        "brought_mute", "mute", **{"book.py": SOME_VERBS.replace("\n\n\nverbs_of", f"\n{verb}\n\n\nverbs_of")}
    )
    with pytest.raises(BadGame) as problem:
        _ = bringer.found()[0]["mute"].book
    where = "brought_mute.book"
    assert problem.value.message == f"the game mute cannot be used: {where}: {missing} not defined in {where}"


def test_a_game_that_is_not_there():
    with pytest.raises(UnknownGame, match="there is no game 'skat'; there are null-nichtig, rage and"):
        game("skat")


def test_nothing_is_wrong_with_what_is_installed_here():
    assert problems() == ()


def test_english_stands_in_for_a_language_that_lacks_a_text(bringer):
    words = {"title": "Good", "line": "A good game.", "rules": {"GO-1": "Be good.", "GO-2": "Be very good."}}
    bringer.bring("brought_good", "good", __texts=json.dumps(words))
    german = {"title": "Gut", "rules": {"GO-1": "Sei gut."}}
    (bringer.folder / "brought_good" / "texts" / "de.json").write_text(json.dumps(german), encoding="utf-8")
    good = bringer.found()[0]["good"]
    assert good.texts("de").say("title") == "Gut"
    assert good.texts("de").say("line") == "A good game."
    assert good.texts("de").rules == {"GO-1": "Sei gut.", "GO-2": "Be very good."}
    assert good.texts("de").missing == ["GO-2", "line"]
    assert good.texts("fr").say("title") == "Good"
    assert good.texts("de").say("paint.red") == "Rot"  # what games have in common


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ours", OURS)
def test_ours_lack_nothing_in_any_language(ours, language):
    told, english = game(ours).texts(language), game(ours).texts()
    assert told.missing == []
    assert set(told.messages) == set(english.messages)
    assert set(told.rules) == set(english.rules)
    paragraphs = {
        paragraph["text"] for chapter in game(ours).chapters["chapters"] for paragraph in chapter["paragraphs"]
    }
    titles = {chapter["title"] for chapter in game(ours).chapters["chapters"]}
    assert paragraphs | titles <= set(told.rules)


@pytest.mark.parametrize("ours", OURS)
def test_the_rule_book_offers_every_choice_that_an_option_has(ours):
    settings = game(ours).options.settings()
    offered = {choice["option"]: choice["values"] for choice in game(ours).chapters["choices"]}
    for name, setting in settings.items():
        if setting.choices:
            assert offered[name] == list(setting.choices)


@pytest.fixture
def stich_with(tmp_path):
    """The command beside a package that is installed (as far as Python can tell)."""

    def run(game_id, files, *arguments):
        package = tmp_path / "brought" / "bad_game"
        (package / "texts").mkdir(parents=True)
        for name, text in {"texts/en.json": '{"title": "Bad"}', "cards.py": CARDS, **files}.items():
            (package / name).write_text(text, encoding="utf-8")
        info = tmp_path / "brought" / "bad_game-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-game\nVersion: 1\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{game_id} = bad_game:GAME\n", encoding="utf-8")
        path = os.pathsep.join([str(tmp_path / "brought"), os.environ.get("PYTHONPATH", "")])
        found = subprocess.run(
            [sys.executable, "-m", "stichwerk", *arguments],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert "Traceback" not in found.stdout + found.stderr
        return " ".join(f"{found.stdout} {found.stderr}".split())

    return run


def test_stich_games_tells_what_was_left_out(stich_with):
    shown = stich_with("bad", {"__init__.py": "GAME = None"}, "games")
    assert "Left out: bad_game:GAME, which is to be the game bad, is not a Game." in shown
    assert "Rage" in shown


WRONG_RULES = """
import dataclasses

from stichwerk.games.rage.book import BOOK as RAGE
from stichwerk.kernel.jit import jit


@jit
def begin(s, options):
    s.players = "four"


BOOK = dataclasses.replace(RAGE, name="bad", verbs=dataclasses.replace(RAGE.verbs, begin=begin))
"""


@pytest.mark.parametrize(
    ("book", "sentence"),
    [
        ("import nothing_of_the_kind", "bad_game.book: ModuleNotFoundError"),
        (WRONG_RULES, "error: the game bad cannot be used: begin: "),
    ],
)
def test_a_half_written_game_is_refused_in_one_sentence(stich_with, book, sentence):
    files = {"__init__.py": INIT.format(id="bad", made_for=HOUSE), "book.py": book}
    assert sentence in stich_with("bad", files, "simulate", "bad", "--games", "1", "--seed", "1")
