"""Score pads: what is entered, corrected and undone adds up to what the rules give."""

from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from stichwerk.errors import BadPlayers, NoPad
from stichwerk.games import Game, games
from stichwerk.play.pad import Pad
from stichwerk.play.pad_rules import PadTable, has_pad, pad_rules
from stichwerk.testing import variants_of
from stichwerk.testing.pads import check_pad_sizes, some_rounds

WITH_PAD = [game for game in games() if has_pad(game)]
EACH = pytest.mark.parametrize("game", WITH_PAD, ids=lambda game: game.id)


@EACH
def test_rounds_hands_and_bounds_are_those_of_every_variant(game: Game) -> None:
    for variant in variants_of(game):
        check_pad_sizes(game, game.options.read(variant.options), variant.players)


@EACH
@settings(max_examples=8, deadline=None, phases=[Phase.generate])
@given(data=st.data())
def test_any_sequence_of_entries_corrections_and_undoing_gives_what_the_rules_give(game: Game, data: Any) -> None:
    variant = data.draw(st.sampled_from(variants_of(game)))
    engine, rounds = some_rounds(game, variant.options, variant.players, data.draw(st.integers(0, 1000)))
    pad = Pad(game, variant.options, [str(seat) for seat in range(variant.players)], rounds[0].dealer)
    for number, played in enumerate(rounds, 1):
        cells = [(seat, name, value) for seat, entries in enumerate(played.seats) for name, value in entries.items()]
        for seat, name, value in data.draw(st.permutations(cells)):
            detour = data.draw(st.sampled_from(["none", "wrong", "undone", "undone twice"]))
            if detour == "wrong":
                pad.enter(number, seat, name, 0)
            right = pad.enter(number, seat, name, value)
            if detour == "undone":
                pad.undo(pad.enter(number, seat, name, None))
            if detour == "undone twice":
                pad.undo(pad.undo(right))
        assert pad.scores(number) == list(played.scores)
        assert (pad.dealer(number), pad.leader(number)) == (played.dealer, played.leader)
    assert tuple(pad.totals) == engine.totals
    assert tuple(pad.winners) == engine.winners
    assert pad.over == engine.finished


def test_a_round_that_cannot_be_does_not_count() -> None:
    pad = Pad(WITH_PAD[1], {}, ["Ida", "Tom"], 0)
    for seat, (bid, tricks) in enumerate([(4, 4), (5, 5)]):
        pad.enter(1, seat, "bid", bid)
        pad.enter(1, seat, "tricks", tricks)
    assert pad.table.broken(1, pad.entries(1)) == ["tricks"]
    assert (pad.played, pad.totals) == (0, [0, 0])
    pad.enter(1, 1, "tricks", 6)
    assert (pad.played, pad.totals) == (1, [14, 1])


def test_too_many_players_are_refused() -> None:
    with pytest.raises(BadPlayers):
        Pad(WITH_PAD[1], {}, [str(seat) for seat in range(9)], 0)


def test_a_template_that_cannot_be_evaluated_is_said() -> None:
    table = PadTable(msgspec.structs.replace(pad_rules(WITH_PAD[0]), hand={"$eval": "no"}), {}, 3)
    with pytest.raises(NoPad, match="no"):
        table.hand(1)


def test_a_cell_takes_what_can_stand_there_and_nothing_else() -> None:
    piles, bids, hidden = (PadTable(pad_rules(each), each.options.read({}).to_mapping(), 4) for each in WITH_PAD[:3])
    assert [value for value in range(-9, 99) if bids.takes("bid", 4, value)] == list(range(8))
    assert not any(bids.takes("bid", 1, value) for value in ("3", 2.5, True, [1], (None,) * 5))
    assert not bids.takes("hidden", 1, True)
    assert not bids.takes("", 1, None)
    assert piles.takes("tops", 1, 55)
    assert piles.takes("tops", 1, [0, None, 11, 3, 3])
    assert not any(piles.takes("tops", 1, value) for value in (56, [0] * 4, [0, 0, 0, 0, 12], [0, 0, 0, 0, True]))
    assert hidden.takes("hidden", 1, True)
    assert not hidden.takes("hidden", 1, 1)
    assert all(table.takes(table.rules.names[0], 1, None) for table in (piles, bids, hidden))
