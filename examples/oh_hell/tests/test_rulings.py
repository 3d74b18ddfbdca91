"""A test per ruling of the README, named after it."""

import re
from pathlib import Path
from typing import Any

import pytest

from oh_hell import GAME
from oh_hell.options import most_that_fit
from stichwerk.errors import BadOption, BadPlayers
from stichwerk.games.view import Place
from stichwerk.kernel.state import snapshot
from stichwerk.play.match import Match
from stichwerk.testing import Round

CARDS = [f"{suit}{rank}" for suit in "CDHS" for rank in (*range(2, 11), *"JQKA")]


def dealt(*hands: str, turned: str = "S2", dealer: int | None = None, **options: Any) -> Round:
    """The round with hands of this size. Without a dealer the last seat deals, so that seat 0 bids and leads first."""
    return Round(GAME, hands, turned, options, dealer=dealer)


def tricks(table: Round) -> list[int]:
    return [place.tricks for place in table.table.places]


def refused(table: Round, move: str, rule: str) -> str:
    """The sentence with which a move is refused, by this ruling."""
    refusal = table.refusal(move)
    assert refusal is not None
    assert refusal.rule == rule
    return refusal.reason


def sizes(players: int, **options: Any) -> list[int]:
    """The hands of a whole game. (The conformance kit compares them with what is dealt.)"""
    chosen = GAME.options.read(options)
    rounds = chosen.rounds_planned(players)
    assert rounds is not None
    return [chosen.hand_size(players, number + 1) for number in range(rounds)]


def test_oh_01_fifty_two_cards_for_three_to_seven() -> None:
    words = GAME.book.presentation
    assert [words.card_names(GAME.options())[card] for card in GAME.book.deck] == CARDS
    assert len(set(CARDS)) == 52
    assert list(GAME.players) == [3, 4, 5, 6, 7]
    with pytest.raises(BadPlayers, match="3 to 7 players, not 8"):
        GAME.options().check_players(8)


def test_oh_01_the_ace_is_the_highest_and_the_ten_lies_below_the_jack() -> None:
    table = dealt("H10 C10", "HA CJ", "HK C2").bid(0, 0, 0)
    assert tricks(table.play("H10 HA HK CJ C2 C10")) == [0, 2, 0]


@pytest.mark.parametrize(("players", "most"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_oh_02_hands_go_down_from_the_most_that_fit(players: int, most: int) -> None:
    assert most_that_fit(players) == most
    assert sizes(players) == list(range(most, 0, -1))


def test_oh_02_hands_go_up_and_down() -> None:
    assert sizes(7, hands="up-and-down") == [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]


def test_oh_02_hands_are_fixed() -> None:
    assert sizes(3, hands="fixed", tricks=4, rounds=3) == [4, 4, 4]


def test_oh_02_more_cards_than_fit_are_refused() -> None:
    eight = GAME.options.read({"hands": "fixed", "tricks": 8})
    eight.check_players(6)
    with pytest.raises(BadOption, match="7 players can have at most 7 cards each, not 8"):
        eight.check_players(7)
    GAME.options.read({"tricks": 10}).check_players(7)  # not used


def test_oh_03_the_deal_moves_clockwise() -> None:
    table = dealt("C2", "C3", "C4", dealer=1, hands="fixed", tricks=1)
    assert table.table.dealer == 1
    assert table.play_out().next_round().table.dealer == 2
    assert table.play_out().next_round().table.dealer == 0


def test_oh_03_the_first_dealer_is_drawn() -> None:
    matches = [Match.new(GAME, None, ["a", "b", "c"], seed=str(number)) for number in range(20)]
    assert {match.view().table.dealer for match in matches} == {0, 1, 2}


@pytest.mark.parametrize("suit", "CDHS")
def test_oh_04_the_card_turned_shows_trump(suit: str) -> None:
    table = dealt("C2 D2", "C3 D3", "C4 D4", turned=f"{suit}Q").table
    assert (table.trump, table.turned) == (suit, (f"{suit}Q",))
    assert [place.cards for place in table.places] == [2, 2, 2]


def test_oh_05_open_bids_in_turn_from_the_dealers_left() -> None:
    table = dealt("C2 D2", "C3 D3", "C4 D4", dealer=0)
    assert table.waiting == (1,)
    assert table.legal() == {"bid:0", "bid:1", "bid:2"}
    assert "from 0 to 2" in refused(table, "bid:3", "OH-5")
    assert "bid first" in refused(table, "C3", "OH-5")
    table.bid(2)
    assert table.waiting == (2,)
    assert [place.bid for place in table.seen_by(2).places] == [None, 2, None]


def test_oh_06_the_dealer_may_not_make_it_come_out_even() -> None:
    table = dealt("C2 D2", "C3 D3", "C4 D4").bid(0)
    assert table.legal() == {"bid:0", "bid:1", "bid:2"}  # only the last is bound
    table.bid(1)
    assert table.legal() == {"bid:0", "bid:2"}
    assert refused(table, "bid:1", "OH-6") == "the bids may not add up to 2"


def test_oh_06_the_dealer_is_free_if_there_are_too_many_bids_already() -> None:
    assert dealt("C2 D2", "C3 D3", "C4 D4").bid(2, 1).legal() == {"bid:0", "bid:1", "bid:2"}


def test_oh_06_without_the_hook_everybody_is_free() -> None:
    assert dealt("C2 D2", "C3 D3", "C4 D4", hook=False).bid(0, 1).legal() == {"bid:0", "bid:1", "bid:2"}


def test_oh_07_the_dealers_left_leads_and_then_the_winner() -> None:
    table = dealt("C2 D2", "C9 D3", "C4 D4", dealer=1).bid(0, 0, 0)
    assert table.waiting == (2,)
    assert "the bidding is over" in refused(table, "bid:0", "OH-7")
    assert table.play("C4 C2 C9").waiting == (1,)


def test_oh_08_follow_suit_if_you_can() -> None:
    table = dealt("C2 D2 H2", "C3 C5 SA", "D4 S4 H4").bid(0, 0, 0).play("C2")
    assert table.legal() == {"C3", "C5"}
    assert refused(table, "SA", "OH-8") == "you can follow: play clubs"
    assert refused(table, "C9", "OH-8") == "you do not hold C9"
    assert table.play("C3").legal() == {"D4", "S4", "H4"}  # nobody has to trump


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("C2 C9 C4", 1),  # the highest of the suit led
        ("C2 DA HA", 0),  # another suit cannot win
        ("CA S3 C4", 1),  # a trump can
        ("CA S3 S4", 2),  # the higher of two
        ("S5 S3 CA", 0),
    ],
)
def test_oh_09_trump_or_else_the_suit_led_takes_the_trick(trick: str, winner: int) -> None:
    table = dealt(*trick.split(), turned="S2").bid(0, 0, 0).play(trick)
    assert tricks(table) == [int(seat == winner) for seat in range(3)]


def test_oh_10_a_point_per_trick_and_ten_for_an_exact_bid() -> None:
    hands, cards = ("CA DA HA", "C3 D3 H3", "C4 D4 H4"), "CA C3 C4 DA D3 D4 HA H3 H4"
    assert dealt(*hands).bid(2, 0, 2).play(cards).scores == (3, 10, 0)
    assert dealt(*hands).bid(3, 0, 1).play(cards).scores == (13, 10, 0)


def test_oh_11_the_most_points_win_and_equal_points_share() -> None:
    table = dealt("CA", "C3", "C4").bid(1, 0, 1).play("CA C3 C4")
    assert (table.finished, table.winners) == (True, (0,))
    assert dealt("CA", "C3", "C4").bid(0, 0, 0).play("CA C3 C4").winners == (1, 2)


def test_only_ones_own_cards_are_seen() -> None:
    table = dealt("CA", "C3", "C4")
    hidden, own = Place(cards=1), Place(cards=1, hand=("C3",))
    assert table.seen_by(1).places == (hidden, own, hidden)
    assert table.seen_by(-1).places == (hidden, hidden, hidden)


def test_what_is_told_beside_the_table() -> None:
    table = dealt("CA DA", "C3 D3", "C4 D4").bid(1)
    assert [worth.payoff.exact for worth in table.annotations(1).bid_payoffs] == [10, 11, 12]
    assert table.annotations(0).bid_payoffs == ()
    assert table.bid(2, 1).play("CA C3").annotations(-1).trick_winner == 0
    assert table.play("C4").annotations(-1).standings == ("exact", "short", "open")
    table.play("DA D3 D4")
    assert GAME.book.annotator.parts(snapshot(table.states), 2) == (("tricks", 0),)


def test_every_ruling_has_a_test_and_every_number_a_ruling() -> None:
    here = Path(__file__)
    rulings = {int(number) for number in re.findall(r"^\| OH-(\d+) \|", _text(here.parents[1] / "README.md"), re.M)}
    assert {int(number) for number in re.findall(r"^def test_oh_(\d+)_", _text(here), re.M)} == rulings
    for source in (here.parents[1] / "src").rglob("*.py"):
        assert {int(number) for number in re.findall(r"OH-(\d+)", _text(source))} <= rulings


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
