"""Players who answer the questions of ``stich play``, and the environment they sit in."""

import os
import re
from collections.abc import Callable

from stichwerk.cli.words import Words
from stichwerk.games import games

#: Commands in processes of their own run as plain Python, so that they need nothing compiled; they speak English.
PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "1", "LC_ALL": "C"}


def first_legal(screen: str, language: str = "en") -> str:
    """The first answer that the screen offers: the example, a bid of one, the first card without brackets."""
    say = Words(language).say
    question = screen.splitlines()[-1]
    if example := re.search(r"(?:e\.g\.|etwa|par ex\.|bijv\.) (.+) >", question):
        return example[1]
    if "(0-" in question:
        return "1"
    if letters := re.search(r"\((\w)/\w\)", question):
        return letters[1]
    if say("command.enter") in question:
        return ""
    hand = screen[screen.rindex(say("hand.title")) : screen.rindex(f"? {say('command.hint')}")]
    cards = re.findall(r"(?<![(\w])[A-Z]\d+\b", hand) or re.findall(r"(?<!\()[+−]5", hand)
    return cards[0] if cards else special_in(" ".join(hand.split()), language)


def special_in(hand: str, language: str) -> str:
    """The first card without a colour that is in the hand and not in brackets, with a colour if it takes one."""
    for game in games():
        for card in game.cards.specials:
            name = game.texts(language).say(f"card.{card.name}", card.name)
            if name in hand and f"({name})" not in hand:
                return f"{name} {game.colour_word('R', language)}" if card.names_colour else name
    raise AssertionError(hand)


def script(*answers: str) -> Callable[[str], str | None]:
    """These answers, then the end of the input."""
    left = iter(answers)
    return lambda screen: next(left, None)
