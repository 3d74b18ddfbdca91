"""What holds at every step of every game, whatever happens (Hypothesis chooses variant, deals and moves)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk.games import game, games
from stichwerk.kernel.state import snapshot
from stichwerk.testing import positions, variants_of

CHOICES = [(found.id, variant) for found in games() for variant in variants_of(found)]
anything = st.tuples(st.sampled_from(CHOICES), st.integers(0, 2**31))


def observed(found, states, seat):
    out = found.book.new_observation()
    found.book.at.observe(states, 0, seat, out)
    layout = found.book.layout
    return {
        feature.name: out[layout.start(feature.name) : layout.start(feature.name) + feature.size].tolist()
        for feature in layout.features
    }


def follows_suit(found):
    return "void" in {feature.name for feature in found.book.layout.features}


def deck_counts(found):
    kinds = observed(found, found.book.new_states(), 0)["hand"]
    counts = [0] * len(kinds)
    for card in found.book.deck.tolist():
        counts[card] += 1
    return counts


@settings(max_examples=15)
@given(anything)
def test_cards_are_conserved_at_every_step(choice):
    """Every card is in a hand, has been seen, or is out of sight; none is in two places or twice."""
    (game_id, variant), seed = choice
    found = game(game_id)
    counts = deck_counts(found)
    for states in positions(found, variant, seed):
        s = snapshot(states)
        views = [observed(found, states, seat) for seat in range(s.players)]
        where = [view["hand"] for view in views] + [views[0]["seen"]]
        secret = [card for view in views for card in view.get("laid", []) if card >= 0]
        for card, copies in enumerate(counts):
            assert sum(place[card] for place in where) + secret.count(card) <= copies
        total = sum(map(sum, where)) + len(secret)
        turned = found.book.presentation.table(s, 0).turned
        assert total == s.players * s.hand_size + len(turned)


@settings(max_examples=15)
@given(st.tuples(st.sampled_from([c for c in CHOICES if follows_suit(game(c[0]))]), st.integers(0, 2**31)))
def test_nobody_is_ever_marked_void_in_a_colour_they_hold(choice):
    (game_id, variant), seed = choice
    found = game(game_id)
    options = found.options.read(variant.options)
    names = found.book.presentation.card_names(options)
    colour_of = [found.cards.face(name).colour for name in names]
    colours = [colour for colour in dict.fromkeys(colour_of) if colour is not None]
    for states in positions(found, variant, seed):
        for seat in range(variant.players):
            view = observed(found, states, seat)
            held = {colour_of[card] for card, count in enumerate(view["hand"]) if count}
            void = {colour for colour, marked in zip(colours, view["void"], strict=False) if marked}
            assert not held & void


@settings(max_examples=25)
@given(anything)
def test_scores_are_within_bounds(choice):
    (game_id, variant), seed = choice
    found = game(game_id)
    options = found.options.read(variant.options)
    for states in positions(found, variant, seed):
        s = snapshot(states)
        if s.waiting == 0:
            low, high = options.score_bounds(variant.players, s.round_no)
            assert all(low <= score <= high for score in s.scores[: s.players])
            assert sum(s.tricks[: s.players]) == s.tricks_done
