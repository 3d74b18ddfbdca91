"""Docstrings for the site: an extension of Griffe (see mkdocs.yml).

Ours are written to be read in the source: examples stand bare, blocks follow two colons, names stand in one or two
backticks. On a page examples need a fence, and the second colon goes.
"""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?!\n).*)*(?:\n\n\1>>> .*(?:\n(?!\n).*)*)*", re.MULTILINE)


class Docstrings(griffe.Extension):
    """Makes Markdown of our docstrings."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Called when all of a package has been read."""
        _convert(pkg)


def _convert(part: griffe.Object) -> None:
    if part.docstring is not None:
        part.docstring.value = as_markdown(part.docstring.value)
    for member in part.members.values():
        if isinstance(member, griffe.Object):  # and no other name for something elsewhere
            _convert(member)


def as_markdown(text: str) -> str:
    """A docstring as Markdown.

    >>> as_markdown("Adds.\\n\\n>>> 1 + 1\\n2")
    'Adds.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```'
    """
    fenced = _EXAMPLE.sub(lambda example: f"{example[1]}```pycon\n{example[0]}\n{example[1]}```", text)
    return re.sub(r"::(?=\n\n +)", ":", re.sub(r"^::\n", "", fenced, flags=re.MULTILINE))
