"""What may come up with every request, and is written into the log now and then."""

import logging
import time

_told_at: dict[str, float] = {}
#: Between two lines that say the same, in seconds.
_LINES_APART = 10.0
#: Of so many texts it is remembered when they were told; then of none.
_MOST_KEPT = 100


def tell_seldom(text: str, level: int = logging.WARNING) -> None:
    """Write a line that may come up with every request; not one for each."""
    now = time.monotonic()
    if now - _told_at.get(text, -_LINES_APART) >= _LINES_APART:
        if len(_told_at) >= _MOST_KEPT:
            _told_at.clear()
        _told_at[text] = now
        logging.getLogger("stichwerk.server").log(level, "%s", text)
