"""``stich`` in four languages: all texts are there, they are those of the page, and a whole game needs no English."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

from stichwerk.bots.levels import LEVELS
from stichwerk.cli.help_text import COMMANDS
from stichwerk.cli.typed import Question, read_move
from stichwerk.cli.words import Words, in_every_language, language_of
from stichwerk.games import game, game_ids
from stichwerk.games.texts import ENGLISH, LANGUAGES, texts_of
from stichwerk.play.notation import notation
from support.cli.answers import first_legal, script

ROOT = Path(__file__).resolve().parents[2]
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
CLI = "stichwerk.cli"


def own(language):
    """The texts of the terminal alone."""
    return json.loads((ROOT / "src/stichwerk/cli/texts" / f"{language}.json").read_text("utf-8"))


def of_the_page(language):
    files = (ROOT / "web/src/text" / language).glob("*.json")
    return {key: text for file in files for key, text in json.loads(file.read_text("utf-8")).items()}


def forms(text):
    return [text] if isinstance(text, str) else list(text.values())


def parameters(text):
    return {found for form in forms(text) for found in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_there_with_its_parameters(language):
    english, texts = own(ENGLISH), own(language)
    assert list(texts) == list(english)
    for key, text in texts.items():
        assert parameters(text) == parameters(english[key]), key
        assert all(form.strip() for form in forms(text)), key
        if not isinstance(text, str):
            assert set(text) == {"one", "other"} | ({"many"} if language == "fr" else set()), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_page_says_too_is_said_in_the_same_words(language):
    texts, page = own(language), of_the_page(language)
    both = texts.keys() & page.keys()
    assert len(both) > 25
    assert {key: texts[key] for key in both} == {key: page[key] for key in both}


def test_the_levels_are_called_as_they_are():
    english = own(ENGLISH)
    for level in LEVELS:
        assert (english[f"level.{level.number}"], english[f"level.{level.number}.line"]) == (level.name, level.summary)


@pytest.mark.parametrize(
    ("asked", "environment", "language"),
    [
        ("nl", {"LC_ALL": "de_DE.UTF-8"}, "nl"),
        (None, {"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR"}, "de"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "fr_BE@euro", "LANG": "nl_NL"}, "fr"),
        (None, {"LANG": "nl"}, "nl"),
        (None, {"LC_ALL": "C", "LANG": "de_DE"}, "en"),
        (None, {"LANG": "ja_JP.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language(asked, environment, language):
    assert language_of(asked, environment) == language


def test_the_environment_is_asked(stich, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Au revoir !" in stich("play", "rage", "--level", 1, answer=script("q")).out
    assert "Tot ziens!" in stich("play", "rage", "--level", 1, "--language", "nl", answer=script("q")).out
    assert stich("play", "rage", "--language", "pt").code == 2


def test_plurals():
    dealt = partial(texts_of(CLI, "en").say, "told.dealt", round=1, name="Anja")
    assert dealt(n=1) == "Round 1: Anja deals 1 card each."
    assert dealt(n=2) == "Round 1: Anja deals 2 cards each."
    assert texts_of(CLI, "fr").say("sum.tricks", n=0) == "0 pli"
    assert texts_of(CLI, "de").say("sum.tricks", n=0) == "0 Stiche"


def test_no_two_commands_are_typed_alike():
    ways = [way for name in ("hint", *COMMANDS, "quit") for way in in_every_language(f"command.{name}")]
    assert len(ways) == len(set(ways))


# ---------------------------------------------------------------- whole games


def pieces(texts):
    """What is said whatever is filled in: the words between the parameters, where they are long enough to tell."""
    found = (piece.strip(" .:,;>()") for text in texts for form in forms(text) for piece in re.split(r"\{\w+\}", form))
    return {piece for piece in found if len(re.findall(r"\w", piece)) > 2}


def said(piece, text):
    """Where a piece stands in a text as whole words, with what is around it."""
    if piece not in text:  # a good deal quicker, and so with nearly all
        return None
    found = re.search(rf"\b{re.escape(piece)}\b", text)
    return found and text[max(found.start() - 30, 0) : found.end() + 30]


def english_only(game_id, language):
    """Words that only English has, of the terminal and of the game, however they are written."""
    found = game(game_id)
    ours = " ".join(
        form for text in (*own(language).values(), *found.texts(language).messages.values()) for form in forms(text)
    ).lower()
    return {
        piece
        for piece in pieces((*own(ENGLISH).values(), *found.texts().messages.values()))
        if not said(piece.lower(), ours)
    }


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_whole_game_without_any_english(stich, game_id, language):
    """With every command once, a move that is refused, and one that cannot be read."""
    words = Words(language, game(game_id))
    first = iter([*(words.say(f"command.{name}") for name in COMMANDS), "?", "nonsense", "99", ""])

    def answer(screen):
        return next(first, None) or first_legal(screen, language)

    shown = stich("play", game_id, "--level", 1, "--seed", "tea", "--language", language, answer=answer)
    assert (shown.code, shown.err) == (0, "")
    out = " ".join(shown.out.split())
    assert [found for piece in english_only(game_id, language) if (found := said(piece, out))] == []
    for key in ("proof.seed", "command.log.does", "sheet.none"):
        assert words.say(key) in out
    assert "{" not in out
    assert not re.search(r": ?\.( |$)", out)  # nothing said about something
    assert not re.search(r"\b\w+\.[a-z-]+\b(?<!game\.jsonl)", re.sub(r"stich verify \S+|\d+\.\d+", "", out))  # a key


@pytest.mark.parametrize("language", OTHERS)
def test_reading_again_and_the_list_of_games(stich, tmp_path, language):
    file = tmp_path / "game.jsonl"
    stich("simulate", "rage", "--games", 1, "--players", 3, "--option", "bidding=secret", "--records", file)
    say = Words(language, game("rage")).say
    shown = stich("replay", file, "--language", language).out
    for key in ("replay.star", "replay.tricks", "option.bidding.secret", "card.NT"):
        assert say(key) in shown
    listed = " ".join(stich("games", "--language", language).out.split())
    for key in ("line", "option.march.help", "games.names"):
        assert say(key) in listed


# ---------------------------------------------------------------- what may be typed


@pytest.mark.parametrize(
    ("language", "text", "move"),
    [
        ("de", "ohne trumpf", "NT"),
        ("de", "spiel trumpfwechsel", "CT"),
        ("fr", "sans atout", "NT"),
        ("fr", "joker rouge", "J:R"),
        ("nl", "nieuwe troef", "CT"),
        ("nl", "speel rood 7", "R7"),
        ("nl", "No trump", "NT"),
    ],
)
def test_cards_by_their_names(language, text, move):
    rage = game("rage")
    legal = tuple(map(notation(rage, rage.options()).move, ("R7", "NT", "CT", "J:R")))
    assert read_move(text, Question(rage, "play", ("R7", "NT", "CT", "J"), legal, language=language)) == move


@pytest.mark.parametrize(
    ("language", "show", "hide"), [("de", "z", "verdeckt"), ("fr", "montrer", "c"), ("nl", "t", "verbergen")]
)
def test_words_that_are_said(language, show, hide):
    found = game("alles-oder-nichts")
    legal = tuple(map(notation(found, found.options()).move, ("show", "hide")))
    asked = Question(found, "show", ("R7",), legal, language=language)
    assert [read_move(text, asked) for text in (show, hide, "show", "hide")] == ["show", "hide", "show", "hide"]
