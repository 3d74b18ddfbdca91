"""Every game keeps the contract, in every variant; and the kit notices when one does not."""

import dataclasses
import re
from typing import Any

import msgspec
import pytest

from stichwerk.games import game, games
from stichwerk.games.alles_oder_nichts.encoding import LAYOUT
from stichwerk.games.alles_oder_nichts.observation import observe
from stichwerk.games.game import Game
from stichwerk.games.view import Refusal
from stichwerk.kernel.jit import jit
from stichwerk.play.pad_rules import pad_rules
from stichwerk.testing import Variant, check_game, check_tables, quick_variants, variants_of

VARIANTS = [(found.id, variant) for found in games() for variant in variants_of(found)]


@pytest.mark.parametrize(("game_id", "variant"), VARIANTS, ids=lambda part: str(part).replace(" ", ","))
def test_a_game_keeps_the_contract(game_id, variant):
    """Whole games with the fewest players and the most; of all others, the first round and the last."""
    found = game(game_id)
    check_game(found, [variant], games=1, closely=23, quick=variant not in quick_variants(found))


def test_the_variants_are_all_there():
    names = {str(variant) for game_id, variant in VARIANTS if game_id == "null-nichtig"}
    assert {"players=3", "players=6 teams=True", "players=5 target=3", "players=4 target_rule=reach"} <= names
    assert {f"players={players} collecting=as-played" for players in (3, 4, 5, 6)} <= names
    assert "players=5 teams=True" not in names


# ---------------------------------------------------------------- a game with one thing broken


def broken(game_id: str, **verbs) -> Game:
    """The game with some verbs replaced."""
    whole = game(game_id)
    copy = dataclasses.replace(whole)
    book = dataclasses.replace(whole.book, name="broken", verbs=dataclasses.replace(whole.book.verbs, **verbs))
    copy.__dict__["book"] = book
    return copy


SEEN, LED, HAND, TRICK = (LAYOUT.start(name) for name in ("seen", "led", "hand", "trick_place"))


@jit
def hide_nothing(s, seat):
    pass


@jit
def redeal_nothing(s, seat, generator):
    return 1


@jit
def hide_too_much(s, seat):
    for other in range(s.players):
        s.hand[other, 0] = 0
        s.bid[other] = -1


@jit
def observe_everything(s, seat, out):
    observe(s, seat, out)
    out[SEEN] |= s.hand[(seat + 1) % s.players, 0] & 1


@jit
def observe_what_was_not_led(s, seat, out):
    observe(s, seat, out)
    out[LED + seat] = 1


@jit
def observe_a_card_that_is_not_there(s, seat, out):
    observe(s, seat, out)
    out[TRICK] += s.played == 0


@jit
def observe_another_card(s, seat, out):
    observe(s, seat, out)
    out[HAND] = 1 - out[HAND]


@jit
def legal_for_everybody(s, seat, mask):
    mask[0] = s.hand[seat, 0]
    mask[1] = 1 if s.hand[seat, 0] == 0 else 0


@jit
def never_finished(s):
    return False


@jit
def always_one_point(s, out):
    for seat in range(s.players):
        out[seat] = 1


@jit
def nobody(s):
    return 0


BROKEN: dict[str, dict[str, Any]] = {
    "hide leaves something behind": {"hide": hide_nothing},
    "redeal": {"redeal": redeal_nothing},
    "redeal uses what the seat cannot know|hide leaves something behind|two worlds": {"hide": hide_too_much},
    "the observation tells two worlds apart|needs what is hidden": {"observe": observe_everything},
    "the feature led says": {"observe": observe_what_was_not_led},
    "the feature trick_place is not 0": {"observe": observe_a_card_that_is_not_there},
    "the feature hand is not the hand of the seat": {"observe": observe_another_card},
    "may not act but has legal actions|legal or refused": {"legal": legal_for_everybody},
    "more rounds than planned": {"finished": never_finished},
    "scores and round_score disagree": {"round_score": always_one_point},
    "nobody wins": {"winners": nobody},
}


@pytest.mark.parametrize("problem", BROKEN)
def test_the_kit_notices(problem):
    with pytest.raises(AssertionError, match=problem):
        check_game(broken("alles-oder-nichts", **BROKEN[problem]), [Variant(3, {"rounds": 2})], games=2, closely=1)


def test_the_kit_notices_a_reason_against_a_legal_move():
    whole = game("rage")
    silent = dataclasses.replace(whole.book.presentation, refusal=lambda s, seat, action: Refusal("no", "RG-6"))
    copy = dataclasses.replace(whole)
    copy.__dict__["book"] = dataclasses.replace(whole.book, presentation=silent)
    with pytest.raises(AssertionError, match="legal or refused"):
        check_game(copy, [Variant(2)], games=1, closely=1)


def test_the_kit_notices_a_deck_out_of_order():
    whole = game("rage")
    copy = dataclasses.replace(whole)
    copy.__dict__["book"] = dataclasses.replace(whole.book, deck=whole.book.deck[::-1].copy())
    with pytest.raises(AssertionError, match="deck"):
        check_tables(copy)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hand": 3}, "pad.json deals 3 cards in round 1"),
        ({"rounds": 9}, "pad.json plans 9 rounds"),
        ({"points": ()}, "the pad counts"),
        ({"leader": {"$eval": "dealer"}}, "the pad has seat"),
        ({"over": {"$eval": "round > rounds"}}, "disagree on whether the game is over"),
        ({"hand": {"$eval": "cards"}}, "unknown context value cards"),
    ],
)
def test_the_kit_notices_a_pad_that_counts_otherwise(monkeypatch, change, said):
    wrong = msgspec.structs.replace(pad_rules(game("rage")), **change)
    monkeypatch.setattr("stichwerk.play.pad.pad_rules", lambda _: wrong)
    with pytest.raises(AssertionError, match=re.escape(said)):
        check_game(game("rage"), variants=[Variant(3)], games=1)
