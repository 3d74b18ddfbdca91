"""An empty score sheet of a game, as it would be printed: which rounds it has, and what is written into each.

>>> from stichwerk.games import game
>>> sheet = blank_sheet(game("rage"), {}, players=4)
>>> sheet.hands, [column.field for column in sheet.columns]
((10, 9, 8, 7, 6, 5, 4, 3, 2, 1), ['bid', 'tricks', 'fives', ''])
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stichwerk.games import Game
from stichwerk.play.pad_rules import PadTable, pad_rules

#: A game to a target has lines for so many rounds: few take longer.
ROUNDS_TO_A_TARGET = 20


@dataclass(frozen=True)
class Column:
    """What is written down of somebody in a round: a field of the pad, or (no field) the points. ``unit``: what one
    counts, where it is counted up and down.
    """

    field: str
    unit: int = 0


@dataclass(frozen=True)
class BlankSheet:
    """``hands``: the cards of each round. ``columns``: those of each player. ``teams``: the team of each, if there are
    any. ``agreed``: the options that are not the usual ones.
    """

    hands: tuple[int, ...]
    columns: tuple[Column, ...]
    teams: tuple[int | None, ...]
    agreed: dict[str, Any]


def blank_sheet(game: Game, options: Mapping[str, Any], players: int) -> BlankSheet:
    """The sheet for these options and so many players; refused if they cannot play so."""
    read = game.options.read(options)
    read.check_players(players)
    agreed = read.to_mapping()
    table = PadTable(pad_rules(game), agreed, players)
    rounds = table.rounds() or ROUNDS_TO_A_TARGET
    entered = [Column(field.name, field.unit) for field in table.rules.fields]
    # Where the one thing that is entered is the points themselves, it need not stand there twice.
    columns = entered if len(entered) == 1 else [*entered, Column("")]
    usual = game.options().to_mapping()
    return BlankSheet(
        hands=tuple(table.hand(number) for number in range(1, rounds + 1)),
        columns=tuple(columns),
        teams=tuple(table.team(seat) for seat in range(players)),
        agreed={name: value for name, value in agreed.items() if value != usual[name]},
    )
