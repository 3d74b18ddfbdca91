"""NN-14: everything laid or played is public; a pile shows its top card and its depth."""

import pytest
from msgspec.structs import replace

from stichwerk.games.view import Pile

LAYOUTS = {0: ("R3", "R5", "G8"), 1: ("B1", "B2", "B3"), 2: ("V5", "V6", "V7")}


@pytest.fixture
def table(laid_out):
    return laid_out([["Y9", "B7"], ["V2", "Y4"], ["Y0", "V8"]], LAYOUTS).play("Y9", "V2", "Y0", "B7", "Y4")


@pytest.mark.parametrize("watcher", [-1, 0, 1, 2])
def test_nn_14_all_see_layouts_piles_and_the_trick(table, watcher):
    seen = table.seen_by(watcher)
    assert [place.shows["laid"] for place in seen.places] == [LAYOUTS[0], LAYOUTS[1], LAYOUTS[2]]
    assert seen.places[0].shows["piles"] == (
        Pile("G", "G8", 1),
        Pile("V", "V2", 1),
        Pile("R", "R5", 2),
        Pile("Y", "Y0", 2),
    )
    assert seen.places[1].shows["piles"] == (Pile("B", "B3", 3),)
    assert seen.trick == ("B7", "Y4")


@pytest.mark.parametrize("watcher", [-1, 0, 1, 2])
def test_nn_14_hands_are_seen_by_their_players_only(table, watcher):
    everything = table.table
    places = [place if seat == watcher else replace(place, hand=()) for seat, place in enumerate(everything.places)]
    assert table.seen_by(watcher) == replace(everything, places=tuple(places))
    assert [place.cards for place in table.seen_by(watcher).places] == [8, 8, 9]


def test_nn_14_what_was_laid_or_played_is_counted_as_seen(table):
    counts = zip(table.names, table.feature(1, "seen"), strict=True)
    seen = {name: count for name, count in counts if count}
    laid = [card for layout in LAYOUTS.values() for card in layout]
    assert seen == dict.fromkeys([*laid, "Y9", "V2", "Y0", "B7", "Y4"], 1)


@pytest.mark.parametrize("watcher", range(3))
def test_nn_14_an_observation_shows_trick_and_piles_from_ones_own_seat_on(table, watcher):
    """Seat 0 led B7, seat 1 played Y4. Piles in the order B G V R Y."""
    tops = [[-1, 8, 2, 5, 0], [3, -1, -1, -1, -1], [-1, -1, 7, -1, -1]]
    depths = [[0, 1, 1, 2, 2], [3, 0, 0, 0, 0], [0, 0, 3, 0, 0]]
    seats = [(watcher + near) % 3 for near in range(3)]
    assert table.feature(watcher, "trick_number")[:3] == [[7, 4, -1][seat] for seat in seats]
    assert table.feature(watcher, "trick_place")[:3] == [[1, 2, 0][seat] for seat in seats]
    assert table.feature(watcher, "top")[:15] == [top for seat in seats for top in tops[seat]]
    assert table.feature(watcher, "depth")[:15] == [depth for seat in seats for depth in depths[seat]]
    blue, yellow, none = [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0] * 5
    colours = [bit for seat in seats for bit in [blue, yellow, none][seat]]
    assert table.feature(watcher, "trick_colour")[:15] == colours
