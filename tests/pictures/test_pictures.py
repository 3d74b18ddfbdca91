"""Pictures in a notebook: nobody sees more on one than the seat may know, and names cannot break out of it."""

from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from stichwerk import Match, Record, View, compare, games
from stichwerk.games import game
from stichwerk.games.cards import PAINTS, SYMBOLS
from stichwerk.games.view import PILES
from stichwerk.kernel.rng import rng
from stichwerk.pictures.card_svg import card_svg, card_words, look
from stichwerk.play.notation import notation
from stichwerk.play.record import record_of
from support.matches import SECRETS, begin, play_out, play_round, positions

WEB = Path(__file__).parents[2] / "web" / "src"
GAMES = pytest.mark.parametrize("game_id", games.game_ids())
HOSTILE = ["<script>alert(1)</script>", "\"><img src=x onerror='x'>", "Zoë & Söhne"]


def parsed(html: str) -> ElementTree.Element:
    """The picture as a tree: it is well-formed XML, so nothing in it is left open."""
    return ElementTree.fromstring(html)


def drawn_cards(html: str) -> list[str]:
    """The cards that are drawn face up, in words."""
    return [str(each.get("aria-label")) for each in parsed(html).iter("svg") if "card" in (each.get("class") or "")]


def words(match: Match, cards: tuple[str, ...]) -> set[str]:
    return {card_words(match.game, card) for card in cards}


def may_be_seen(match: Match, view: View) -> set[str]:
    """The cards that lie open, and the hand of whoever looks."""
    table = view.table
    seen = words(match, table.trick) | words(match, view.last_trick.cards if view.last_trick else ())
    for place in table.places:
        seen |= words(match, tuple(pile.top for pile in place.shows.get(PILES, ())))
    return seen | (words(match, table.places[view.seat].hand) if view.seat is not None else set())


# ---------------------------------------------------------------- secrecy


@pytest.mark.parametrize("kind", SECRETS)
def test_no_picture_shows_a_card_that_is_not_open(kind):
    for match in positions(kind, 12):
        assert set(drawn_cards(match._repr_html_())) <= may_be_seen(match, match.view())
        for seat in range(len(match.names)):
            view = match.view(seat)
            html = view._repr_html_()
            assert html is not None
            assert set(drawn_cards(html)) <= may_be_seen(match, view)
            assert words(match, view.table.places[seat].hand) <= set(drawn_cards(html))


@pytest.mark.parametrize("kind", SECRETS)
def test_a_picture_is_the_same_in_all_worlds_that_a_seat_cannot_tell_apart(kind):
    for match in positions(kind, 4):
        states, generator = match._engine.states, rng(7)
        truth = states.copy()
        for seat in match.waiting:
            seen = (match.view(seat)._repr_html_(), match._repr_html_(), repr(match))
            for _ in range(4):
                states[:] = truth
                match.game.book.at.redeal(states, 0, seat, generator)
                match._engine.look()
                assert (match.view(seat)._repr_html_(), match._repr_html_(), repr(match)) == seen
            states[:] = truth
            match._engine.look()


def test_a_secret_bid_is_on_no_other_picture():
    match = begin("rage", bidding="secret")
    before = match._repr_html_()
    match.play(0, "bid:7")
    assert "bid 7" in str(match.view(0)._repr_html_())
    others = [match._repr_html_(), match.view(1)._repr_html_()]
    assert before != others[0]
    assert not any("bid 7" in str(html) for html in others)
    assert all("bid face down" in str(html) for html in others)


# ---------------------------------------------------------------- names and texts


@GAMES
def test_names_cannot_break_out_of_a_picture(game_id):
    match = Match.new(game_id, names=HOSTILE, seed="tea")
    pictures = [match._repr_html_(), match.view(0)._repr_html_()]
    play_out(match)
    pictures += [match._repr_html_(), match.record()._repr_html_()]
    for html in pictures:
        assert html is not None
        assert {each.tag for each in parsed(html).iter()} & {"script", "img"} == set()
        assert HOSTILE[0] in "".join(parsed(html).itertext())


def test_a_bot_cannot_break_out_of_a_comparison():
    class Hostile:
        name = HOSTILE[0]

        def choose(self, known, legal, rng):
            return legal[0]

    html = compare("rage", Hostile(), "random", deals=2, workers=1)._repr_html_()
    assert "script" not in {each.tag for each in parsed(html).iter()}


def test_a_game_that_is_not_installed_has_no_picture_but_a_text():
    view = begin("rage").view()
    assert msgspec.structs.replace(view, game="skat")._repr_html_() is None


# ---------------------------------------------------------------- what is to be seen


@GAMES
def test_every_card_is_drawn_with_its_label_and_its_symbol(game_id):
    found = game(game_id)
    for card in notation(found, found.options()).cards:
        face = found.cards.face(card)
        svg = parsed(card_svg(found, card))
        assert [each.text for each in svg.iter("text")] == [label for label in [face.label] if label]
        shapes = [each.get("d") for each in svg.iter("path")]
        assert shapes
        assert all(shapes)
        if face.colour and not face.special:
            assert shapes.count(look()["symbols"][found.cards.colour(face.colour).symbol]) == 2


def test_a_card_wears_the_colour_it_was_given():
    red = look()["symbols"]["heart"]
    assert red in card_svg(game("rage"), "J:R")
    assert red not in card_svg(game("rage"), "J")


def test_there_is_a_shape_for_every_symbol_and_a_paint_for_every_colour():
    assert set(look()["symbols"]) == set(SYMBOLS)
    assert {f"{paint}-{use}" for paint in PAINTS for use in ("fill", "ink", "tint")} <= set(look()["paints"])


def test_notebooks_and_browser_draw_the_same():
    """The look is written twice, here and in the page: each shape and paint must be there too."""
    written = "".join(path.read_text() for path in WEB.rglob("*") if path.suffix in (".ts", ".css"))
    for shape in look()["symbols"].values():
        assert f'"{shape}"' in written
    for name, paint in look()["paints"].items():
        assert f"--{name}: {paint};" in written


def test_cards_that_may_not_be_played_are_faint():
    match = begin("rage", 4)
    while match.view().table.phase == "bid":
        match.play(match.waiting[0], "bid:1")
    match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    seat = match.waiting[0]
    hand = match.view(seat).table.places[seat].hand
    faint = [each for each in parsed(match.view(seat)._repr_html_() or "").iter("span") if each.get("class") == "no"]
    playable = {move.partition(":")[0] for move in match.legal(seat)}
    assert len(faint) == sum(card not in playable for card in hand)


@GAMES
def test_a_finished_match_and_its_record_show_the_points_and_the_winners(game_id):
    match = play_out(begin(game_id))
    record = record_of(match.record())
    assert isinstance(record, Record)
    assert match.record()._repr_html_() == record._repr_html_(), "plain data, and a picture all the same"
    for html in (match._repr_html_(), record._repr_html_()):
        (sheet,) = parsed(html).iter("table")
        *rounds, total = [["".join(cell.itertext()) for cell in row] for row in sheet.iter("tr")]
        assert len(rounds) == 1 + len(match.score_sheet)
        assert total == ["Total", *(str(points).replace("-", "−") for points in match.totals)]
        crowned = [seat for seat, cell in enumerate(list(next(sheet.iter("tr")))[1:]) if cell.find("svg") is not None]
        assert tuple(crowned) == match.winners


def test_the_sheet_of_a_record_tells_what_was_bid():
    match = play_out(begin("rage", 3))
    bids = [cell.bid for row in match.sheet for cell in row.seats]
    assert None not in bids
    (sheet,) = parsed(record_of(match.record())._repr_html_() or "").iter("table")
    assert [small.text for small in sheet.iter("small")] == [f"bid {bid}" for bid in bids]


def test_a_record_that_is_only_of_the_right_shape_is_drawn_too():
    data = play_round(begin("rage", 2)).record()
    data["rounds"][0]["moves"] = [[0, "bid:two"], [9, "bid:1"], [1, "bid:²"]]
    assert "Rage" in record_of(data)._repr_html_()
    data["game"] = "skat"
    assert data._repr_html_() is None, "what is no record has no picture, and no traceback"


@pytest.mark.parametrize(("deals", "players"), [(1, 4), (20, 4), (20, 2)])
def test_a_comparison_shows_its_numbers_and_a_mark_for_each(deals, players):
    result = compare("rage", "random", "random", deals=deals, players=players, own_luck=True, workers=1)
    tree = parsed(result._repr_html_())
    rows = ["".join(row.itertext()) for row in tree.iter("tr")][1:]
    for direction, row in zip(result.directions, rows, strict=True):
        assert result.title(direction) in row
        assert f"{direction.difference().mean:+.2f}".replace("-", "−") in row
    (chart,) = (each for each in tree.iter("svg") if each.get("class") == "chart")
    lines = 1 + (len(result.by_hand_size(result.one)) if deals > 1 else 0)
    assert len(list(chart.iter("circle"))) == lines
    assert len(list(chart.iter("rect"))) == (lines if players > 2 else 0)
    places = [float(each.get(key, 0)) for each in chart.iter() for key in ("cx", "x", "x1", "x2")]
    assert all(0 <= place <= 560 for place in places)


# ---------------------------------------------------------------- in a line of text


def test_a_match_says_in_a_line_how_it_stands():
    match = begin("rage", 2)
    assert repr(match).startswith("<Match: Rage, round 1 of 10: Anja 0, Bernd 0; ")
    play_round(match)
    assert repr(match).endswith("; to be dealt>")
    assert " won>" in repr(play_out(match)) or " and " in repr(match)
