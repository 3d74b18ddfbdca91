"""Par: what Masters make of the cards of a game."""

import pytest

from stichwerk import Match
from stichwerk.games import game, game_ids
from stichwerk.play.record import record_of
from stichwerk.review.par import par_of_record, par_of_seed
from stichwerk.review.plan import ReviewPlan


@pytest.mark.parametrize("game_id", game_ids())
def test_the_same_cards_have_the_same_par(game_id):
    found = game(game_id)
    assert par_of_seed(found, 4, "tea") == par_of_seed(found, 4, "tea")
    assert par_of_seed(found, 4, "tea") != par_of_seed(found, 4, "coffee")


def test_par_does_not_depend_on_how_a_game_was_played():
    """In Rage every deal and every lead is fixed beforehand: only the cards count."""
    pars = []
    for choice in (0, -1):
        match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
        while not match.finished:
            if not match.waiting:
                match.deal()
            seat = match.waiting[0]
            match.play(seat, match.legal(seat)[choice])
        pars.append(par_of_record(record_of(match.record()), plan=ReviewPlan(deals=50)))
    assert pars[0] == pars[1]
    assert 0 < pars[0].error < 10
