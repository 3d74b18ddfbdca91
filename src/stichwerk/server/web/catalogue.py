"""What a server has to offer: its games with their options and rules, its bots, its phrases."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from stichwerk import __version__
from stichwerk.bots.levels import LEVELS
from stichwerk.errors import NoPad, UnknownGame, listed, quoted
from stichwerk.games import Game, game, game_ids, games
from stichwerk.games.cards import Cards
from stichwerk.games.options import Setting, written
from stichwerk.games.texts import LANGUAGES, Texts
from stichwerk.play.lesson import has_lesson
from stichwerk.play.notation import notation
from stichwerk.play.pad_rules import WORDS, PadRules, has_pad, pad_rules
from stichwerk.protocol.messages import VERSION
from stichwerk.server.domain.names import FACES, LONGEST_NAME, PHRASES


class ChoiceInfo(Struct, frozen=True):
    """What an option may be. ``key``: a name for it that stays, for translations. ``differs``: what is then not as in
    the printed rules; empty: nothing.
    """

    value: Any
    key: str
    differs: str


class OptionInfo(Struct, frozen=True):
    """An option of a game: one of ``choices``, or (without any) a whole number from ``low`` to ``high``, or null.

    ``differs``: of a number that is not the default, what is then not as in the printed rules.
    """

    name: str
    key: str
    help: str
    default: Any
    choices: tuple[ChoiceInfo, ...]
    low: int
    high: int
    may_be_null: bool
    differs: str


class ColourInfo(Struct, frozen=True):
    """A colour or suit: the letter its cards begin with, a paint and a symbol that clients know (or an SVG path)."""

    letter: str
    paint: str
    symbol: str


class StrokeInfo(Struct, frozen=True):
    """A path of a drawing: fill and stroke are ``ink``, ``glow``, ``ground`` or a colour of CSS; empty: none."""

    path: str
    fill: str
    stroke: str
    width: float
    opacity: float


class SpecialInfo(Struct, frozen=True):
    """A card without a colour of its own: what is drawn on it, and where the colour stands that it is given."""

    name: str
    label: str
    drawing: tuple[StrokeInfo, ...]
    centre: tuple[float, float]
    worn: tuple[tuple[float, float, float], ...]
    names_colour: bool
    acts: bool


class CardsInfo(Struct, frozen=True):
    """All that is needed to draw the cards of a game. Any other card is the letter of its colour and its label."""

    colours: tuple[ColourInfo, ...]
    specials: tuple[SpecialInfo, ...]
    picture: tuple[str, ...]


class RulesInfo(Struct, frozen=True):
    """The rules of a game in a language: what can be chosen, the chapters with their paragraphs, and the texts."""

    choices: list[Any]
    chapters: list[Any]
    texts: dict[str, str | dict[str, str]]


class DeckInfo(Struct, frozen=True):
    """Every card of a game in the order of their numbers, which a shuffle begins with."""

    cards: tuple[str, ...]


class PadInfo(Struct, frozen=True):
    """The score pad of a game: ``rules`` is its ``pad.json``; ``words`` all that the pad says of the game."""

    id: str
    players_least: int
    players_most: int
    options: tuple[OptionInfo, ...]
    colours: tuple[ColourInfo, ...]
    rules: PadRules
    words: dict[str, str | dict[str, str]]


class GameInfo(Struct, frozen=True):
    """A game that can be played here. ``rules``: in short, a paragraph each. ``lesson``: it has a guided round."""

    id: str
    title: str
    origin: str
    summary: str
    players_least: int
    players_most: int
    options: tuple[OptionInfo, ...]
    rules: tuple[str, ...]
    note: str
    cards: CardsInfo
    lesson: bool


class LevelInfo(Struct, frozen=True):
    """How strong a bot is."""

    level: int
    name: str
    summary: str


class About(Struct, frozen=True):
    """What a client may want to know of the server."""

    version: str
    protocol: int
    games: tuple[str, ...]
    levels: tuple[LevelInfo, ...]
    phrases: tuple[str, ...]
    longest_name: int
    faces: tuple[str, ...]


def about() -> About:
    """What there is."""
    levels = tuple(LevelInfo(each.number, each.name, each.summary) for each in LEVELS)
    return About(__version__, VERSION, game_ids(), levels, PHRASES, LONGEST_NAME, FACES)


def all_games() -> tuple[GameInfo, ...]:
    """All games."""
    return tuple(_info(each) for each in games())


def one_game(game_id: str) -> GameInfo:
    """The game with this id."""
    return _info(_found(game_id))


def texts(language: str) -> dict[str, dict[str, Any]]:
    """All words of all games in a language, by game; their rule books are apart."""
    _check_language(language)
    return {
        each.id: {name: text for name, text in each.texts(language).messages.items() if not name.startswith(WORDS)}
        for each in games()
    }


#: What a pad says of a game: its fields and limits, what can be agreed, what the points are for, names of colours.
_SAID_ON_PADS = (WORDS, "title", "option.", "part.", "colour.", "paint.")


def pads(language: str) -> tuple[PadInfo, ...]:
    """The score pads of all games that bring one, with their words in a language."""
    _check_language(language)
    found = []
    for each in games():
        if has_pad(each):
            with suppress(NoPad):  # whatever somebody's game does wrong, the others have theirs
                found.append(_pad(each, pad_rules(each), language))
    return tuple(found)


def _pad(found: Game, rules: PadRules, language: str) -> PadInfo:
    info = _info(found)
    texts: dict[str, Any] = dict(found.texts(language).messages)
    return PadInfo(
        id=found.id,
        players_least=info.players_least,
        players_most=info.players_most,
        options=info.options,
        colours=info.cards.colours,
        rules=rules,
        words={name: text for name, text in texts.items() if name.startswith(_SAID_ON_PADS)},
    )


def rules(game_id: str, language: str) -> RulesInfo:
    """The rule book of a game in a language."""
    _check_language(language)
    found = _found(game_id)
    texts: dict[str, Any] = dict(found.texts(language).rules)
    return RulesInfo(found.chapters["choices"], found.chapters["chapters"], texts)


def with_texts(game_id: str, language: str) -> Game:
    """The game with this id, to be asked for something in this language."""
    _check_language(language)
    return _found(game_id)


def deck(game_id: str, options: Mapping[str, Any]) -> DeckInfo:
    """The deck of a game with these options."""
    found = _found(game_id)
    return DeckInfo(tuple(notation(found, found.options.read(options)).sorted_deck()))


def _found(game_id: str) -> Game:
    if game_id not in game_ids():
        raise UnknownGame("there is no such game here")
    return game(game_id)


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        there_are = listed(list(LANGUAGES), "and")
        raise UnknownGame(f"there are no texts in {quoted(language)}; there are {there_are}", "unknown-language")


@cache
def _info(found: Game) -> GameInfo:
    defaults = found.options().to_mapping()
    options = tuple(
        _option(f"{found.id}.{name}", name, each, defaults[name], found.texts())
        for name, each in found.options.settings().items()
    )
    return GameInfo(
        id=found.id,
        title=found.title,
        origin=found.origin,
        summary=found.summary,
        players_least=found.players[0],
        players_most=found.players[-1],
        options=options,
        rules=found.short_rules,
        note=found.assumption,
        cards=msgspec.convert(msgspec.to_builtins(_described(found.cards)), CardsInfo),
        lesson=has_lesson(found),
    )


def _described(cards: Cards) -> dict[str, Any]:
    specials = [replace(special, label=special.corner) for special in cards.specials]
    return {"colours": cards.colours, "specials": specials, "picture": cards.picture}


def _option(key: str, name: str, setting: Setting, default: Any, texts: Texts) -> OptionInfo:
    text = f"option.{name}"
    return OptionInfo(
        name=name,
        key=key,
        help=texts.say(f"{text}.help", ""),
        default=default,
        choices=tuple(
            ChoiceInfo(value, f"{key}.{written(value)}", texts.say(f"{text}.{written(value)}.differs", ""))
            for value in setting.choices
        ),
        low=setting.low,
        high=setting.high,
        may_be_null=setting.may_be_null,
        differs=texts.say(f"{text}.differs", ""),
    )
