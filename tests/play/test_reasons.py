"""Reasons that whoever holds a card can see: they hold by the rules, and only games with words for them give them."""

from random import Random

import pytest

from stichwerk.games.texts import LANGUAGES
from stichwerk.kernel.state import snapshot
from stichwerk.play.match import Match
from stichwerk.play.reasons import seen_reasons
from support.matches import begin, random_move


def at_choices(match: Match, seed: int):
    """Every turn of a random round at which there is a card to choose."""
    random = Random(seed)
    while not match.between_rounds and not match.finished:
        seat = match.waiting[0]
        cards = [move for move in match.legal(seat) if not move.islower() and ":" not in move]
        if match.view(seat).table.phase == "play" and len(cards) > 1:
            yield match.knowledge(seat), seat, random.sample(cards, 2)
        match.play(seat, random_move(match, seat, random))


@pytest.mark.parametrize(("game", "code"), [("rage", "void"), ("alles-oder-nichts", "void"), ("null-nichtig", "sums")])
def test_reasons_have_words_and_come_up(game, code):
    codes, match = set(), begin(game, 4)
    for known, _, (best, other) in at_choices(match, 1):
        for reason in seen_reasons(known, best, other):
            codes.add(reason.code)
            assert reason.move == best
            for language in LANGUAGES:
                text = match.game.texts(language).messages[f"why.{reason.code}"]
                assert "{move}" in text
    assert codes == {code}


def test_what_the_trick_changes_is_what_happens():
    found = 0
    for seed in range(4):
        match = begin("null-nichtig", 3)
        for known, seat, (best, other) in at_choices(match, seed):
            for reason in seen_reasons(known, best, other):
                before = match.view(seat).annotations.sums
                then = known.copy()
                then.apply(match._engine.notation.move(best).actions[0])
                after = match.game.book.annotator.annotate(snapshot(then.states), seat).sums
                who, points = int(reason.about["seat"]), reason.about["points"]
                assert after[who] - before[who] == points
                assert (points > 0) == (who == seat)
                found += 1
    assert found > 3


def test_the_last_of_a_colour_is_just_that():
    match = begin("rage", 4)
    for known, seat, (best, other) in at_choices(match, 2):
        hand = match.view(seat).table.places[seat].hand
        for reason in seen_reasons(known, best, other):
            assert [card[0] for card in hand].count(str(reason.about["colour"])) == 1
