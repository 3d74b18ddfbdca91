"""One word for each thing: words that we do not use for it, in any text of the page, the games or the terminal."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "de", "fr", "nl")

#: Instead of the word in ``docs/glossary.md``: patterns of whole words. A capital letter is meant as one.
BANNED = {
    "en": [
        "New trump",  # the card is "change trump"; a new trump is what it brings
        "covered",
        "throw away",
        "suits?",
        "What happened",
        "the most is best",
        *("from the stack", "[Ll]oad the page again"),  # stock, reload
    ],
    "de": [
        *("Gebote?", "Geboten", "bieten", "bietet", "geboten"),  # Ansage, ansagen
        *("Vorrat", "Talon"),  # Stapel
        *("Kein Trumpf(?! mehr| in)", "Neuer Trumpf"),  # Ohne Trumpf, Trumpfwechsel
        *("[Aa]ngespielt", "anspielen"),  # ausgespielt
        *("übertroffen", "übertreffen"),  # überschritten
        *("Protokoll", "Kartengeber", "Über Tage", "Elfen"),
        *("Punktebogen", "[Aa]usteilen", "Spiel (ist aus|vorbei)", "Wiederholung"),  # Punktezettel, geben, zu Ende
        "nimmt (den|einen) Stich",  # macht
    ],
    "fr": [
        *("[Pp]aris?", "[Pp]ariez", "parier"),  # annonce
        *("[Bb]ots?",),  # robot
        *("[Mm]arche", "étalage", "couvertes?", "ratée?", "Visible"),
        *("cartes d’action", "Changement d’atout", "sans but", "[Uu]n but"),
        *("prend le pli", "enchères?", "Déroulement"),
    ],
    "nl": [
        *("[Bb]oden", "[Uu]itleggen", "uitlegt"),  # biedingen, neerleggen
        *("Mars", "Troefwissel", "logboek", "ronden", "gedekt(e)?", "[Cc]oupes?"),
        *("elven", "afgenomen", "de winst", "De winst", "mis:", "[Vv]erzamelen"),
        *("Scorevel", "startgetal", "Herhaling"),  # scoreblad, startwaarde, terugkijken
        r"\d tot 1\d",  # t/m
    ],
}


def files_of(language: str) -> list[Path]:
    return [
        *sorted((ROOT / "web/src/text" / language).glob("*.json")),
        *sorted((ROOT / "src/stichwerk").glob(f"**/texts/{language}.json")),
    ]


def texts_in(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts_in(inner, f"{name} {key}".strip())


def all_texts(language: str) -> Iterator[tuple[str, str]]:
    for file in files_of(language):
        for name, text in texts_in(json.loads(file.read_text(encoding="utf-8"))):
            yield f"{file.relative_to(ROOT)} {name}", text


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_are_read(language: str) -> None:
    folders = {file.parent.parent.name for file in files_of(language)}
    assert {"text", "cli", "games", "rage", "null_nichtig", "alles_oder_nichts"} <= folders
    assert sum(1 for _ in all_texts(language)) > 900


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_other_word_for_the_same_thing(language: str) -> None:
    pattern = re.compile("|".join(rf"\b(?:{word})(?!\w)" for word in BANNED[language]))
    # What may be typed is more than what is said.
    said = ((name, text) for name, text in all_texts(language) if not name.endswith(".typed"))
    assert [f"{name}: {text}" for name, text in said if pattern.search(re.sub(r"\{\w+\}", "", text))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_space_before_what_is_left_open(language: str) -> None:
    assert [name for name, text in all_texts(language) if re.search(r"\w …|\.\.\.", text)] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_games_say_everything_in_every_language(language: str) -> None:
    for english in (ROOT / "src/stichwerk/games").glob("**/texts/en.json"):
        theirs = json.loads(english.with_name(f"{language}.json").read_text(encoding="utf-8"))
        ours = json.loads(english.read_text(encoding="utf-8"))
        assert [name for name, _ in texts_in(ours) if name not in dict(texts_in(theirs))] == []
        for name, text in texts_in(ours):
            placeholders = set(re.findall(r"\{\w+\}", text))
            assert set(re.findall(r"\{\w+\}", dict(texts_in(theirs))[name])) == placeholders, name
