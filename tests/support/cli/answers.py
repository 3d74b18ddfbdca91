"""Players who answer the questions of ``stich play``, and the environment they sit in."""

import os
import re
from collections.abc import Callable

#: Commands in processes of their own run as plain Python, so that they need nothing compiled.
PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "1"}


def first_legal(screen: str) -> str:
    """The first answer that the screen offers: the example, a bid of one, the first card without brackets."""
    question = screen.splitlines()[-1]
    if example := re.search(r"e\.g\. (.+) >", question):
        return example[1]
    if question.startswith("Your bid"):
        return "1"
    if question.startswith("Show or hide"):
        return "s"
    if "Enter" in question:
        return ""
    hand = screen[screen.rindex("Your hand") + 9 : screen.rindex("? hint")]
    card = next(word for word in hand.split() if word[-1].isdigit() or word in ("J", "NT", "CT"))
    return "jr" if card == "J" else card.lower()


def script(*answers: str) -> Callable[[str], str | None]:
    """These answers, then the end of the input."""
    left = iter(answers)
    return lambda screen: next(left, None)
