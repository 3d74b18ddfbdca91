"""The player's answers, line by line, from a keyboard or a pipe."""

import sys

from stichwerk.cli.output import Screen
from stichwerk.cli.words import in_every_language

_QUIT = {"q", "exit", ":q", *in_every_language("command.quit")}


class Quit(Exception):
    """The player leaves, or the input is at its end."""


class Keyboard:
    """Reads answers. A text that is typed where only Enter is asked for answers the next question."""

    def __init__(self, console: Screen) -> None:
        self.console = console
        self._echo = not sys.stdin.isatty()
        self._ahead: str | None = None
        if not self._echo:
            import contextlib

            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 (its import gives line editing to input)

    @property
    def live(self) -> bool:
        """Whether a person sits at a terminal."""
        return not self._echo and sys.stdout.isatty()

    def ask(self, question: str) -> str:
        """One line; raises `Quit` when the player wants to leave."""
        if self._ahead is not None:
            answer, self._ahead = self._ahead, None
            self.console.print(f"{question} > {answer}")
        else:
            answer = self._line(f"{question} > ")
        if answer.lower() in _QUIT:
            raise Quit
        return answer

    def pause(self, question: str) -> None:
        """Wait for Enter."""
        self._ahead = self.ask(question) or None

    def _line(self, prompt: str) -> str:
        try:
            answer = input(prompt).strip()
        except EOFError:
            print()
            raise Quit from None
        if self._echo:
            print(answer)  # a transcript shows what was answered
        return answer
