"""How moves are written: in one place, and back again."""

import ast
import re
from pathlib import Path

import pytest

from stichwerk.games import game, game_ids, moves
from stichwerk.play.notation import notation

SOURCE = Path(moves.__file__).resolve().parent.parent


def written_in(path: Path) -> list[str]:
    """The texts of a module, also parts of them, that are not there to be read by people."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told]
    return [node.value for node in found if isinstance(node.value, str)]


def test_only_one_module_knows_how_a_bid_is_written_and_that_cards_are_laid() -> None:
    verbs = tuple(f"{word}:" for word in (moves.BID, moves.LAY))
    knowing = [path for path in SOURCE.rglob("*.py") if any(text.startswith(verbs) for text in written_in(path))]
    assert knowing == []  # it puts the colon behind the word itself


@pytest.mark.parametrize("game_id", game_ids())
def test_what_is_written_is_read_again(game_id: str) -> None:
    found = game(game_id)
    for move in notation(found, found.options()).moves:
        match move.kind:
            case "bid":
                assert move.bid is not None
                assert (moves.bid_text(move.bid), moves.bid_of(move.text)) == (move.text, move.bid)
            case "card":
                again = move.card if move.colour is None else moves.colour_text(move.card, move.colour)
                assert (again, moves.bid_of(move.text), moves.cards_of(move.text)) == (move.text, None, ())
            case "say":
                assert (moves.bid_of(move.text), moves.cards_of(move.text)) == (None, ())


def test_cards_that_are_laid() -> None:
    assert moves.cards_of(moves.lay_text(("Y9", "Y0", "R3"))) == ("Y9", "Y0", "R3")
    assert moves.cards_of("bid:3") == ()


def test_no_other_module_takes_a_move_apart() -> None:
    apart = re.compile(r"\b(?:moves?|names)\b(?:\[[^]]*\])*\.(?:r?partition|split|startswith|removeprefix)\(")
    files = [file for file in SOURCE.rglob("*.py") if file.name != "moves.py"]
    assert len(files) > 250
    assert [str(file) for file in files if apart.search(file.read_text(encoding="utf-8"))] == []
