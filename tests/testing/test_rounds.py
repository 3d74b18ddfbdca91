"""The conformance kit chooses variants that differ, and says what a game lacks; rounds are dealt as a test says."""

import dataclasses
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stichwerk.games import Game, game
from stichwerk.games.alles_oder_nichts.hidden import redeal
from stichwerk.games.cards import Cards, Colour
from stichwerk.games.rage.options import RageOptions
from stichwerk.games.view import Refusal
from stichwerk.kernel.jit import jit
from stichwerk.testing import Round, Variant, check_game, check_tables, check_texts, quick_variants, variants_of

OH_HELL = Path(__file__).resolve().parents[2] / "examples" / "oh_hell" / "src"


@pytest.fixture
def oh_hell(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game in examples/, whose options depend on each other."""
    monkeypatch.setattr(sys, "path", [str(OH_HELL), *sys.path])
    found: Game = import_module("oh_hell").GAME
    return found


# ---------------------------------------------------------------- variants


def test_an_option_without_effect_is_tried_with_a_choice_that_gives_it_one(oh_hell: Game) -> None:
    names = {str(variant) for variant in variants_of(oh_hell)}
    assert {"players=3 hands=fixed tricks=3", "players=4 hands=fixed rounds=1", "players=7 hook=False"} <= names
    assert not {"players=3 tricks=3", "players=4 rounds=1", "players=7 hands=fixed rounds=1"} & names


def test_no_two_variants_are_the_same_game(oh_hell: Game) -> None:
    for found in (oh_hell, game("null-nichtig"), game("rage"), game("alles-oder-nichts")):
        vectors = [
            tuple(found.options.read(variant.options).vector(variant.players, 0)) for variant in variants_of(found)
        ]
        assert len(set(vectors)) == len(vectors)


def test_the_quick_variants_are_few(oh_hell: Game) -> None:
    assert len(quick_variants(oh_hell)) == 9 < len(variants_of(oh_hell)) / 3
    assert {variant.players for variant in quick_variants(oh_hell)} == {3, 7}


# ---------------------------------------------------------------- what a game lacks


class Rage(RageOptions):
    """Rage with one promise broken."""


class TooFewCards(Rage):
    def hand_size(self, players: int, round_no: int) -> int:
        return 9


class TooFewPoints(Rage):
    def score_bounds(self, players: int, round_no: int) -> tuple[int, int]:
        return 0, 9


class OfAnotherGame(Rage):
    game = "rags"


def with_parts(**parts: Any) -> Game:
    """Rage with something else in place of a part."""
    whole = game("rage")
    fields = {name: parts.pop(name) for name in ("options", "package") if name in parts}
    changed = dataclasses.replace(whole, **fields)
    changed.__dict__.update({"book": whole.book, "cards": whole.cards, **parts})
    return changed


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (TooFewCards, "hand_size of the options says 9, but dealt are"),
        (TooFewPoints, "are outside the score_bounds 0 to 9"),
        (OfAnotherGame, "the options are those of rags, not of rage"),
    ],
)
def test_options_that_promise_something_else(options: type[RageOptions], problem: str) -> None:
    with pytest.raises(AssertionError, match=problem):
        check_game(with_parts(options=options), [Variant(3)], games=3)


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        (Cards((Colour("B", "pink", "drop"),)), "nobody can paint B in pink"),
        (Cards((Colour("B", "blue", "square"),)), "nobody can draw square for B"),
        (Cards((Colour("B", "blue", "M0 0L1 1"),)), "the card G0 is no special card, and has no colour of B"),
    ],
)
def test_cards_that_cannot_be_drawn(cards: Cards, problem: str) -> None:
    with pytest.raises(AssertionError, match=problem):
        check_texts(with_parts(cards=cards))


def test_words_that_are_missing() -> None:
    with pytest.raises(AssertionError, match=r"texts/en.json lacks card.NT, .*option.bidding, option.bidding.open"):
        check_texts(with_parts(package="stichwerk.games.null_nichtig"))


def test_every_field_that_somebody_reads_is_needed() -> None:
    state = game("rage").book.state
    names = [(name, state[name]) for name in state.names or () if name != "tricks"]
    book = dataclasses.replace(game("rage").book, state=np.dtype(names))
    with pytest.raises(AssertionError, match="the state has no field tricks"):
        check_tables(with_parts(book=book))


@pytest.mark.parametrize(
    ("refusal", "problem"),
    [
        (Refusal("because", "RG-6"), "lacks refusal.because"),
        (Refusal("must-follow", "RG-6"), r"does not say what it is about: you can follow: play \{colour\}"),
        (Refusal("must-follow", "XX-99", (("colour", "R"),)), "cites XX-99, which is not among the rules"),
    ],
)
def test_refusals_that_nobody_understands(refusal: Refusal, problem: str) -> None:
    book = game("rage").book
    right = book.presentation.refusal
    shown = dataclasses.replace(book.presentation, refusal=lambda s, seat, action: right(s, seat, action) and refusal)
    with pytest.raises(AssertionError, match=problem):
        check_game(with_parts(book=dataclasses.replace(book, presentation=shown)), [Variant(2)], games=1, closely=1)


@jit
def redeal_without_voids(s, seat, generator):
    void = s.void.copy()
    s.void[:] = 0
    draws = redeal(s, seat, generator)
    s.void[:] = void
    return draws


def test_a_world_in_which_somebody_should_have_followed() -> None:
    whole = game("alles-oder-nichts")
    book = dataclasses.replace(whole.book, verbs=dataclasses.replace(whole.book.verbs, redeal=redeal_without_voids))
    forgetful = dataclasses.replace(whole)
    forgetful.__dict__["book"] = dataclasses.replace(book, name="forgetful")
    with pytest.raises(AssertionError, match=r"redeal deals cards with which seat \d could not have done \w+ before"):
        check_game(forgetful, [Variant(3, {"rounds": 2})], games=1, closely=1)


# ---------------------------------------------------------------- rounds


def test_a_round_is_found_by_the_size_of_its_hands() -> None:
    table = Round("rage", ["Y8 R4", "", ""], "G0 R0")
    assert table.table.round == 9
    assert [len(place.hand) for place in table.table.places] == [2, 2, 2]
    assert table.table.places[0].hand == ("R4", "Y8")
    assert (table.table.trump, table.to_act) == ("G", 0)


def test_more_cards_than_there_are_in_a_round_are_refused() -> None:
    with pytest.raises(AssertionError, match="2 cards are too many: everybody gets 1 in this round"):
        Round("rage", ["Y8 R4", "", ""], round_no=10)


def test_a_round_says_why_it_refuses() -> None:
    table = Round("rage", [["Y8"], ["Y11"], ["R2"]], options={"march": True}).bid(0, 1, 0)
    with pytest.raises(AssertionError, match=r"seat 0 may not Y11: .*you do not hold Y11"):
        table.play("Y11")
