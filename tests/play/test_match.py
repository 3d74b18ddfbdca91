"""A match: whole games, moves that are refused, and views that tell a seat what it may know and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from typing import Any

import numpy as np
import pytest
from msgspec import Struct, structs

from stichwerk.errors import BadDeal, BadNotation, BadPlayers, IllegalMove
from stichwerk.games import SPECTATOR
from stichwerk.games.events import BidsRevealed, Dealt, GameEnded, RoundScored, TrickTaken, TrumpTurned
from stichwerk.games.null_nichtig.events import LayoutsShown
from stichwerk.kernel.rng import rng
from stichwerk.play.match import Match
from stichwerk.play.match_view import View
from support.matches import (
    NAMES,
    SECRETS,
    VARIANTS,
    begin,
    everything,
    lay_any,
    play,
    play_out,
    play_round,
    positions,
    stacked,
    truth,
    whole_game,
)

# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("kind", VARIANTS)
def test_a_whole_game(kind) -> None:
    match = whole_game(kind)
    players = len(match.names)
    assert match.finished
    assert not match.between_rounds
    assert match.waiting == ()
    assert [match.legal(seat) for seat in range(players)] == [()] * players
    planned = match.view().rounds_planned
    assert len(match.score_sheet) == len(match.record()["rounds"])
    assert planned in (None, len(match.score_sheet))
    assert match.totals == tuple(sum(points) for points in zip(*match.score_sheet, strict=True))
    assert match.winners
    assert set(match.winners) <= set(range(players))
    if not match.options.to_mapping().get("teams"):
        assert {match.totals[seat] for seat in match.winners} == {max(match.totals)}
    assert match.events()[-1] == GameEnded(match.totals, match.winners)
    scored = [event for event in match.events() if isinstance(event, RoundScored)]
    assert [event.scores for event in scored] == list(match.score_sheet)
    assert scored[-1].totals == match.totals
    tricks = sum(isinstance(event, TrickTaken) for event in match.events())
    sizes = [match.options.hand_size(players, number) for number in range(1, len(scored) + 1)]
    laid = {"null-nichtig": 2 if players == 6 else 3}.get(match.game.id, 0)
    assert tricks == sum(size - laid for size in sizes)


def test_where_a_game_stands() -> None:
    match = begin("alles-oder-nichts", rounds=2)
    assert (match.waiting, match.between_rounds, match.winners, match.score_sheet) == ((0, 1, 2), False, None, ())
    play_round(match)
    assert (match.waiting, match.between_rounds, match.finished, match.winners) == ((), True, False, None)
    assert match.score_sheet == (match.totals,)
    match.deal()
    assert (match.waiting, match.between_rounds) == ((0, 1, 2), False)
    play_round(match)
    assert (match.waiting, match.between_rounds, match.finished) == ((), False, True)


# ---------------------------------------------------------------- moves that are refused


def rage_followed() -> Match:
    """Seat 1 holds red cards, a Joker and others; red is led, blue is trump."""
    return play(stacked("rage", ["R1", "R2 Y8 J NT", "R3"], "B0"), "bid:1", "bid:1", "bid:1", "R1")


def nichts_bidden() -> Match:
    """Six cards each; seat 0 has bid."""
    return play(stacked("alles-oder-nichts", ["R1", "R2 Y8", "R3"]), "bid:6")


def nichts_followed() -> Match:
    return play(stacked("alles-oder-nichts", ["R1", "R2 Y8", "R3"]), *["bid:1"] * 3, "show", "hide", "hide", "R1")


def null_dealt() -> Match:
    return stacked("null-nichtig", ["Y9 Y0 Y0 R3", "B0", "G0"])


def null_laid() -> Match:
    return play(null_dealt(), "lay:Y9,Y0,R3")


def null_playing() -> Match:
    return play(stacked("null-nichtig", ["Y9 Y0 R3 R4", "B1 B2 B3", "G1 G2 G3"]), "lay:Y9,Y0,R3", "lay:B1,B2,B3",
                "lay:G1,G2,G3")  # fmt: skip


def over(game_id: str) -> Callable[[], Match]:
    return lambda: play_round(begin(game_id))


def ended() -> Match:
    return play_out(begin("alles-oder-nichts", rounds=1))


LAY = "lay exactly 3 cards first, like lay:"
ROUND_OVER = "the round is over: deal the next one first"

REFUSED: list[tuple[Callable[[], Match], int, str, str, str, str]] = [
    # whose turn it is
    (lambda: stacked("rage", [""] * 3), 1, "bid:1", "not-your-turn", "it is seat 0's turn", ""),
    (lambda: stacked("rage", [""] * 3, dealer=0), 0, "bid:1", "not-your-turn", "it is seat 1's turn", ""),
    (rage_followed, 0, "R1", "not-your-turn", "it is seat 1's turn", ""),
    (rage_followed, 2, "R3", "not-your-turn", "it is seat 1's turn", ""),
    (null_playing, 1, "B4", "not-your-turn", "it is seat 0's turn", ""),
    (nichts_bidden, 0, "bid:3", "not-your-turn", "you have chosen already: wait for the others", ""),
    (nichts_bidden, 0, "show", "not-your-turn", "you have chosen already: wait for the others", ""),
    (null_laid, 0, "lay:Y0,B6,B7", "not-your-turn", "you have chosen already: wait for the others", ""),
    (lambda: play(begin("rage", bidding="secret"), "bid:0"), 0, "bid:0", "not-your-turn",
     "you have chosen already: wait for the others", ""),
    (lambda: play(begin("rage", bidding="simultaneous"), "bid:0"), 0, "bid:1", "not-your-turn",
     "you have chosen already: wait for the others", ""),
    # after the round, after the game
    (over("rage"), 0, "bid:1", "round-over", ROUND_OVER, ""),
    (over("null-nichtig"), 0, "Y9", "round-over", ROUND_OVER, ""),
    (over("null-nichtig"), 0, "lay:Y9,Y0,R3", "round-over", ROUND_OVER, ""),
    (over("alles-oder-nichts"), 1, "show", "round-over", ROUND_OVER, ""),
    (ended, 0, "bid:1", "game-over", "the game is over", ""),
    (ended, 2, "R1", "game-over", "the game is over", ""),
    # bids
    (lambda: stacked("rage", [""] * 3, round_no=8), 0, "bid:4", "bid-too-high",
     "bid from 0 to 3: there are only so many tricks", "RG-4"),
    (lambda: stacked("alles-oder-nichts", [""] * 3, round_no=4), 0, "bid:4", "bid-too-high",
     "bid from 0 to 3: there are only so many tricks", "AN-5"),
    (lambda: play(stacked("rage", [""] * 3, bidding="plus-minus-one"), "bid:3", "bid:4"), 2, "bid:3", "bid-barred",
     "the bids may not add up to 10", "RG-18"),
    (lambda: stacked("rage", ["R1", "", ""]), 0, "R1", "bid-first", "bid first, from 0 to 10", "RG-4"),
    (lambda: stacked("alles-oder-nichts", ["R1", "", ""]), 0, "R1", "bid-first",
     "bid first, from 0 to 6", "AN-5"),
    (lambda: stacked("alles-oder-nichts", ["R1", "", ""]), 0, "show", "bid-first",
     "bid first, from 0 to 6", "AN-5"),
    (rage_followed, 1, "bid:2", "bidding-over", "the bidding is over: play a card", "RG-5"),
    (lambda: play(nichts_bidden(), "bid:1", "bid:1"), 0, "bid:3", "decide-first",
     "say first whether your bid lies open: show or hide", "AN-6"),
    (lambda: play(nichts_bidden(), "bid:1", "bid:1"), 0, "R1", "decide-first",
     "say first whether your bid lies open: show or hide", "AN-6"),
    (nichts_followed, 1, "bid:2", "bidding-over", "a bid cannot change: play a card", "AN-6"),
    (nichts_followed, 1, "show", "bid-fixed", "a bid cannot be shown or hidden any more: play a card", "AN-6"),
    # cards
    (rage_followed, 1, "R3", "not-in-hand", "you do not hold R3", "RG-6"),
    (rage_followed, 1, "CT", "not-in-hand", "you do not hold CT", "RG-6"),
    (lambda: play(rage_followed(), "R2"), 2, "J:R", "not-in-hand", "you do not hold J", "RG-6"),
    (rage_followed, 1, "Y8", "must-follow", "you can follow: play red", "RG-6"),
    (rage_followed, 1, "NT", "must-follow", "you can follow: play red", "RG-7"),
    (rage_followed, 1, "J:R", "must-follow", "you can follow: play red", "RG-7"),
    (nichts_followed, 1, "Y8", "must-follow", "you can follow: play red", "AN-8"),
    (nichts_followed, 1, "R1", "not-in-hand", "you do not hold R1", "AN-8"),
    (null_playing, 0, "Y9", "not-in-hand", "you do not hold Y9", "NN-6"),
    # laying
    (null_dealt, 0, "Y9", "lay-first", LAY, "NN-3"),
    (null_dealt, 0, "lay:Y9", "lay-first", LAY, "NN-3"),
    (null_dealt, 0, "lay:Y9,Y0", "lay-first", LAY, "NN-3"),
    (null_dealt, 0, "lay:Y9,Y0,Y0,R3", "lay-first", LAY, "NN-3"),
    (null_dealt, 0, "lay:Y9,Y9,R3", "not-in-hand", "you do not hold Y9", "NN-3"),
    (null_dealt, 0, "lay:Y0,Y0,Y0", "not-in-hand", "you do not hold Y0", "NN-3"),
    (null_dealt, 0, "lay:Y9,R3,Y11", "not-in-hand", "you do not hold Y11", "NN-3"),
    (null_playing, 0, "lay:R4,B6,B7", "laying-over", "the cards have been laid: play one", "NN-3"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "seat", "move", "code", "reason", "rule"),
    [pytest.param(*case, id=f"{number} {case[2]} {case[3]}") for number, case in enumerate(REFUSED)],
)
def test_an_illegal_move_is_refused_with_a_reason_and_changes_nothing(
    table: Callable[[], Match], seat: int, move: str, code: str, reason: str, rule: str
) -> None:
    match = table()
    before = everything(match)
    with pytest.raises(IllegalMove) as error:
        match.play(seat, move)
    assert (error.value.code, error.value.rule) == (code, rule)
    assert error.value.message == reason or (code == "lay-first" and error.value.message.startswith(reason))
    assert move not in match.legal(seat)
    assert everything(match) == before


def test_the_example_of_a_laying_is_legal() -> None:
    match = null_dealt()
    with pytest.raises(IllegalMove) as error:
        match.play(0, "Y9")
    match.play(0, error.value.message.rpartition(" ")[2])
    assert match.waiting == (1, 2)


@pytest.mark.parametrize("seat", [-1, 3, 99, 10**30, "0", None, 0.5, (0,), True, 1.0])
def test_an_unknown_seat(seat: Any) -> None:
    match = begin("rage", bidding="secret")
    before = everything(match)
    with pytest.raises(BadPlayers) as error:
        match.play(seat, "bid:1")
    assert error.value.code == "unknown-seat"
    assert error.value.message == f"there is no seat {seat!r}; seats go from 0 to 2"
    assert everything(match) == before


@pytest.mark.parametrize("seat", [3, 7, 99, -2])
def test_an_unknown_seat_sees_nothing(seat: int) -> None:
    match = begin("rage")
    assert match.legal(seat) == ()
    with pytest.raises(BadPlayers) as error:
        match.view(seat)
    assert error.value.code == "unknown-seat"


def test_what_cannot_be_read_is_refused_whoever_writes_it() -> None:
    match = stacked("rage", [""] * 3)
    with pytest.raises(BadNotation):
        match.play(1, "bid:99")


# ---------------------------------------------------------------- dealing


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (lambda: begin("rage"), "the round is not over yet: play it to the end"),
        (null_laid, "the round is not over yet: play it to the end"),
        (ended, "the game is over"),
    ],
)
def test_a_deal_at_the_wrong_time(table: Callable[[], Match], reason: str) -> None:
    match = table()
    before = everything(match)
    for deck in (None, match.game.book.deck):
        with pytest.raises(IllegalMove) as error:
            match.deal(deck)
        assert (error.value.code, error.value.message) == ("no-deal-now", reason)
    assert everything(match) == before


def test_a_game_dealt_by_hand_needs_a_deck_each_round() -> None:
    match = play_round(stacked("alles-oder-nichts", [""] * 3))
    before = everything(match)
    with pytest.raises(IllegalMove) as error:
        match.deal()
    assert (error.value.code, error.value.message) == (
        "no-deck",
        "this game was dealt by hand: give the deck of the next round",
    )
    assert everything(match) == before
    match.deal(match.game.book.deck)
    assert match.waiting == (0, 1, 2)


@pytest.mark.parametrize(
    "deck", [np.zeros(48, np.int8), np.arange(47, dtype=np.int8), np.arange(49, dtype=np.int8), np.zeros(0, np.int8)]
)
def test_a_deck_that_is_none_is_refused(deck: Any) -> None:
    match = play_round(begin("alles-oder-nichts"))
    before = everything(match)
    with pytest.raises(BadDeal):
        match.deal(deck)
    assert everything(match) == before


def test_a_deck_that_changes_afterwards_does_not_change_the_match() -> None:
    match = play_round(begin("alles-oder-nichts"))
    deck = match.game.book.deck.copy()
    match.deal(deck)
    before = everything(match)
    deck[:] = deck[::-1].copy()
    assert everything(match) == before


# ---------------------------------------------------------------- views


def strings(value: Any) -> Iterator[str]:
    """All texts in a view."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        yield from strings(structs.asdict(value))
    elif is_dataclass(value):
        yield from strings(vars(value))
    elif isinstance(value, dict):
        yield from strings(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


def cards_in(match: Match, view: View) -> set[str]:
    return {text.partition(":")[0] for text in strings(view)} & set(match._engine.notation.cards)


def may_know(match: Match, seat: int | None) -> set[str]:
    """The cards that the seat has held or seen this round, told from the record and the public events."""
    part = match.record()["rounds"][-1]
    known = set() if seat is None else set(part["hands"][seat])
    for event in reversed(match.events()):
        if isinstance(event, Dealt):
            break
        if isinstance(event, TrumpTurned):
            known.update(event.cards)
        if isinstance(event, LayoutsShown):
            known.update(*event.layouts)
    return known | {move.partition(":")[0] for _, move in part["moves"]}  # a laying begins with "lay", no card


@pytest.mark.parametrize("kind", SECRETS)
def test_a_view_names_no_card_the_seat_may_not_know(kind) -> None:
    shorter = 0
    for match in positions(kind, 15):
        for seat in (None, *range(len(match.names))):
            seen, known = cards_in(match, match.view(seat)), may_know(match, seat)
            assert seen <= known, f"seat {seat} sees {seen - known}"
            shorter += len(known) < len(set(match._engine.notation.cards))
    assert shorter, "in some positions there is something not to be known"


@pytest.mark.parametrize("kind", SECRETS)
def test_a_view_shows_ones_own_cards_and_bid(kind) -> None:
    for match in positions(kind, 15):
        for seat in range(len(match.names)):
            own, true = match.view(seat).table.places[seat], truth(match).places[seat]
            assert (own.hand, own.shows.get("laid", ()), own.bid, own.cards) == (
                true.hand,
                true.shows.get("laid", ()),
                true.bid,
                len(true.hand),
            )
            assert match.view(seat).seat == seat
            assert match.view(seat).legal == (() if match.view(seat).to_lay else match.legal(seat))


@pytest.mark.parametrize("kind", SECRETS)
def test_a_view_is_the_same_in_all_worlds_the_seat_cannot_tell_apart(kind) -> None:
    generator, different = rng(3), 0
    for match in positions(kind, 10):
        states = match._engine.states
        true = states.copy()
        for seat in (None, *range(len(match.names))):
            seen, watcher = match.view(seat), SPECTATOR if seat is None else seat
            hidden = match.knowledge(watcher).states.tobytes()
            for _ in range(3):
                match.game.book.at.redeal(states, 0, watcher, generator)
                match._engine.look()
                different += states.tobytes() != true.tobytes()
                assert match.view(seat) == seen
                assert match.knowledge(watcher).states.tobytes() == hidden
                states[:] = true
                match._engine.look()
    assert different > 20, "the worlds are not all the true one"


@pytest.mark.parametrize("kind", SECRETS)
def test_a_spectator_sees_no_hands_and_no_legal_moves(kind) -> None:
    for match in positions(kind, 8):
        view = match.view()
        assert view.seat is None
        assert view.legal == ()
        assert [place.hand for place in view.table.places] == [()] * len(match.names)
        assert [place.cards for place in view.table.places] == [len(place.hand) for place in truth(match).places]
        everybody = [match.view(seat).table for seat in range(len(match.names))]
        for table in everybody:  # what the spectator sees, the players see too
            assert structs.replace(table, places=()) == structs.replace(view.table, places=())
            for seen, place in zip(table.places, view.table.places, strict=True):
                assert seen.bid == place.bid or place.bid is None
                assert seen.shows.get("laid", ()) == place.shows.get("laid", ()) or place.shows.get("laid", ()) == ()


def test_the_rest_of_a_view() -> None:
    match = begin("null-nichtig", 4, seed="tea", target=30, target_rule="reach")
    view = match.view(2)
    assert view.game == "null-nichtig"
    assert view.options == {
        "rounds": None,
        "target": 30,
        "target_rule": "reach",
        "teams": False,
        "collecting": "clockwise",
    }
    assert view.names == NAMES[:4]
    assert (view.to_lay, view.rounds_planned, view.score_sheet, view.last_trick) == (3, None, (), None)
    assert (view.finished, view.winners) == (False, None)
    assert match.deals is not None
    assert view.commitment == match.deals.commitment
    play_out(match)
    view = match.view(2)
    assert (view.finished, view.winners, view.score_sheet) == (True, match.winners, match.score_sheet)


def test_the_last_trick_stays_in_view_until_the_next_deal() -> None:
    match = play(stacked("alles-oder-nichts", ["R1", "R2", "R3"]), *["bid:1"] * 3, *["hide"] * 3, "R1", "R2")
    assert match.view().last_trick is None
    match.play(2, "R3")
    first = TrickTaken(2, 0, ("R1", "R2", "R3"))
    assert match.view(0).last_trick == first
    match.play(2, match.legal(2)[0])
    assert match.view(0).last_trick == first
    play_round(match)
    assert match.view(0).last_trick is not None
    match.deal(match.game.book.deck)
    assert match.view(0).last_trick is None


def test_secret_bids_in_views() -> None:
    match = stacked("rage", [""] * 3, round_no=10, bidding="secret")
    match.play(1, "bid:1")
    for seat, bids in ((None, [None] * 3), (0, [None] * 3), (1, [None, 1, None]), (2, [None] * 3)):
        places = match.view(seat).table.places
        assert [place.bid for place in places] == bids
        assert [place.has_bid for place in places] == [False, True, False]
    play_round(match)
    assert all(place.bid is not None for place in match.view().table.places)
    revealed = [event for event in match.events() if isinstance(event, BidsRevealed)]
    assert [place.bid for place in match.view().table.places] == list(revealed[0].bids)


def test_layouts_in_views() -> None:
    match = null_laid()
    assert match.view(0).table.places[0].shows.get("laid", ()) == ("Y9", "Y0", "R3")
    assert match.view(0).table.places[0].hand.count("Y0") == 1
    for seat in (None, 1, 2):
        place = match.view(seat).table.places[0]
        assert (place.shows.get("laid", ()), place.shows.get("has_laid", False), place.cards) == ((), True, 10)
    lay_any(match)
    for seat in (None, 0, 1, 2):
        assert match.view(seat).table.places[0].shows.get("laid", ()) == ("Y9", "Y0", "R3")


def test_hands_are_the_dealt_cards() -> None:
    for game_id in ("rage", "null-nichtig", "alles-oder-nichts"):
        match = begin(game_id)
        for seat, hand in enumerate(match.record()["rounds"][0]["hands"]):
            assert Counter(match.view(seat).table.places[seat].hand) == Counter(hand)
