"""Draw the README's pictures from real games in a pseudo-terminal: ``python tools/generate_pictures.py``."""

import fcntl
import io
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
COLUMNS, ROWS = 80, 26

#: File, title, arguments of `stich`, and what is typed.
SESSIONS = {
    "hint": ("stich play rage", ["play", "rage", "--seed", "milk", "--name", "Anja", "--language", "en"], ["", "?"]),
}


def screen(arguments: list[str], typed: list[str]) -> str:
    """What stands on the terminal's screen after all that was typed."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", COLUMNS=str(COLUMNS), LINES=str(ROWS))
        os.execv(sys.executable, [sys.executable, "-m", "stichwerk", *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    shown = _read(terminal, 6)
    for line in typed:
        os.write(terminal, line.encode() + b"\r")
        shown += _read(terminal, 2)
    os.close(terminal)
    os.waitpid(process, 0)
    return re.split(r"\x1b\[2J|\x1b\[H", shown)[-1]


def _read(terminal: int, seconds: float) -> str:
    parts = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            parts.append(os.read(terminal, 65536).decode(errors="replace"))
    return "".join(parts)


def draw(shown: str, title: str) -> str:
    """The screen as an SVG picture that loads nothing from elsewhere."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(Text.from_ansi(shown.replace("\r", "").strip("\n")))
    svg = console.export_svg(title=title, theme=MONOKAI)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code,", "DejaVu Sans Mono, Menlo, Consolas,")


def main() -> None:
    """Draw all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, (title, arguments, typed) in SESSIONS.items():
        (PICTURES / f"{name}.svg").write_text(draw(screen(arguments, typed), title))
        print(f"docs/pictures/{name}.svg")


if __name__ == "__main__":
    main()
