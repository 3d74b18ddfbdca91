"""Score pads as the rules fill them, recorded for the tests of the browser client: ``make golden``.

Of each game what the server tells of its pad, and rounds played at random with what the compiled rules gave for them.
"""

from pathlib import Path
from typing import Any

from stichwerk.games import Game, games
from stichwerk.play.pad_rules import has_pad
from stichwerk.protocol import messages
from stichwerk.server.web import catalogue
from stichwerk.testing import Variant, variants_of
from stichwerk.testing.pads import some_rounds

FILE = Path(__file__).resolve().parent.parent / "web" / "tests" / "recorded" / "pads.json"
#: So many rounds at most.
ROUNDS = 10


def main() -> None:
    """Write the file."""
    filled = [messages.encode(each).decode() for each in filled_pads()]
    told = [messages.encode(each).decode() for each in catalogue.pads("en")]
    text = '{"pads": [\n' + ",\n".join(told) + '\n], "filled": [\n' + ",\n".join(filled) + "\n]}\n"
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
