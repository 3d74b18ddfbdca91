"""Events: what happens is told in order, and to each seat only what it may know."""

import copy
from collections import Counter
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from stichwerk.games import SPECTATOR
from stichwerk.games.alles_oder_nichts.events import BidShown
from stichwerk.games.events import (
    Bid,
    BidsRevealed,
    CardPlayed,
    Dealt,
    Event,
    GameEnded,
    RoundScored,
    SecretMove,
    TrickTaken,
    TrumpTurned,
    to_dict,
)
from stichwerk.games.null_nichtig.events import LayoutsShown
from stichwerk.kernel.rng import rng
from stichwerk.kernel.state import snapshot
from stichwerk.play.match import Match
from stichwerk.play.record import from_data
from stichwerk.play.verify import replay
from support.matches import SECRETS, begin, lay_any, play, play_round, positions, stacked, whole_game


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def new_events(match: Match, *moves: str) -> tuple[Event, ...]:
    """What these moves make happen, as a spectator sees it."""
    since = match.event_count
    return play(match, *moves).events(since=since)


# ---------------------------------------------------------------- the deal


def test_everybody_sees_only_their_own_hand() -> None:
    match = stacked("alles-oder-nichts", ["R1 R2 R3 R4 R5 R6", "G1 G2 G3 G4 G5 G6", "B1 B2 B3 B4 B5 B6"], "Y7")
    own = [tuple(f"{colour}{number}" for number in range(1, 7)) for colour in "RGB"]
    for seat in range(3):
        hands = tuple(hand if seat == owner else () for owner, hand in enumerate(own))
        assert match.events(seat) == (Dealt(1, 2, hands), TrumpTurned(("Y7",), "Y"))
    assert match.events() == (Dealt(1, 2, ((), (), ())), TrumpTurned(("Y7",), "Y"))


def test_action_cards_turned_before_the_trump_are_told() -> None:
    match = stacked("rage", ["", ""], "NT J +5 G7 R1")
    assert match.events()[1:] == (TrumpTurned(("NT", "J", "+5", "G7"), "G"),)


def test_null_nichtig_has_no_trump() -> None:
    assert kinds(begin("null-nichtig").events()) == ["Dealt"]


# ---------------------------------------------------------------- bids


def test_open_bids_are_heard_at_once() -> None:
    match = stacked("rage", ["", "", ""])
    assert new_events(match, "bid:3", "bid:0", "bid:10") == (Bid(0, 3), Bid(1, 0), Bid(2, 10))


def test_simultaneous_bids_are_revealed_when_all_have_bid() -> None:
    match = stacked("rage", ["", "", ""], bidding="simultaneous")
    since = match.event_count
    match.play(2, "bid:4")
    match.play(0, "bid:1")
    assert match.events(since=since) == (SecretMove(2, ""), SecretMove(0, ""))
    assert match.events(0, since) == (SecretMove(2, ""), SecretMove(0, "bid:1"))
    match.play(1, "bid:2")
    assert match.events(0, since)[2:] == (SecretMove(1, ""), BidsRevealed((1, 2, 4)))


def test_secret_bids_are_revealed_when_the_round_is_over() -> None:
    match = stacked("rage", ["R1 G1", "R2 G2", "R3 G3"], "B0", round_no=9, bidding="secret")
    assert new_events(match, "bid:0", "bid:1", "bid:2") == (SecretMove(0, ""), SecretMove(1, ""), SecretMove(2, ""))
    so_far = kinds(new_events(match, "R1", "R2", "R3", "G3", "G1"))
    assert so_far == [*["CardPlayed"] * 3, "TrickTaken", *["CardPlayed"] * 2]
    assert new_events(match, "G2") == (
        CardPlayed(1, "G2"),
        TrickTaken(2, 2, ("G3", "G1", "G2")),
        BidsRevealed((0, 1, 2)),
        RoundScored(9, (10, -5, 12), (10, -5, 12)),
    )


def nichts(*shown: str) -> Match:
    """The last round, of three cards; seat 0 has bid 3, seat 1 one, seat 2 none. In `TRICKS` seat 0 takes all."""
    hands = ["R10 R11 R12", "R1 R2 R3", "R4 R5 R6"]
    return play(stacked("alles-oder-nichts", hands, "G1", round_no=4, rounds=4), "bid:3", "bid:1", "bid:0", *shown)


TRICKS = ("R10", "R1", "R4", "R11", "R2", "R5", "R12", "R3", "R6")


def test_bids_of_alles_oder_nichts_are_shown_one_by_one() -> None:
    match = nichts()
    assert new_events(match, "show", "hide", "show") == (BidShown(0, 3), BidShown(1, None), BidShown(2, 0))


def test_hidden_bids_are_revealed_at_scoring() -> None:
    match = nichts("show", "hide", "show")
    assert new_events(match, *TRICKS)[-4:] == (
        TrickTaken(0, 0, ("R12", "R3", "R6")),
        BidsRevealed((3, 1, 0)),
        RoundScored(4, (9, 0, 3), (9, 0, 3)),
        GameEnded((9, 0, 3), (0,)),
    )
    assert kinds(match.events()).count("BidsRevealed") == 1


def test_with_all_bids_open_there_is_nothing_to_reveal() -> None:
    match = play(nichts("show", "show", "show"), *TRICKS)
    assert "BidsRevealed" not in kinds(match.events())


def test_hiding_ones_bid_tells_only_its_player() -> None:
    match = nichts("hide")
    assert match.view(0).table.places[0].bid == 3
    for seat in (0, 1, 2, None):
        assert match.events(seat)[-1] == BidShown(0, None)


# ---------------------------------------------------------------- layouts


def test_layouts_are_shown_together() -> None:
    match = stacked("null-nichtig", ["Y9 Y0 R3", "B1 B2 B3", "G1 G2 G3"])
    since = match.event_count
    match.play(1, "lay:B3,B1,B2")
    match.play(2, "lay:G1,G2,G3")
    assert match.events(1, since) == (SecretMove(1, "lay:B3,B1,B2"), SecretMove(2, ""))
    match.play(0, "lay:Y9,Y0,R3")
    shown = LayoutsShown((("Y9", "Y0", "R3"), ("B3", "B1", "B2"), ("G1", "G2", "G3")))
    assert match.events(1, since)[2:] == (SecretMove(0, ""), shown)
    assert match.events(since=since + 3) == (shown,)


# ---------------------------------------------------------------- tricks and trump


def after_the_bids(hands: list[str], stock: str, round_no: int = 9) -> Match:
    return play(stacked("rage", hands, stock, round_no=round_no), *["bid:0"] * len(hands))


KEPT = ("O1", "O2", "O3")
G = TrumpTurned(("G0",), "G")
V = TrumpTurned(("V0",), "V")


def taken(seat: int, cards: str) -> TrickTaken:
    return TrickTaken(seat, 0, tuple(cards.split()))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Y8 R4 R5", [taken(2, "Y8 R4 R5")]),
        ("Y8 R4 NT", [taken(0, "Y8 R4 NT"), G]),  # turned after the trick
        ("Y8 R4 CT", [G, taken(0, "Y8 R4 CT")]),  # turned at once, for this trick
        ("Y8 G4 CT", [G, taken(1, "Y8 G4 CT")]),
        ("Y8 CT NT", [taken(0, "Y8 CT NT"), V]),  # G was turned with the CT before
        ("Y8 NT CT", [G, taken(0, "Y8 NT CT")]),
        ("Y8 NT R5", [taken(0, "Y8 NT R5"), G]),  # the NT was not last, but the trump comes with the end of the trick
        ("NT NT NT", [taken(0, "NT NT NT"), G]),
        ("Y8 CT G5", [taken(2, "Y8 CT G5")]),
        ("CT CT CT", [TrumpTurned(("B0",), "B"), taken(0, "CT CT CT")]),
    ],
)
def test_trump_and_trick_in_the_order_in_which_they_happen(cards: str, expected: list[Event]) -> None:
    played = cards.split()
    hands = [f"{card} {kept}" for card, kept in zip(played, KEPT, strict=True)]
    match = play(after_the_bids(hands, "R0 G0 V0 B0"), *played[:2])
    assert new_events(match, played[2]) == (CardPlayed(2, played[2]), *expected)


def test_change_trump_in_the_middle_of_a_trick() -> None:
    match = play(after_the_bids(["Y8", "CT", "R4"], "R0 -5 G0"), "Y8")
    assert new_events(match, "CT", "R4") == (
        CardPlayed(1, "CT"),
        TrumpTurned(("-5", "G0"), "G"),
        CardPlayed(2, "R4"),
        taken(0, "Y8 CT R4"),
    )


def test_no_trump_in_the_middle_of_a_trick_turns_nothing_yet() -> None:
    match = play(after_the_bids(["Y8", "NT", "R4"], "R0 G0"), "Y8")
    assert new_events(match, "NT") == (CardPlayed(1, "NT"),)


def test_after_the_last_trick_nothing_is_turned() -> None:
    match = play(after_the_bids(["Y8", "R4", "NT"], "R0 G0", round_no=10), "Y8", "R4")
    assert new_events(match, "NT") == (
        CardPlayed(2, "NT"),
        taken(0, "Y8 R4 NT"),
        RoundScored(10, (-4, 10, 10), (-4, 10, 10)),
        GameEnded((-4, 10, 10), (1, 2)),
    )


def test_change_trump_in_the_last_trick_is_turned() -> None:
    match = play(after_the_bids(["Y8", "G4", "CT"], "R0 G0", round_no=10), "Y8", "G4")
    assert new_events(match, "CT")[:3] == (CardPlayed(2, "CT"), G, taken(1, "Y8 G4 CT"))


def test_a_joker_is_told_with_its_colour() -> None:
    match = after_the_bids(["J O1", "G4 O2", "V5 O3"], "R0")
    assert new_events(match, "J:R", "G4", "V5") == (
        CardPlayed(0, "J:R"),
        CardPlayed(1, "G4"),
        CardPlayed(2, "V5"),
        taken(0, "J:R G4 V5"),
    )


@pytest.mark.parametrize("kind", SECRETS)
def test_a_trick_is_the_cards_just_played(kind) -> None:
    played: list[CardPlayed] = []
    for event in whole_game(kind).events():
        if isinstance(event, CardPlayed):
            played.append(event)
        if isinstance(event, TrickTaken):
            assert event.leader == played[0].seat
            assert event.cards == tuple(card.card for card in played)
            assert event.seat in {card.seat for card in played}
            played = []
    assert played == []


# ---------------------------------------------------------------- since


@pytest.mark.parametrize("kind", SECRETS)
def test_since_gives_what_is_new(kind) -> None:
    since = 0
    heard: list[Event] = []
    for match in positions(kind, 12):
        heard += match.events(0, since)
        assert tuple(heard) == match.events(0)
        since = match.event_count
        assert match.events(0, since) == ()
        assert match.events(0, since - 1) == match.events(0)[-1:]


def test_events_cannot_be_changed_and_are_plain_data_on_demand() -> None:
    event = begin("rage").events(0)[0]
    with pytest.raises(FrozenInstanceError):
        event.round = 2  # type: ignore[attr-defined]
    assert to_dict(Bid(1, 3)) == {"event": "Bid", "seat": 1, "bid": 3}


# ---------------------------------------------------------------- who may know what


def another_world(match: Match, seat: int, generator: Any) -> dict[str, Any]:
    """The record of a game that the seat cannot tell from this one: the others hold other cards, have bid or laid
    otherwise in secret, and everything that the seat saw was the same."""
    book, states = match.game.book, match._engine.states.copy()
    book.at.redeal(states, 0, seat, generator)
    world = book.presentation.table(snapshot(states), SPECTATOR)
    record = copy.deepcopy(without_deals(match))
    part = record["rounds"][-1]
    unused = Counter(card for cards in (*part["hands"], part["stock"]) for card in cards)
    for number, (other, move) in enumerate(part["moves"]):
        place = world.places[other]
        if move.startswith("bid:") and place.bid is not None:
            part["moves"][number][1] = f"bid:{place.bid}"
        if move.startswith("lay:"):
            part["moves"][number][1] = "lay:" + ",".join(place.shows.get("laid", ()))
    for owner, place in enumerate(world.places):
        moves = [move for mover, move in part["moves"] if mover == owner and not move.startswith("bid:")]
        gone = [card for move in moves for card in move.removeprefix("lay:").split(",") if card not in ("show", "hide")]
        hand = [*(card.partition(":")[0] for card in gone), *place.hand]
        if owner != seat:
            part["hands"][owner] = hand
        assert len(part["hands"][owner]) == len(hand)
        unused.subtract(hand)
    turned = list(world.turned)
    part["stock"] = turned + sorted((unused - Counter(turned)).elements())
    return record


def without_deals(match: Match) -> dict[str, Any]:
    """The record without its commitment, so that the stock is free."""
    return {key: value for key, value in match.record().items() if key not in ("commitment", "salts", "seed")}


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
@pytest.mark.parametrize("kind", SECRETS)
def test_games_that_a_seat_cannot_tell_apart_tell_it_the_same(kind, seat: int) -> None:
    generator, different = rng(5), Counter[str]()
    watcher = None if seat == SPECTATOR else seat
    for match in positions(kind, 8, seed=1, every=9):
        true = replay(from_data(without_deals(match)))
        other = replay(from_data(another_world(match, seat, generator)))
        assert other.events(watcher) == true.events(watcher)
        assert other.view(watcher) == true.view(watcher)
        different["hands"] += other.record()["rounds"][-1]["hands"] != true.record()["rounds"][-1]["hands"]
        different["moves"] += other.record()["rounds"][-1]["moves"] != true.record()["rounds"][-1]["moves"]
    assert different["hands"] > 2, "the others hold other cards"
    if kind[0] == "alles-oder-nichts" or ("bidding", "secret") in kind:  # where bids stay hidden for long
        assert different["moves"] > 2, "the others have bid otherwise"


@pytest.mark.parametrize(
    ("table", "one", "other"),
    [
        (lambda: begin("rage", bidding="simultaneous"), "bid:1", "bid:2"),
        (lambda: begin("rage", bidding="secret"), "bid:1", "bid:2"),
        (lambda: begin("alles-oder-nichts"), "bid:1", "bid:2"),
        (lambda: stacked("null-nichtig", ["", "Y9 Y0 R3 B2 B1", ""]), "lay:Y9,Y0,R3", "lay:B1,Y9,B2"),
    ],
)
def test_a_secret_move_is_known_to_its_player_only(table, one: str, other: str) -> None:
    first, second = table(), table()
    first.play(1, one)
    second.play(1, other)
    for seat in (None, 0, 2):
        assert first.events(seat) == second.events(seat)
        assert first.view(seat) == second.view(seat)
    assert first.events(1)[-1] == SecretMove(1, one)
    assert second.events(1)[-1] == SecretMove(1, other)
    assert one not in str([first.events(seat) for seat in (None, 0, 2)])


@pytest.mark.parametrize(
    ("game_id", "options"), [("rage", {"bidding": "secret"}), ("alles-oder-nichts", {"rounds": 2})]
)
def test_a_bid_that_stays_hidden_is_not_told_before_the_end_of_the_round(game_id: str, options: dict[str, Any]) -> None:
    told = []
    for bid in ("bid:1", "bid:2"):
        match = begin(game_id, **options)
        play(match, "bid:0", bid, "bid:0")
        if game_id == "alles-oder-nichts":
            play(match, "hide", "hide", "hide")
        told.append(play_round(match, seed="the same cards"))
    one, other = told
    for seat in (None, 0, 2):
        revealed = kinds(one.events(seat)).index("BidsRevealed")
        assert one.events(seat)[:revealed] == other.events(seat)[:revealed]
        assert kinds(one.events(seat)[revealed:]) == ["BidsRevealed", "RoundScored"]
        assert one.events(seat)[revealed] == BidsRevealed((0, 1, 0))
        assert other.events(seat)[revealed] == BidsRevealed((0, 2, 0))


def test_laying_order_between_seats_does_not_tell_the_layout() -> None:
    match = lay_any(begin("null-nichtig"))
    secret = [event for event in match.events(1) if isinstance(event, SecretMove)]
    assert [bool(event.move) for event in secret] == [False, True, False]
