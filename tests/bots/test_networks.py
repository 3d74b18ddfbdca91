"""The learned players: computed rightly, blind to colours' names and seats' numbers, the same in every variant."""

import numpy as np
import pytest

from stichwerk.bots.policy import has_network, network_of
from stichwerk.games import game, games
from stichwerk.games.alles_oder_nichts import network as alles_oder_nichts
from stichwerk.games.policies import network as network_of_any
from stichwerk.games.policies.linear import MOST_GLANCE
from stichwerk.games.policies.network import MOST_ACTIONS, MOST_ON, packed, unpacked
from stichwerk.kernel.bits import members
from stichwerk.kernel.jit import bind
from stichwerk.kernel.rng import below, rng
from stichwerk.testing import variants_of
from support.tables import Round

SEES = {name: getattr(alles_oder_nichts, name) for name in ("look", "sight", "regard", "number_of")}
WEIGHTS = network_of(game("alles-oder-nichts")).style
consider = bind("test-network", (network_of_any.consider,), SEES)["consider"]


def odds(table: Round) -> dict[str, float]:
    """The probability of each legal action, by name."""
    mask, seat = table.book.new_mask(), table.to_act
    table.verbs.legal(table.s, seat, mask)
    actions, found = np.zeros(MOST_ACTIONS, np.int64), np.zeros(MOST_ACTIONS)
    count = consider(table.s, seat, mask, WEIGHTS, actions, found)
    assert tuple(actions[:count].tolist()) == members(mask.tolist())
    assert found[:count].sum() == pytest.approx(1)
    return {table.actions.names[action]: float(chance) for action, chance in zip(actions, found[:count], strict=False)}


def computed(table: Round) -> dict[str, float]:
    """The same with whole matrices."""
    inputs, features, numbers, bias_1, second, bias_2, last = unpacked(WEIGHTS.astype(np.float64))
    seat, on, glance, mask = table.to_act, np.zeros(MOST_ON, np.int64), np.zeros(MOST_GLANCE), table.book.new_mask()
    lit = np.zeros(len(inputs))
    lit[on[: alles_oder_nichts.sight(table.s, seat, on)]] = 1
    alles_oder_nichts.look(table.s, seat, glance)
    table.verbs.legal(table.s, seat, mask)
    values = {}
    for action in members(mask.tolist()):
        f = np.zeros(len(features), np.float32)
        alles_oder_nichts.regard(table.s, seat, action, glance, f)
        row = lit @ inputs + f @ features + numbers[alles_oder_nichts.number_of(table.s, action)] + bias_1
        values[table.actions.names[action]] = np.maximum(np.maximum(row, 0) @ second + bias_2, 0) @ last
    total = sum(np.exp(value) for value in values.values())
    return {name: np.exp(value) / total for name, value in values.items()}


def play_some(table: Round, steps: int, seed: int) -> None:
    generator, mask = rng(seed), table.book.new_mask()
    for _ in range(steps):
        if not table.verbs.awaiting(table.s):
            break
        table.verbs.legal(table.s, table.to_act, mask)
        legal = members(mask.tolist())
        table.verbs.apply(table.s, table.to_act, legal[below(generator, len(legal))])


@pytest.mark.parametrize("steps", [0, 2, 5, 8, 11, 17])
def test_the_probabilities_are_what_the_matrices_say(steps):
    table = Round("alles-oder-nichts", [["R1", "R9", "G4", "B12"], ["Y2"], ["G12"], []], ["R5"])
    play_some(table, steps, steps)
    assert odds(table) == pytest.approx(computed(table), rel=1e-3, abs=1e-5)


def test_weights_are_packed_and_unpacked():
    assert (packed(*unpacked(WEIGHTS)) == np.concatenate([[1], WEIGHTS[1:]]).astype(np.float32)).all()


def test_every_position_of_every_variant_has_its_own_inputs():
    found = game("alles-oder-nichts")
    on = np.zeros(MOST_ON, np.int64)
    for number, variant in enumerate(variants_of(found)):
        for steps in range(0, 40, 3):
            table = Round(found.id, [[] for _ in range(variant.players)], **variant.options)
            play_some(table, steps, number)
            if not table.verbs.awaiting(table.s):
                break
            inputs = on[: alles_oder_nichts.sight(table.s, table.to_act, on)].tolist()
            assert len(set(inputs)) == len(inputs)
            assert 0 <= min(inputs) <= max(inputs) < alles_oder_nichts.INPUTS
            mask = table.book.new_mask()
            table.verbs.legal(table.s, table.to_act, mask)
            numbers = [alles_oder_nichts.number_of(table.s, action) for action in members(mask.tolist())]
            assert len(set(numbers)) == len(numbers)
            assert 0 <= min(numbers) <= max(numbers) < alles_oder_nichts.ACTIONS


def test_it_does_not_matter_which_colour_is_trump_nor_who_sits_where():
    hands = [["R1", "R9", "G4"], ["Y2", "B3", "G7"], ["G12", "B11", "R2"], ["Y3", "Y4", "Y5"]]
    plan = ["bid:1", "bid:0", "bid:2", "bid:0", "hide", "show", "hide", "hide", "G4"]
    colours = "RGBY"

    def turned(name: str, by: int) -> str:
        return colours[(colours.index(name[0]) + by) % 4] + name[1:] if name[0] in colours else name

    seen = []
    for by in range(4):
        moved = [[turned(card, by) for card in hand] for hand in hands]
        table = Round("alles-oder-nichts", moved[-by:] + moved[:-by], [turned("R5", by)], dealer=(3 + by) % 4)
        chances = []
        for move in plan:
            chances.append({turned(name, -by): chance for name, chance in odds(table).items()})
            table.play(turned(move, by))
        seen.append(chances)
    for chances in seen[1:]:
        for mine, first in zip(chances, seen[0], strict=True):
            assert mine == pytest.approx(first, rel=1e-4)


def test_the_last_player_takes_or_leaves_as_the_bid_asks():
    for bid, card in (("bid:1", "G9"), ("bid:0", "G2")):
        table = Round("alles-oder-nichts", [["G5", "B1", "B2"], ["G6", "B3", "B4"], ["G9", "G2", "Y1"]], ["R1"])
        table.play("bid:0", "bid:0", bid, "hide", "hide", "hide", "G5", "G6")
        assert odds(table)[card] > 0.9


def test_it_rather_hides_a_bid_of_nothing():
    """It brings three points either way, and missed it costs more if it was shown."""
    table = Round("alles-oder-nichts", [["G1", "B1", "Y2"], [], [], []], ["R1"])
    assert odds(table)["bid:0"] > 0.5
    table.play("bid:0", "bid:0", "bid:0", "bid:0")
    assert odds(table)["hide"] > 0.5


def test_the_games_that_have_one():
    assert [each.id for each in games() if has_network(each)] == ["alles-oder-nichts"]
