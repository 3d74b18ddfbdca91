"""Guided rounds: ours can be played and have all their words; one that somebody brings broken is told in a sentence."""

import json
import re
from importlib.resources import files
from itertools import count

import pytest

from stichwerk.bulk.verify import verify
from stichwerk.errors import NoLesson
from stichwerk.games import game, games
from stichwerk.games.game import HOUSE, Game
from stichwerk.games.rage.options import RageOptions
from stichwerk.games.texts import LANGUAGES
from stichwerk.play.lesson import FILE, LEARNER, has_lesson, lesson
from stichwerk.play.notation import notation
from stichwerk.play.verify import steps
from stichwerk.testing import check_lesson

OURS = [each for each in games() if each.package.startswith("stichwerk.")]
EACH = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
#: What can be pointed at: a place on the table, or a part of the points.
LOOKS = re.compile(r"hand|trick|trump|bids|say|sum|everybody|part:\d|seat:\d|card:\S+|pile:\d:[A-Z]")
#: So long is a sentence at most that a small phone shows as a whole: letters.
LONGEST = 125


def data_of(game: Game) -> dict:
    return json.loads((files(game.package) / FILE).read_text("utf-8"))


@EACH
def test_the_record_of_a_lesson_is_verified(game):
    report = verify(data_of(game))
    assert report.ok
    assert (report.holding, report.unfinished) == (0, 1)
    check_lesson(game)


@EACH
def test_whatever_the_learner_tries_is_answered(game):
    found = lesson(game)
    played = (match for number, match in steps(found.record) if number == found.round)
    for at, (match, (seat, meant)) in enumerate(zip(played, found.moves, strict=False)):
        if seat != LEARNER:
            continue
        told = [step for step in found.steps if step.at == at]
        assert told, f"nobody says what to do before move {at}"
        wrong = set(told[-1].wrong)
        if meant.startswith("lay:"):
            assert wrong == {"*"}, "there are hundreds of ways to lay cards"
            continue
        others = set(match.legal(LEARNER)) - {meant}
        reasons = {move: wrong & {move, move.partition(":")[0], "*"} for move in others}
        assert [move for move in others if not reasons[move]] == [], at
        assert wrong == set().union(*reasons.values()), f"a mistake that cannot be made before move {at}"


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_speaks_every_language_in_short_sentences(game, language):
    found, texts = lesson(game), game.texts(language).lesson
    assert not game.texts(language).missing
    keys = {key for step in found.steps for key in (step.say, *step.wrong.values())}
    assert keys == set(texts), "a text is missing, or nobody says it"
    cards = set(notation(game, found.record.options).cards)
    for key, text in texts.items():
        assert len(text) <= LONGEST, f"{key} is {len(text)} letters long"
        assert len(re.findall(r"[.?](?=\s|$)", text)) in (1, 2), f"{key}: one or two sentences"
        assert set(re.findall(r"\[(\S+?)\]", text)) <= cards, key


@EACH
def test_a_lesson_points_at_what_there_is(game):
    for step in lesson(game).steps:
        assert LOOKS.fullmatch(step.look), step


# ---------------------------------------------------------------- of somebody else

NUMBERS = count()


@pytest.fixture
def brought(tmp_path, monkeypatch):
    """A game of somebody's own, which is Rage under another name, with the lesson of Rage and a change in it."""

    def bring(change, text):
        name = f"my_rage_{next(NUMBERS)}"  # a package of the same name would not be looked for again
        package = tmp_path / name
        (package / "texts").mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "book.py").write_text("from stichwerk.games.rage.book import BOOK as BOOK\n")
        (package / "cards.py").write_text("from stichwerk.games.rage.cards import CARDS as CARDS\n")
        rage = files("stichwerk.games.rage")
        (package / "texts" / "en.json").write_text((rage / "texts" / "en.json").read_text("utf-8"), "utf-8")
        data = data_of(game("rage"))
        if change is not None:
            change(data)
        (package / FILE).write_text(json.dumps(data) if text is None else text, "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        return Game(id="rage", options=RageOptions, package=name, made_for=HOUSE)

    return bring


def test_a_game_without_a_lesson_says_so(tmp_path, monkeypatch):
    (tmp_path / "bare_game" / "texts").mkdir(parents=True)
    (tmp_path / "bare_game" / "__init__.py").write_text("")
    (tmp_path / "bare_game" / "texts" / "en.json").write_text('{"title": "Bare"}')
    monkeypatch.syspath_prepend(str(tmp_path))
    bare = Game(id="bare", options=RageOptions, package="bare_game", made_for=HOUSE)
    assert not has_lesson(bare)
    check_lesson(bare)
    with pytest.raises(NoLesson, match="Bare has no guided round"):
        lesson(bare)


BROKEN = [
    (None, "{", "JSONDecodeError"),
    (None, "[]", "it is not a JSON object"),
    (lambda data: data.pop("steps"), None, "Expected `array`"),
    (lambda data: data["steps"].append({"at": 24, "say": "nothing-like-it"}), None, "needs the text nothing-like-it"),
    (lambda data: data["steps"].append({"at": 99, "say": "hello"}), None, "there are only 24"),
    (lambda data: data["steps"].reverse(), None, "in the order in which they are said"),
    (lambda data: data["steps"].clear(), None, "in the order in which they are said"),
    (lambda data: data["steps"].insert(0, {"at": 0, "say": "hello", "wrong": {"*": "bid"}}), None, "not the learner's"),
    (lambda data: data["steps"][0].update(colour="red"), None, "unknown field `colour`"),
    (lambda data: data["rounds"][-1]["moves"].pop(), None, "round 6"),
    (lambda data: data.update(rounds=[], total=[0, 0, 0, 0]), None, "not played to the end"),
    (lambda data: data["rounds"][-1]["moves"][7].__setitem__(1, "J:B"), None, "you can follow"),
]


@pytest.mark.parametrize(("change", "text", "sentence"), BROKEN)
def test_a_broken_lesson_is_told_in_a_sentence(brought, change, text, sentence):
    mine = brought(change, text)
    with pytest.raises(NoLesson, match="the guided round of Rage cannot be used: ") as problem:
        lesson(mine)
    assert sentence in problem.value.message
    with pytest.raises(AssertionError, match="the guided round of Rage"):
        check_lesson(mine)
