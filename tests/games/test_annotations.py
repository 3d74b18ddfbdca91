"""What a game tells beside the table, against what then happens: whole random games of every variant."""

from collections import defaultdict
from random import Random

import pytest

from stichwerk.games.annotations import Annotations, Annotator, BidPayoff, Part, Payoff
from stichwerk.games.events import CardPlayed, TrickTaken
from stichwerk.games.null_nichtig.annotations import PileChange, Preview
from stichwerk.games.view import Tableau
from stichwerk.play.match import Match
from stichwerk.play.match_view import View
from support.matches import VARIANTS, begin_kind, random_move, stacked, whole_game


def steps(kind):
    """A random game: before each move the view of the seat that moves, the move, and the table after it."""
    match, random = begin_kind(kind), Random(str(kind))
    while not match.finished:
        if match.between_rounds:
            match.deal()
        seat = random.choice(match.waiting)
        seen, move = match.view(seat), random_move(match, seat, random)
        match.play(seat, move)
        yield match, seen, move


@pytest.mark.parametrize("kind", VARIANTS)
def test_what_is_told_is_what_happens(kind):
    payoffs: dict[int, BidPayoff] = {}
    for match, seen, move in steps(kind):
        now = match.view()
        check_trick_winner(match, seen, move)
        check_trumps(now)
        check_standings(seen)
        check_previews(seen, move, now)
        if seen.annotations.bid_payoffs:
            payoffs[seen.seat] = seen.annotations.bid_payoffs[int(move.removeprefix("bid:"))]
        assert bool(seen.annotations.bid_payoffs) == (seen.table.phase == "bid")
        check_show(seen)
        if match.between_rounds or match.finished:
            check_payoffs(payoffs, now.table)
            assert now.annotations.sums in ((), now.table.scores)
            payoffs = {}


def check_trick_winner(match: Match, seen: View, move: str) -> None:
    """Whoever was winning takes the trick, or the last who played, unless the trump has changed."""
    assert (seen.annotations.trick_winner is None) == (not seen.table.trick)
    taken = [event for event in match.all_events()[-4:] if isinstance(event, TrickTaken)]
    if seen.table.phase == "play" and match.view().table.tricks_done != seen.table.tricks_done:
        assert taken[-1].seat in (seen.annotations.trick_winner, seen.seat) or move in ("NT", "CT")


def check_trumps(now: View) -> None:
    turned = [card[0] for card in now.table.turned if card[0] in "BGRYVO"]
    assert [trump for trump in now.trumps if trump] == turned
    assert (now.trumps[-1] if now.trumps else None) == now.table.trump


def check_standings(seen: View) -> None:
    if seen.game == "null-nichtig":
        assert seen.annotations.standings == ()
        return
    hand_size = seen.table.tricks_done + max(place.cards for place in seen.table.places)
    for place, told in zip(seen.table.places, seen.annotations.standings, strict=True):
        if place.bid is None:
            assert told == ("hidden" if place.has_bid else "none")
            continue
        possible = range(place.tricks, place.tricks + hand_size - seen.table.tricks_done + 1)
        assert (told == "exact") == (place.tricks == place.bid)
        assert (told == "over") == (place.tricks > place.bid)
        assert (told in ("exact", "open")) == (place.bid in possible)


def check_payoffs(payoffs: dict[int, BidPayoff], table: Tableau) -> None:
    """The payoff that was told at the bid, for the tricks that were then taken, is the score."""
    for seat, told in payoffs.items():
        place = table.places[seat]
        worth = told.shown if told.shown is not None and place.shown else told.payoff
        assert points_of(worth, told.bid, place.tricks, table.tricks_done) == table.scores[seat] - place.shows.get(
            "fives", 0
        )


def points_of(payoff: Payoff, bid: int, tricks: int, hand_size: int) -> int:
    if bid == tricks:
        return payoff.exact
    if tricks == hand_size and payoff.all_tricks is not None:
        return payoff.all_tricks
    return payoff.per_trick * tricks + payoff.missed


def check_show(seen: View) -> None:
    told = seen.annotations.more.get("show_payoffs")
    assert (told is not None) == (seen.table.phase == "show")
    if told is not None:
        assert seen.seat is not None
        bid = seen.table.places[seen.seat].bid
        assert bid is not None
        assert told.bid == bid
        assert (told.shown.exact, told.hidden.exact) == (2 * bid + 3, bid + 3)


def check_previews(seen: View, move: str, now: View) -> None:
    """The preview of the card that is played is what then lies, or what the piles then look like."""
    if seen.game != "null-nichtig" or seen.table.phase != "play":
        assert seen.annotations.more.get("previews") is None
        return
    assert seen.seat is not None
    assert set(seen.annotations.more["previews"].cards) == set(seen.table.places[seen.seat].hand)
    told = seen.annotations.more["previews"].cards[move]
    if now.table.trick:
        assert now.annotations.more["previews"].trick == told
        assert now.annotations.more["previews"].cards == {}
        assert now.annotations.trick_winner == told.seat
    else:
        assert told.seat == now.table.leader
        assert told == difference(seen.table, now.table)


def difference(before: Tableau, after: Tableau) -> Preview:
    old = {pile.colour: pile for pile in before.places[after.leader].shows.get("piles", ())}
    new = {pile.colour: pile for pile in after.places[after.leader].shows.get("piles", ())}
    changed = [colour for colour in new if colour not in old or new[colour].depth != old[colour].depth]
    count = [sum(int(pile.top[1:]) for pile in piles.values()) for piles in (old, new)]
    changes = [PileChange(each, old[each].top if each in old else None, new[each].top) for each in changed]
    return Preview(after.leader, count[1] - count[0], tuple(changes))


# ---------------------------------------------------------------- the score sheet


@pytest.mark.parametrize("kind", VARIANTS)
def test_the_parts_add_up_to_the_points(kind):
    match = whole_game(kind)
    totals = [0] * len(match.names)
    assert [each.round for each in match.sheet] == list(range(1, len(match.score_sheet) + 1))
    for line, scores in zip(match.sheet, match.score_sheet, strict=True):
        for seat, cell in enumerate(line.seats):
            totals[seat] += cell.points
            assert sum(part.points for part in cell.parts) == cell.points == scores[seat]
            assert cell.total == totals[seat]
            assert (cell.bid is None) == (match.game.id == "null-nichtig")
        lines = sum(cell.tricks for cell in line.seats)
        assert lines == line.hand_size - (0 if match.game.id != "null-nichtig" else 2 if len(totals) == 6 else 3)
    assert tuple(totals) == match.totals


def test_all_parts_of_each_game():
    found: defaultdict[str, set[str]] = defaultdict(set)
    for kind in VARIANTS:
        match = whole_game(kind.values[0])
        found[match.game.id] |= {part.what for line in match.sheet for cell in line.seats for part in cell.parts}
    assert found["rage"] >= {"tricks", "fives", "exact", "missed"}
    assert found["alles-oder-nichts"] == {"tricks", "exact", "missed"}
    assert found["null-nichtig"] == {f"pile:{colour}" for colour in "BGVRY"}


def test_a_round_that_is_not_over_is_not_on_the_sheet():
    match = begin_kind(("rage", 3))
    assert match.sheet == ()
    assert match.view().score_sheet == ()


# ---------------------------------------------------------------- trumps, in the order they came


@pytest.mark.parametrize(
    ("hands", "stock", "moves", "trumps"),
    [
        (["Y8 Y1", "R4 B1", "NT B2"], "R0 G0", "Y8 R4 NT", ("R", None, "G")),  # turned after the trick
        (["NT Y1", "R4 B1", "G4 B2"], "R0 G0", "NT", ("R", None)),
        (["NT Y1", "CT B1", "G4 B2"], "R0 G0", "NT CT", ("R", None, "G")),
        (["CT Y1", "NT B1", "NT B2"], "R0 G0 V0", "CT NT", ("R", "G", None)),
        (["CT Y1", "NT B1", "NT B2"], "R0 G0 V0", "CT NT NT", ("R", "G", None, "V")),
        (["Y8 Y1", "R4 B1", "CT B2"], "R0 +5 R1", "Y8 R4 CT", ("R", "R")),
        (["Y1", "B1", "NT"], "R0 G0", "Y1 B1 NT", ("R", None)),  # after the last trick nothing is turned
    ],
)
def test_trumps_in_the_order_they_came(hands, stock, moves, trumps):
    match = stacked("rage", hands, stock, round_no=11 - len(hands[0].split()))
    for move in ["bid:0"] * len(hands) + moves.split():
        match.play(match.waiting[0], move)
    assert match.view().trumps == trumps == match.view(1).trumps
    assert any(isinstance(event, CardPlayed) for event in match.all_events())


def test_a_game_may_tell_nothing():
    match = begin_kind(("alles-oder-nichts", 3))
    annotator, state = Annotator(), match._engine.states
    assert annotator.annotate(state[0], 0) == Annotations()
    assert annotator.parts(state[0], 0) == (Part("points", 0),)
