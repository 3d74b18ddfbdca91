"""The hand-written player of Null & nichtig finds what is obvious, and looks at nothing that its seat cannot see."""

import numpy as np
import pytest

from stichwerk.games import game
from stichwerk.games.null_nichtig.policy import NOISE, STYLE, policy
from stichwerk.games.null_nichtig.rules import add
from stichwerk.games.null_nichtig.state import PLAY
from stichwerk.kernel.bits import has
from stichwerk.kernel.rng import rng, shuffle
from stichwerk.testing import variants_of
from support.tables import Round

VARIANTS = variants_of(game("null-nichtig"))
NOBODY_HAS_PILES = ("", "", "", "")


def position(hand: str, trick: str = "", piles: tuple[str, ...] = NOBODY_HAS_PILES, **options) -> Round:
    """Late in a round: the trick so far, led by seat 0, the piles by seat, and the hand of the seat to act."""
    table = Round("null-nichtig", [[]] * len(piles), **options)
    s, cards, seat = table.s, trick.split(), len(trick.split())
    s.hand[:] = 0
    for name in hand.split():
        add(s.hand[seat], table.names.index(name))
    for owner, names in enumerate(piles):
        for card in map(table.names.index, names.split()):
            s.top[owner, card // 12], s.depth[owner, card // 12] = card, 1
            add(s.seen, card)
    for place, card in enumerate(map(table.names.index, cards)):
        s.trick_colour[place], s.trick_number[place] = card // 12, card % 12
        add(s.seen, card)
    s.laid_count[: len(piles)] = s.to_lay
    s.phase, s.leader, s.played, s.waiting = PLAY, 0, seat, 1 << seat
    s.tricks_done = s.hand_size - s.to_lay - len(hand.split())
    return table


def action_in(table: Round, states=None, seat: int | None = None, style=STYLE, generator=None) -> int:
    seat = table.to_act if seat is None else seat
    s, mask = (table.states if states is None else states)[0], table.book.new_mask()
    table.verbs.legal(s, seat, mask)
    return int(policy(s, seat, mask, rng(0) if generator is None else generator, style))


def choice(table: Round) -> str:
    """What the player does in this position, by name."""
    return table.actions.names[action_in(table)]


# ---------------------------------------------------------------- the last player sees all


def test_takes_a_trick_that_brings_twenty_points():
    assert choice(position("G9 B2", "V7 R6 Y8")) == "G9"


def test_leaves_a_trick_that_ruins_the_own_piles():
    assert choice(position("G11 B2", "V0 R1 Y3", ("", "", "", "V10 R9 Y8"))) == "B2"


def test_puts_a_zero_on_the_elevens_of_the_winner():
    assert choice(position("R0 V0 Y0", "G10 B1 B2", ("V11 R3", "", "", ""))) == "V0"


def test_gives_the_winner_a_card_that_a_later_one_covers():
    """Seat 1 takes B9, then the last card, then seat 0's V2: V8 is covered at once, R8 is not."""
    assert choice(position("V8 R8", "V2 B9 G1", ("", "", "", ""))) == "V8"


@pytest.mark.parametrize(("collecting", "chosen"), [("clockwise", "R0"), ("as-played", "V0")])
def test_knows_which_card_the_winner_takes_last(collecting, chosen):
    """Clockwise seat 0's V9 comes after a V0; as played the V0 covers it."""
    piles = ("", "R5", "", "")
    assert choice(position("V0 R0", "V9 B10 G1", piles, collecting=collecting)) == chosen


@pytest.mark.parametrize(("red", "chosen"), [("R2", "Y0"), ("R5", "R0")])
def test_as_played_the_winners_own_card_is_covered_by_earlier_ones_too(red, chosen):
    """Seat 1 takes Y11, then Y3: a Y0 costs it three points, not eleven."""
    assert choice(position("Y0 R0", "Y3 Y11 G1", ("", red, "", ""), collecting="as-played")) == chosen


def test_gives_a_partner_the_high_card_and_an_opponent_the_low_one():
    piles = ("", "R6", "R6", "")
    assert choice(position("R0 R8", "B1 B2 G11", piles, teams=True)) == "R0"
    assert choice(position("R0 R8", "B1 G11 B2", piles, teams=True)) == "R8"


@pytest.mark.parametrize(("own", "chosen"), [("B11 V11 R11 Y11", "G1"), ("B0 V0 R0 Y0", "G11")])
def test_the_same_trick_is_good_or_bad_for_the_own_piles(own, chosen):
    assert choice(position("G11 G1", "B4 V5 R3", ("", "", "", own))) == chosen


def test_the_last_card_is_played_whatever_it_is():
    assert choice(position("Y0", "V7 R6 Y8")) == "Y0"


# ---------------------------------------------------------------- laying out


def test_three_colours_are_laid_and_none_of_the_zeros():
    hand = ("B0", "B0", "G0", "V0", "B9", "G9", "V9", "B1", "R1", "B2", "B3", "G3", "V3")
    table = Round("null-nichtig", [list(hand), [], []])
    for _ in range(3):
        table.act(0, table.actions.names[action_in(table, seat=0)])
    assert sorted(table.table.places[0].shows["laid"]) == ["B9", "G9", "V9"]


# ---------------------------------------------------------------- fair play


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_action_is_legal_and_the_same_in_every_world_the_seat_thinks_possible(variant):
    table = Round("null-nichtig", [[]] * variant.players, **variant.options)
    generator, mask = rng(5), table.book.new_mask()
    for here in table.random_positions(2, seed=variant.players):
        for seat in here.waiting:
            action = action_in(here, seat=seat)
            here.verbs.legal(here.s, seat, mask)
            assert has(mask, action)
            world = here.states.copy()
            here.verbs.redeal(world[0], seat, generator)
            assert action_in(here, world, seat) == action
            here.verbs.hide(world[0], seat)
            assert action_in(here, world, seat) == action


def test_without_noise_nothing_is_drawn():
    generator = rng(1)
    before = generator.tolist()
    action_in(position("G9 B2", "V7 R6 Y8"), generator=generator)
    assert generator.tolist() == before


def test_noise_blurs_the_choice():
    style = STYLE.copy()
    style[NOISE] = 100.0
    table = position("G9 B2 Y0", "V7 R6 Y8")
    chosen = [table.actions.names[action_in(table, style=style, generator=rng(seed))] for seed in range(50)]
    assert set(chosen) == {"G9", "B2", "Y0"}
    assert chosen == [table.actions.names[action_in(table, style=style, generator=rng(seed))] for seed in range(50)]


# ---------------------------------------------------------------- strength and modes


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_beats_random_players(players):
    table = Round("null-nichtig", [[]] * players)
    generator, deck, mask, points = rng(3), table.book.deck.copy(), table.book.new_mask(), np.zeros(players)
    rounds = 60
    for _ in range(rounds):
        shuffle(generator, deck, deck.size)
        table.verbs.deal(table.s, deck)
        while table.waiting:
            seat = table.to_act
            action = action_in(table) if seat == 0 else table.book.loops.random_action(table.s, seat, mask, generator)
            table.verbs.apply(table.s, seat, action)
        points += table.scores
    assert points[0] / rounds > points[1:].mean() / rounds + 5
