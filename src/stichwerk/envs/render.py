"""Rendering, the same in all environments: the table as plain text."""

from stichwerk.envs.env_table import EnvTable
from stichwerk.errors import BadOption, quoted
from stichwerk.games import SPECTATOR

RENDER_MODES = ("ansi", "human")


def check_render_mode(mode: str | None) -> None:
    """Refuse a way of rendering that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f'render_mode must be None, "ansi" or "human", not {quoted(mode)}')


def rendered(table: EnvTable, mode: str | None, seat: int = SPECTATOR) -> str | None:
    """The table as text in the way that was asked for."""
    if mode == "ansi":
        return table.text(seat)
    if mode == "human":
        print(table.text(seat), end="\n\n")
    return None
