"""A terminal for tests that need no process of their own."""


class Terminal:
    """A stream that says it is a terminal."""

    def __init__(self, encoding="utf-8"):
        self.encoding, self.text = encoding, ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text
        return len(text)

    def flush(self):
        pass
