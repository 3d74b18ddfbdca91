"""The hand-written players: the same in every mode, blind to what is hidden, and sensible where it is obvious."""

import numpy as np
import pytest

from stichwerk.bots import Knowledge, bot
from stichwerk.games import game, game_ids
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import rng
from support.plain_mode import in_plain_mode
from support.policy_trace import traces
from support.small_network import write_coloured_network
from support.tables import Round


def test_every_action_is_the_same_in_plain_mode():
    """Plain mode checks every index, too; to compile the players with such checks would take half a minute more."""
    ours = [line for game_id in game_ids() for line in traces(game_id)]
    assert ours == in_plain_mode("policy_trace.py")


def chosen(table: Round) -> str:
    """What the rules bot does at the seat to act."""
    book, mask, seat = table.book, table.book.new_mask(), table.to_act
    hidden = table.states.copy()
    book.at.hide(hidden, 0, seat)
    book.at.legal(table.states, 0, seat, mask)
    found = table.game
    action = bot("rules", found).choose(Knowledge(found, found.options(), seat, hidden), members(mask.tolist()), rng(1))
    return book.presentation.actions(found.options()).names[action]


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize(
    "name",
    ["rules", "rules@noise=9", "1", *(f"search@24,policy=FILE,judge=FILE,ahead={ahead},doubt=0" for ahead in (0, 1))],
)
def test_what_is_hidden_does_not_matter(game_id, name, tmp_path):
    """The policy looks at the true state, at another world and at the hidden state alike. So does a search with a judge
    who sees all cards: it is only asked about worlds that the search has dealt.
    """
    found = game(game_id)
    write_coloured_network(found, tmp_path / "small.npz")
    name = name.replace("FILE", str(tmp_path / "small.npz"))
    at, mask, generator = found.book.at, found.book.new_mask(), rng(4)
    player = bot(name, found)
    states = found.book.new_states()
    at.begin(states, 0, np.array(found.options().vector(4, 1), np.int64))
    at.deal(states, 0, found.book.deck[np.argsort([(7 * i) % 113 for i in range(found.book.deck.size)])])
    while waiting := int(at.awaiting(states, 0)):
        seat = waiting.bit_length() - 1
        at.legal(states, 0, seat, mask)
        legal = members(mask.tolist())
        world, hidden = states.copy(), states.copy()
        at.redeal(world, 0, seat, generator)
        at.hide(hidden, 0, seat)
        answers = {
            player.choose(Knowledge(found, found.options(), seat, seen), legal, rng(9))
            for seen in (states, world, hidden)
        }
        assert len(answers) == 1
        at.apply(states, 0, seat, answers.pop())


# ---------------------------------------------------------------- what anybody would do


def test_rage_who_has_the_bid_ducks_and_sheds_the_highest_card_that_loses():
    table = Round("rage", [["R9", "B5"], ["R12", "R8"], ["G3", "G4"]], ["Y1"])
    table.play("bid:1", "bid:0", "bid:0", "R9")
    assert chosen(table) == "R8"


def test_rage_who_needs_the_last_trick_takes_it_when_last():
    table = Round("rage", [["R9", "B5"], ["R2", "B8"], ["R11", "R4"]], ["Y1"])
    table.play("bid:0", "bid:0", "bid:1", "R9", "R2")
    assert chosen(table) == "R11"


def test_rage_nobody_bids_more_than_a_weak_hand_promises():
    weak = ["B0", "G1", "R0", "V1", "O0"]
    strong = ["Y15", "Y14", "J", "B15", "G15"]
    table = Round("rage", [weak, strong, [], []], ["Y1"])
    low = int(chosen(table).removeprefix("bid:"))
    table.play(f"bid:{low}")
    assert low == 0
    assert int(chosen(table).removeprefix("bid:")) >= 3


def test_alles_oder_nichts_the_last_player_takes_or_leaves_as_the_bid_asks():
    for bid, card in (("bid:1", "G9"), ("bid:0", "G2")):
        table = Round("alles-oder-nichts", [["G5", "B1", "B2"], ["G6", "B3", "B4"], ["G9", "G2", "Y1"]], ["R1"])
        table.play("bid:0", "bid:0", bid, "hide", "hide", "hide", "G5", "G6")
        assert chosen(table) == card
