"""The table as somebody sees it: the players with what lies before them, the trick, and the hand of whoever looks."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from stichwerk.games import Game
from stichwerk.games.annotations import Annotations, Standing
from stichwerk.games.events import TrickTaken
from stichwerk.games.moves import card_of
from stichwerk.games.view import PILES, Pile, Place, Tableau
from stichwerk.pictures.card_svg import card_svg, symbol_svg
from stichwerk.pictures.markup import Markup, joined, signed, tag
from stichwerk.pictures.panel import head, panel
from stichwerk.pictures.sheet_html import CROWN, sheet_html


class Seen(Protocol):
    """What is drawn of a view (`stichwerk.View` is one)."""

    @property
    def names(self) -> Sequence[str]: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def table(self) -> Tableau: ...
    @property
    def legal(self) -> Sequence[str]: ...
    @property
    def rounds_planned(self) -> int | None: ...
    @property
    def score_sheet(self) -> Sequence[Sequence[int]]: ...
    @property
    def last_trick(self) -> TrickTaken | None: ...
    @property
    def finished(self) -> bool: ...
    @property
    def winners(self) -> Sequence[int] | None: ...
    @property
    def annotations(self) -> Annotations: ...


#: How tricks stand to a bid, in words: for the eye with a colour, but not by the colour alone.
_STANDINGS: Mapping[Standing, tuple[str, str]] = {
    "exact": ("good", "= exact"),
    "over": ("bad", "too many"),
    "short": ("bad", "too few"),
    "open": ("soft", "can still"),
}

#: How many are named of those who are to move at the same time.
_FEW = 3
#: The cards of a hand stand side by side in a line of this many pixels, and where they are many, one over the other.
_HAND_WIDE, _CARD_WIDE, _APART = 684, 68, 5

_STYLE = """
.stichwerk.table { width:720px }
.stichwerk .felt { display:grid; grid-template-columns:repeat(auto-fit, minmax(136px, 1fr)); gap:6px; padding:8px;
  border-radius:10px; background:var(--felt); border:1px solid var(--edge) }
.stichwerk .seat { display:grid; grid-template-rows:subgrid; grid-row:span 5; gap:0; padding:7px 5px 9px;
  align-content:start; border:2px solid transparent; border-radius:10px; text-align:center }
.stichwerk .turn { border-color:var(--turn); background:var(--turn-ground) }
.stichwerk .facts { display:flex; flex-wrap:wrap; align-items:baseline; justify-content:center; gap:0 8px;
  font-size:13px }
.stichwerk .many { font-size:16px; font-weight:700 }
.stichwerk .dealer { display:inline-block; min-width:17px; padding:0 4px; border-radius:9px; background:var(--ink);
  color:var(--ground); font-size:11px; font-weight:700; line-height:17px; vertical-align:1px }
.stichwerk .place { position:relative; width:76px; height:105px; margin:8px auto 0; border-radius:9px;
  border:1.5px dashed var(--edge) }
.stichwerk .place.filled { border:2px solid transparent }
.stichwerk .place.best { border-color:var(--gold); box-shadow:0 0 0 2px var(--gold) }
.stichwerk .place.past { opacity:0.55 }
.stichwerk .mark { position:absolute; bottom:-7px; left:-7px; width:20px; height:20px; border-radius:10px;
  background:var(--ink); color:var(--ground); font-size:12px; font-weight:700; line-height:20px; text-align:center }
.stichwerk .mark.won { left:auto; right:-7px; background:var(--ground); border:1px solid var(--gold); line-height:16px }
.stichwerk .row { display:flex; flex-wrap:wrap; gap:3px; justify-content:center; margin-top:8px }
.stichwerk .pile { font-size:11px; line-height:1.3; color:var(--soft) }
.stichwerk .hand { display:flex; flex-wrap:wrap; row-gap:5px; margin-top:12px }
.stichwerk .hand .no { opacity:0.4 }
.stichwerk .chip { padding:1px 9px; border:1px solid var(--line); border-radius:12px; white-space:nowrap }
.stichwerk .sheet { margin-top:12px }
"""


def table_html(game: Game, view: Seen) -> Markup:
    """The picture of a view. A spectator's has no hand in it, for a spectator sees none."""
    seats = (_seat(game, view, seat) for seat in _round_the_table(view))
    parts = [_head(game, view), tag("div", *seats, class_="felt")]
    if view.seat is not None:
        parts.append(_hand(game, view, view.table.places[view.seat]))
    if view.score_sheet:
        parts.append(sheet_html(view.names, view.score_sheet, view.table.totals, view.winners or ()))
    return panel(*parts, style=_STYLE, class_="stichwerk table")


def _head(game: Game, view: Seen) -> Markup:
    table = view.table
    of = f" of {view.rounds_planned}" if view.rounds_planned else ""
    facts = [f"Round {table.round}{of}", _news(view)]
    if table.trump is not None:
        facts.append(_chip("Trump", game, table.trump))
    elif table.turned and table.waiting:
        facts.append(tag("span", "No trump", class_="chip"))
    if table.led is not None:
        facts.append(_chip("Led", game, table.led))
    return head(game.title, *facts)


def _chip(what: str, game: Game, letter: str) -> Markup:
    word = tag("b", game.colour_word(letter))
    return tag("span", f"{what} ", symbol_svg(game, letter), " ", word, class_="chip")


def _news(view: Seen) -> Markup:
    """What is to happen next, or has."""
    seats = view.winners or view.table.waiting
    if not seats:
        return joined(("the round is over",))
    if not view.finished and len(seats) > _FEW:
        return joined((f"{'all' if len(seats) == len(view.names) else len(seats)} are to move",))
    names = [tag("span", view.names[seat], class_="name") for seat in seats]
    all_of_them = names[0]
    for place, name in enumerate(names[1:], 2):
        all_of_them = joined((all_of_them, " and " if place == len(names) else ", ", name))
    if view.finished:
        return joined((all_of_them, " wins" if len(names) == 1 else " win", " the game"))
    return joined((all_of_them, " is to move" if len(names) == 1 else " are to move"))


def _round_the_table(view: Seen) -> list[int]:
    """The seats, whoever looks first."""
    first, players = view.seat or 0, len(view.names)
    return [(first + turn) % players for turn in range(players)]


# ---------------------------------------------------------------- a seat


def _seat(game: Game, view: Seen, seat: int) -> Markup:
    table, place = view.table, view.table.places[seat]
    crown = (CROWN, " ") if seat in (view.winners or ()) else ()
    dealer = (" ", tag("span", "D", class_="dealer", title="dealer")) if seat == table.dealer else ()
    parts = [
        tag("div", *crown, tag("span", view.names[seat], class_="name"), *dealer),
        tag("div", *_tricks(view, seat), class_="facts"),
        tag("div", *_facts(game, view, seat), class_="facts soft"),
        tag("div", *_card_of(game, view, seat)),
    ]
    piles: Sequence[Pile] = place.shows.get(PILES, ())
    parts.append(tag("div", *(_pile(game, pile) for pile in piles), class_="row" if piles else None))
    return tag("div", *parts, class_="seat turn" if seat in table.waiting else "seat")


def _tricks(view: Seen, seat: int) -> list[Markup]:
    """Tricks and bid, and how they stand to each other."""
    place, standings = view.table.places[seat], view.annotations.standings
    if not place.has_bid and not _playing(view.table):
        return [tag("span", "\u00a0")]
    if not place.has_bid:
        cards = [tag("span", _counted(place.cards, "card"), class_="soft")] if view.annotations.sums else []
        return [tag("span", _counted(place.tricks, "trick")), *cards]
    if view.table.waiting and not _playing(view.table):
        return [tag("span", _bid(place, own=seat == view.seat), class_="many")]
    bid = "?" if place.bid is None else str(place.bid)
    told = [tag("span", f"{place.tricks}/{bid}", class_="many", title=f"{place.tricks} tricks, bid {bid}")]
    if standings and standings[seat] in _STANDINGS:
        class_, words = _STANDINGS[standings[seat]]
        told.append(tag("span", words, class_=class_))
    return told


def _bid(place: Place, own: bool) -> str:
    if place.bid is None:
        return "bid face down"
    return f"bid {place.bid}, face down" if own and place.shown is False else f"bid {place.bid}"


def _facts(game: Game, view: Seen, seat: int) -> list[Markup]:
    place, sums, texts = view.table.places[seat], view.annotations.sums, game.texts()
    facts = [tag("span", f"{signed(view.table.totals[seat])} pts")]
    if sums and _playing(view.table):
        facts.append(tag("span", f"worth {signed(sums[seat])}"))
    elif place.cards:
        facts.append(tag("span", _counted(place.cards, "card")))
    for name, value in place.shows.items():
        if type(value) is int and value and f"shows.{name}" in texts:
            facts.append(tag("span", f"{value:+d}".replace("-", "−"), title=texts.say(f"shows.{name}"), class_="chip"))
    return facts


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _playing(table: Tableau) -> bool:
    """Whether tricks are played now: a card lies, one was taken, or no choice of another kind is open."""
    return bool(table.trick) or table.tricks_done > 0 or table.phase == "play"


# ---------------------------------------------------------------- its cards


def _card_of(game: Game, view: Seen, seat: int) -> list[Markup]:
    """The card that the seat has in the trick, or had in the last one; while bids are made there is no room for one."""
    table, last = view.table, view.last_trick
    if not _playing(table):
        return []
    past = not table.trick and last is not None
    leader, cards = (last.leader, last.cards) if past and last else (table.leader, table.trick)
    turn = (seat - leader) % len(view.names)
    if turn >= len(cards):
        return [tag("div", class_="place")]
    best = last.seat if past and last else view.annotations.trick_winner
    marks = [tag("span", str(turn + 1), class_="mark", title="played in this order")]
    if seat == best:
        marks.append(tag("span", CROWN, class_="mark won", title="took it" if past else "winning so far"))
    classes = f"place filled{' best' * (seat == best and not past)}{' past' * past}"
    title = "the last trick" if past else None
    return [tag("div", card_svg(game, cards[turn]), *marks, class_=classes, title=title)]


def _pile(game: Game, pile: Pile) -> Markup:
    return tag("div", card_svg(game, pile.top, width=25), f"×{pile.depth}", class_="pile", title=f"{pile.depth} cards")


def _hand(game: Game, view: Seen, place: Place) -> Markup:
    """The hand; where it is to be played from, cards that may not be played now are faint."""
    playable = set(map(card_of, view.legal))
    choosing = _playing(view.table) and bool(view.legal)
    step = min(_CARD_WIDE + _APART, (_HAND_WIDE - _CARD_WIDE) // max(1, len(place.hand) - 1))
    cards = [
        tag(
            "span",
            card_svg(game, card, width=_CARD_WIDE),
            class_="no" if choosing and card not in playable else None,
            style=f"margin-right:{step - _CARD_WIDE}px" if number < len(place.hand) else None,
        )
        for number, card in enumerate(place.hand, 1)
    ]
    return tag("div", *cards, class_="hand", role="group", aria_label="hand")
