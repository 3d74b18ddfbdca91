"""A test per ruling of the README, named after it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oh_hell import GAME
from oh_hell.options import most_that_fit
from stichwerk.errors import BadOption, BadPlayers, IllegalMove
from stichwerk.games.view import Place
from stichwerk.match import Match

CARDS = [f"{suit}{rank}" for suit in "CDHS" for rank in (*range(2, 11), *"JQKA")]


class Table(Match):
    """A game whose first round is dealt as the test says: hands by seat, "C2 DA", and the card turned.

    By default the last seat deals, so that seat 0 bids and leads first. All hands have the same number of cards.
    """

    def __init__(self, *hands: str, turned: str = "S2", dealer: int = -1, **options: Any) -> None:
        chosen = {"hands": "fixed", "tricks": len(hands[0].split())} | options
        players = [f"Player {seat}" for seat in range(len(hands))]
        super().__init__(GAME, GAME.options.read(chosen), players, dealer % len(hands), None)
        top = [*" ".join(hands).split(), turned]
        self.deal(deck_of([*top, *(card for card in CARDS if card not in top)]))

    def do(self, moves: str) -> "Table":
        """Moves in turn; a number is a bid."""
        for move in moves.split():
            self.play(self.waiting[0], f"bid:{move}" if move.isdigit() else move)
        return self

    def open_now(self) -> set[str]:
        """The moves that are open to whoever's turn it is."""
        return set(self.legal(self.waiting[0]))

    def places(self, what: str) -> list[Any]:
        """What is to be seen at every place."""
        return [getattr(place, what) for place in self.revealed().table.places]


def deck_of(names: Sequence[str]) -> Any:
    return np.array([CARDS.index(name) for name in names], np.int8)


def refused(table: Table, move: str, rule: str) -> str:
    """The sentence with which a move is refused, by this ruling."""
    with pytest.raises(IllegalMove) as problem:
        table.play(table.waiting[0], move)
    assert problem.value.rule == rule
    return problem.value.message


def sizes(players: int, **options: Any) -> list[int]:
    """The hands of a whole game as it is played, which the options have to foretell."""
    match = Match.new(GAME, options, [str(seat) for seat in range(players)], seed="sizes")
    dealt = [len(match.revealed().table.places[0].hand)]
    while not match.finished:
        if match.between_rounds:
            match.deal()
            dealt.append(len(match.revealed().table.places[0].hand))
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    chosen = GAME.options.read(options)
    assert chosen.rounds_planned(players) == len(dealt)
    assert [chosen.hand_size(players, number) for number in range(1, len(dealt) + 1)] == dealt
    return dealt


def test_oh_01_fifty_two_cards_for_three_to_seven() -> None:
    words = GAME.book.words
    assert [words.card_names(GAME.options())[card] for card in GAME.book.deck] == CARDS
    assert len(set(CARDS)) == 52
    assert list(GAME.players) == [3, 4, 5, 6, 7]
    with pytest.raises(BadPlayers, match="3 to 7 players, not 8"):
        GAME.options().check_players(8)


def test_oh_01_the_ace_is_the_highest_and_the_ten_lies_below_the_jack() -> None:
    table = Table("H10 C10", "HA CJ", "HK C2").do("0 0 0")
    assert table.do("H10 HA HK CJ C2 C10").places("tricks") == [0, 2, 0]


@pytest.mark.parametrize(("players", "most"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_oh_02_hands_go_down_from_the_most_that_fit(players: int, most: int) -> None:
    assert most_that_fit(players) == most
    assert sizes(players) == list(range(most, 0, -1))


def test_oh_02_hands_go_up_and_down() -> None:
    assert sizes(7, hands="up-and-down") == [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]


def test_oh_02_hands_are_fixed() -> None:
    assert sizes(3, hands="fixed", tricks=4, rounds=3) == [4, 4, 4]


def test_oh_02_more_cards_than_fit_are_refused() -> None:
    GAME.options(hands="fixed", tricks=8).check_players(6)
    with pytest.raises(BadOption, match="7 players can have at most 7 cards each, not 8"):
        GAME.options(hands="fixed", tricks=8).check_players(7)
    GAME.options(tricks=10).check_players(7)  # not used


def test_oh_03_the_deal_moves_clockwise() -> None:
    table = Table("C2", "C3", "C4", dealer=1, rounds=3)
    dealers = [table.view().table.dealer]
    for _ in range(2):
        table.do("0 0 0")
        while table.waiting:
            table.do(min(table.open_now()))
        table.deal(deck_of(CARDS))
        dealers.append(table.view().table.dealer)
    assert dealers == [1, 2, 0]


def test_oh_03_the_first_dealer_is_drawn() -> None:
    matches = [Match.new(GAME, None, ["a", "b", "c"], seed=str(number)) for number in range(20)]
    assert {match.view().table.dealer for match in matches} == {0, 1, 2}


@pytest.mark.parametrize("suit", "CDHS")
def test_oh_04_the_card_turned_shows_trump(suit: str) -> None:
    table = Table("C2 D2", "C3 D3", "C4 D4", turned=f"{suit}Q").view().table
    assert (table.trump, table.turned) == (suit, (f"{suit}Q",))
    assert [place.cards for place in table.places] == [2, 2, 2]


def test_oh_05_open_bids_in_turn_from_the_dealers_left() -> None:
    table = Table("C2 D2", "C3 D3", "C4 D4", dealer=0)
    assert table.waiting == (1,)
    assert table.open_now() == {"bid:0", "bid:1", "bid:2"}
    assert "from 0 to 2" in refused(table, "bid:3", "OH-5")
    assert "bid first" in refused(table, "C3", "OH-5")
    table.do("2")
    assert table.waiting == (2,)
    assert [place.bid for place in table.view(2).table.places] == [None, 2, None]


def test_oh_06_the_dealer_may_not_make_it_come_out_even() -> None:
    table = Table("C2 D2", "C3 D3", "C4 D4").do("0")
    assert table.open_now() == {"bid:0", "bid:1", "bid:2"}  # only the last is bound
    table.do("1")
    assert table.open_now() == {"bid:0", "bid:2"}
    assert "may not make the bids add up to 2" in refused(table, "bid:1", "OH-6")


def test_oh_06_the_dealer_is_free_if_there_are_too_many_bids_already() -> None:
    assert Table("C2 D2", "C3 D3", "C4 D4").do("2 1").open_now() == {"bid:0", "bid:1", "bid:2"}


def test_oh_06_without_the_hook_everybody_is_free() -> None:
    assert Table("C2 D2", "C3 D3", "C4 D4", hook=False).do("0 1").open_now() == {"bid:0", "bid:1", "bid:2"}


def test_oh_07_the_dealers_left_leads_and_then_the_winner() -> None:
    table = Table("C2 D2", "C9 D3", "C4 D4", dealer=1).do("0 0 0")
    assert table.waiting == (2,)
    assert "the bidding is over" in refused(table, "bid:0", "OH-7")
    assert table.do("C4 C2 C9").waiting == (1,)


def test_oh_08_follow_suit_if_you_can() -> None:
    table = Table("C2 D2 H2", "C3 C5 SA", "D4 S4 H4").do("0 0 0 C2")
    assert table.open_now() == {"C3", "C5"}
    assert refused(table, "SA", "OH-8") == "must follow Clubs"
    assert refused(table, "C9", "OH-8") == "you do not hold C9"
    assert table.do("C3").open_now() == {"D4", "S4", "H4"}  # nobody has to trump


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
    table = Table(*trick.split(), turned="S2").do("0 0 0").do(trick)
    assert table.places("tricks") == [int(seat == winner) for seat in range(3)]


def test_oh_10_a_point_per_trick_and_ten_for_an_exact_bid() -> None:
    table = Table("CA DA HA", "C3 D3 H3", "C4 D4 H4").do("2 0 2").do("CA C3 C4 DA D3 D4 HA H3 H4")
    assert table.score_sheet == ((3, 10, 0),)
    exact = Table("CA DA HA", "C3 D3 H3", "C4 D4 H4").do("3 0 1").do("CA C3 C4 DA D3 D4 HA H3 H4")
    assert exact.score_sheet == ((13, 10, 0),)


def test_oh_11_the_most_points_win_and_equal_points_share() -> None:
    assert Table("CA", "C3", "C4", rounds=1).do("1 0 1 CA C3 C4").winners == (0,)
    assert Table("CA", "C3", "C4", rounds=1).do("0 0 0 CA C3 C4").winners == (1, 2)


def test_only_ones_own_cards_are_seen() -> None:
    table = Table("CA", "C3", "C4")
    hidden, own = Place(cards=1), Place(cards=1, hand=("C3",))
    assert table.view(1).table.places == (hidden, own, hidden)
    assert table.view().table.places == (hidden, hidden, hidden)


def test_what_is_told_beside_the_table() -> None:
    table = Table("CA DA", "C3 D3", "C4 D4").do("1")
    assert [worth.payoff.exact for worth in table.view(1).told.bid_payoffs] == [10, 11, 12]
    assert table.view(0).told.bid_payoffs == ()
    assert table.do("2 1 CA C3").view().told.trick_winner == 0
    assert table.do("C4").view().told.standings == ("exact", "short", "open")
    assert [seat.parts for seat in table.do("DA D3 D4").sheet[0].seats][2] == (("tricks", 0),)


def test_every_ruling_has_a_test_and_every_number_a_ruling() -> None:
    here = Path(__file__)
    rulings = {int(number) for number in re.findall(r"^\| OH-(\d+) \|", _text(here.parents[1] / "README.md"), re.M)}
    assert {int(number) for number in re.findall(r"^def test_oh_(\d+)_", _text(here), re.M)} == rulings
    for source in (here.parents[1] / "src").rglob("*.py"):
        assert {int(number) for number in re.findall(r"OH-(\d+)", _text(source))} <= rulings


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
