"""A terminal for tests that need no process of their own."""

import io


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._written = io.BytesIO()
        super().__init__(self._written, encoding, newline="", write_through=True)

    @property
    def text(self) -> str:
        """All that was written."""
        return self._written.getvalue().decode(self.encoding)

    def isatty(self) -> bool:
        return True
