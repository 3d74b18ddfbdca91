"""Score pads as the rules fill them, recorded for the tests of the browser client: ``make golden``.

Of each game what the server tells of its pad, rounds played at random with what the compiled rules gave for them, and
what everything counts that can be written down of a player, by the pad in Python, which is held against the rules; and
which values can stand in which cell.
"""

from pathlib import Path
from typing import Any

from stichwerk.games import Game, games
from stichwerk.play.pad_rules import PadTable, has_pad, pad_rules
from stichwerk.protocol import messages
from stichwerk.server.web import catalogue
from stichwerk.testing import Variant, quick_variants, variants_of
from stichwerk.testing.pads import SOME_ROUNDS, every_input, some_rounds

FILE = Path(__file__).resolve().parent.parent / "web" / "tests" / "recorded" / "pads.json"
#: So many rounds at most.
ROUNDS = 10


def main() -> None:
    """Write the file."""
    filled = [messages.encode(each).decode() for each in filled_pads()]
    told = [messages.encode(each).decode() for each in catalogue.pads("en")]
    counted = [messages.encode(each).decode() for each in counted_inputs()]
    taken = [messages.encode(each).decode() for each in taken_values()]
    parts = {"pads": told, "filled": filled, "counted": counted, "taken": taken}
    text = "{" + ", ".join(f'"{name}": [\n' + ",\n".join(lines) + "\n]" for name, lines in parts.items()) + "}\n"
    FILE.write_text(text, encoding="utf-8")
    print(f"web/tests/recorded/{FILE.name}")


def filled_pads() -> list[dict[str, Any]]:
    """Games with all that is entered, and what comes of it."""
    return [
        _filled(each, variant.options, variant.players, seed)
        for each in games()
        if has_pad(each)
        for seed, variant in enumerate(_enough(each))
    ]


def counted_inputs() -> list[dict[str, Any]]:
    """What everything counts that can be written down of a player: once for all rounds of variants with the same."""
    found: dict[tuple[int, ...], dict[str, Any]] = {}
    for game in filter(has_pad, games()):
        for variant in quick_variants(game):
            options = game.options.read(variant.options).to_mapping()
            table = PadTable(pad_rules(game), options, variant.players)
            for number in range(1, (table.rounds() or SOME_ROUNDS) + 1):
                points = tuple(sum(table.points(number, each).values()) for each in every_input(table, number))
                place = {"options": options, "players": variant.players, "round": number}
                found.setdefault(points, {"game": game.id, "places": [], "points": points})["places"].append(place)
    return list(found.values())


def taken_values() -> list[dict[str, Any]]:
    """Which of many values, most of them nonsense, can stand in the cells of a first and of a later round."""
    values = [None, True, False, *range(-6, 61), 2.5, "3", [], [0, 1, 2, 3, 11], [None] * 5, [0, 1, 2, 3, 12], [1] * 6]
    return [
        {
            "game": game.id,
            "options": options,
            "players": players,
            "round": number,
            "field": name,
            "values": values,
            "taken": [table.takes(name, number, value) for value in values],
        }
        for game in filter(has_pad, games())
        for players in (game.players[0], game.players[-1])
        for options in [game.options.read({}).to_mapping()]
        for table in [PadTable(pad_rules(game), options, players)]
        for number in (1, 4)
        for name in (*table.rules.names, "nothing")
    ]


def _enough(game: Game) -> list[Variant]:
    """Of all variants those that bring something that those before did not."""
    found, seen = list[Variant](), set[tuple[str, Any]]()
    for variant in variants_of(game):
        brings = {("players", variant.players), *variant.options.items()}
        if not brings <= seen:
            found.append(variant)
            seen |= brings
    return found


def _filled(game: Game, options: Any, players: int, seed: int) -> dict[str, Any]:
    engine, rounds = some_rounds(game, options, players, seed, ROUNDS)
    return {
        "game": game.id,
        "options": game.options.read(options).to_mapping(),
        "players": players,
        "rounds": rounds,
        "totals": engine.totals,
        "winners": engine.winners,
        "over": engine.finished,
    }


if __name__ == "__main__":
    main()
