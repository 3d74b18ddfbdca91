"""Notation: names go there and back; whatever else is written is refused in words, and changes nothing."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.errors import BadDeal, BadNotation, StichwerkError
from stichwerk.games import game
from stichwerk.play.match import Match
from stichwerk.play.notation import Notation, notation
from support.matches import assert_one_line, begin, everything, lay_any, play, stacked

DECKS = [
    ("null-nichtig", {}, 60, 60),
    ("rage", {}, 101, 117),
    ("alles-oder-nichts", {"deck": "4x12"}, 48, 57),
    ("alles-oder-nichts", {"deck": "6x8"}, 48, 57),
]


def names_of(game_id: str, **options: object) -> Notation:
    chosen = game(game_id)
    return notation(chosen, chosen.options.read(options))


@pytest.mark.parametrize(("game_id", "options", "cards", "actions"), DECKS)
def test_every_name_goes_there_and_back(game_id: str, options: dict[str, str], cards: int, actions: int) -> None:
    names = names_of(game_id, **options)
    assert len(set(names.cards)) == cards
    assert len(set(names.actions.names)) == actions
    assert [names.card(name) for name in names.cards] == list(range(cards))
    assert [names.move(name).actions for name in names.actions.names] == [(action,) for action in range(actions)]


@pytest.mark.parametrize(("game_id", "options", "cards", "actions"), DECKS)
def test_a_card_and_the_action_that_plays_it_have_one_number(
    game_id: str, options: dict[str, str], cards: int, actions: int
) -> None:
    names = names_of(game_id, **options)
    for number, name in enumerate(names.cards):
        if name != "J":
            assert names.move(name).actions == (number,)


@pytest.mark.parametrize(
    ("game_id", "options", "first", "last"),
    [
        ("null-nichtig", {}, "B0 B1", "Y10 Y11"),
        ("rage", {}, "B0 B1", "O14 O15 NT CT +5 -5 J"),
        ("alles-oder-nichts", {"deck": "4x12"}, "R1 R2", "Y11 Y12"),
        ("alles-oder-nichts", {"deck": "6x8"}, "R1 R2", "O7 O8"),
    ],
)
def test_cards_are_colour_and_number(game_id: str, options: dict[str, str], first: str, last: str) -> None:
    cards = " ".join(names_of(game_id, **options).cards)
    assert cards.startswith(first + " ")
    assert cards.endswith(" " + last)


def test_moves_of_several_cards() -> None:
    names = names_of("null-nichtig")
    actions = names.move("lay:Y9,Y0,R3").actions
    assert actions == (names.card("Y9"), names.card("Y0"), names.card("R3"))
    assert names.lay(actions).text == "lay:Y9,Y0,R3"


@pytest.mark.parametrize("card", ["", "R", "16", "R16", "R01", "r1", "R1 ", "X3", "J:R", "nt", "bid:3", "R1,R2"])
def test_an_unknown_card_is_told_from_a_known_one(card: str) -> None:
    with pytest.raises(BadNotation) as error:
        names_of("rage").card(card)
    assert error.value.code == "bad-notation"
    assert error.value.message == f"rage has no card {card!r}; a card is written like Y2 or J"


@pytest.mark.parametrize(
    ("game_id", "move", "like"),
    [
        ("rage", "bid:11", "O15, +5 or bid:10"),
        ("rage", "bid:-1", "O15, +5 or bid:10"),
        ("rage", "bid:03", "O15, +5 or bid:10"),
        ("rage", "bid:", "O15, +5 or bid:10"),
        ("rage", "J:X", "O15, +5 or bid:10"),
        ("rage", "J:", "O15, +5 or bid:10"),
        ("rage", "show", "O15, +5 or bid:10"),
        ("rage", "lay:R1,R2,R3", "O15, +5 or bid:10"),
        ("null-nichtig", "J", "Y11 or lay:B1,B2,B3"),
        ("null-nichtig", "bid:0", "Y11 or lay:B1,B2,B3"),
        ("null-nichtig", "LAY:Y9,Y0,R3", "Y11 or lay:B1,B2,B3"),
        ("null-nichtig", "Y9,Y0,R3", "Y11 or lay:B1,B2,B3"),
        ("alles-oder-nichts", "Show", "Y12, show or hide"),
        ("alles-oder-nichts", "bid:7", "Y12, show or hide"),
        ("alles-oder-nichts", "R0", "Y12, show or hide"),
        ("alles-oder-nichts", "V1", "Y12, show or hide"),
    ],
)
def test_an_unknown_move_is_told_from_a_known_one(game_id: str, move: str, like: str) -> None:
    with pytest.raises(BadNotation) as error:
        names_of(game_id).move(move)
    assert error.value.message == f"{game_id} has no move {move!r}; a move is written like {like}"


@pytest.mark.parametrize(("game_id", "options", "cards", "actions"), DECKS)
def test_what_a_message_suggests_can_be_read(game_id: str, options: dict[str, str], cards: int, actions: int) -> None:
    names = names_of(game_id, **options)
    with pytest.raises(BadNotation) as error:
        names.move("?")
    for move in error.value.message.partition("like ")[2].replace(" or ", ", ").split(", "):
        names.move(move)


@pytest.mark.parametrize(
    ("laying", "card"),
    [
        ("lay:", ""),
        ("lay:Y9,", ""),
        ("lay:Y9 Y0 R3", "Y9 Y0 R3"),
        ("lay:Y9, Y0,R3", " Y0"),
        ("lay: Y9,Y0,R3", " Y9"),
        ("lay:Y9,Y0,R3 ", "R3 "),
        ("lay:Y9,Y12,R3", "Y12"),
        ("lay:lay:Y9", "lay:Y9"),
    ],
)
def test_a_laying_of_no_cards_says_which_is_none(laying: str, card: str) -> None:
    with pytest.raises(BadNotation) as error:
        names_of("null-nichtig").move(laying)
    assert error.value.message == f"null-nichtig has no card {card!r}; a card is written like V6 or Y11"


def test_a_joker_needs_its_colour() -> None:
    with pytest.raises(BadNotation, match=r"^J is played with the colour that it stands for, like J:B$"):
        names_of("rage").move("J")


def test_a_long_text_is_not_repeated_whole() -> None:
    with pytest.raises(BadNotation) as error:
        names_of("rage").move("R1" * 10_000)
    assert len(error.value.message) < 120


@pytest.mark.parametrize("change", [lambda deck: deck[:-1], lambda deck: [*deck, "R1"], lambda deck: ["R1", *deck[1:]]])
def test_a_deck_is_the_whole_deck(change) -> None:
    names = names_of("alles-oder-nichts")
    deck = list(reversed(names.cards))
    assert names.deck(deck).tolist() == list(range(47, -1, -1))
    with pytest.raises(BadDeal, match=r"^hands and stock are not the 48 cards of alles-oder-nichts$"):
        names.deck(change(deck))


# ---------------------------------------------------------------- whatever is typed


BIDS = ("bid:1", "bid:1", "bid:1")

TABLES = {
    "rage, bidding": lambda: begin("rage"),
    "rage, secret bids": lambda: begin("rage", bidding="secret"),
    "rage, seat 1 must follow": lambda: play(stacked("rage", ["R1", "R2 Y8 J NT", "R3"], "B0"), *BIDS, "R1"),
    "rage, seat 1 is free": lambda: play(stacked("rage", ["NT", "R2 Y8 J NT", "R3"], "B0"), *BIDS, "NT"),
    "null-nichtig, laying": lambda: begin("null-nichtig"),
    "null-nichtig, playing": lambda: lay_any(begin("null-nichtig")),
    "alles-oder-nichts, bidding": lambda: begin("alles-oder-nichts"),
    "alles-oder-nichts, showing": lambda: play(begin("alles-oder-nichts"), *BIDS),
    "alles-oder-nichts, playing": lambda: play(begin("alles-oder-nichts"), *BIDS, "show", "hide", "show"),
}


@cache
def table(name: str) -> tuple[Match, tuple[object, ...]]:
    """A match in a phase of a game, and all that is to be seen of it. No test changes it."""
    made = TABLES[name]()
    return made, everything(made)


def refused(name: str, seat: int, move: str) -> None:
    """The move raises a sentence on one line, and nothing has changed; unless it is legal, then it is not made."""
    match, before = table(name)
    if is_legal(match, seat, move):
        return
    with pytest.raises(StichwerkError) as error:
        match.play(seat, move)
    assert_one_line(error.value)
    assert everything(match) == before


def is_legal(match: Match, seat: int, move: str) -> bool:
    if not match.view(seat).to_lay:
        return move in match.legal(seat)
    kind, _, cards = move.partition("lay:")
    laid, hand = Counter(cards.split(",")), Counter(match.view(seat).table.places[seat].hand)
    return not kind and laid.total() == 3 and laid <= hand


SEATS = st.integers(0, 2)


@pytest.mark.parametrize("name", TABLES)
@given(seat=SEATS, move=st.text())
def test_any_text_is_refused_and_changes_nothing(name: str, seat: int, move: str) -> None:
    refused(name, seat, move)


@pytest.mark.parametrize("name", TABLES)
@given(seat=SEATS, data=st.data())
def test_a_move_with_a_slip_is_refused_and_changes_nothing(name: str, seat: int, data: st.DataObject) -> None:
    names = table(name)[0]._engine.notation
    moves = [*names.actions.names, *names.cards, "lay:" + ",".join(names.cards[:3])]
    move = data.draw(st.sampled_from(moves))
    place = data.draw(st.integers(0, len(move)))
    slip = data.draw(
        st.sampled_from(["", " ", "\n", ",", ":", "0", "1", "R", "J", "lay:", "bid:", "\0", "\ud800", "²"])
    )
    cut = data.draw(st.integers(0, 2))
    refused(name, seat, move[:place] + slip + move[place + cut :])


@pytest.mark.parametrize("name", TABLES)
def test_every_other_name_is_refused_and_changes_nothing(name: str) -> None:
    names = table(name)[0]._engine.notation
    for seat in range(3):
        for move in {*names.actions.names, *names.cards}:
            refused(name, seat, move)


def test_what_is_remembered_does_not_grow_with_the_options_that_anybody_asks_for():
    found = game("alles-oder-nichts")
    for target in range(1, 400):
        notation(found, found.options.read({"target": target}))
    assert notation.cache_info().currsize <= 256
