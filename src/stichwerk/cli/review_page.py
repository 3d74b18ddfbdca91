"""A review as a page of its own: one HTML file with its pictures and its style in it, for any screen, by day and by
night.
"""

from collections.abc import Iterable, Sequence

from stichwerk import __version__
from stichwerk.cli.faces import Faces
from stichwerk.cli.output import TIED
from stichwerk.cli.review_chart import course_svg, key_svg
from stichwerk.cli.review_table import class_name, means, move_face, phase_told
from stichwerk.cli.words import Words
from stichwerk.games.moves import bid_of, card_of, cards_of
from stichwerk.games.view import Tableau
from stichwerk.pictures.card_svg import card_svg, symbol_svg
from stichwerk.pictures.markup import Markup, joined, tag
from stichwerk.pictures.panel import DARK_LOOK, LIGHT_LOOK, row
from stichwerk.play.hints import Outlook
from stichwerk.play.reasons import Reason
from stichwerk.review.results import Review, ReviewedDecision, ReviewedPlayer

#: How many of the costly decisions are shown, and of each the moves besides the one that was made.
_COSTLY, _CHOICES = 30, 4

_SEATS = ("#1f6fb4", "#c2600c", "#1a7a3c", "#8e44ad", "#b3261e", "#6b7280", "#0f766e", "#a16207")
_SEATS_DARK = ("#6fb0e6", "#f0a04b", "#7ccf94", "#cf9be8", "#ff9d92", "#b6bcc6", "#5fd0c5", "#e5c04b")

_STYLE = """
* { box-sizing:border-box }
body { margin:0; background:var(--ground); color:var(--ink); font:16px/1.45 ui-rounded, system-ui, sans-serif;
  font-variant-numeric:lining-nums tabular-nums }
main { max-width:960px; margin:0 auto; padding:20px 16px 48px }
h1 { margin:0; font-size:26px; line-height:1.2 }
h2 { margin:34px 0 10px; font-size:19px }
p { margin:6px 0 }
.soft, footer { color:var(--soft) }
footer { margin-top:36px; font-size:14px }
.wide { overflow-x:auto }
table { border-collapse:collapse; font-size:15px; min-width:100% }
th, td { padding:5px 0 5px 10px; border-bottom:1px solid var(--line); text-align:right; white-space:nowrap }
th { font-weight:600; color:var(--soft) }
th:first-child, td:first-child { text-align:left; padding-left:0 }
.name { font-weight:700; overflow-wrap:anywhere; unicode-bidi:isolate }
td .name { display:inline-block; max-width:8em; overflow:hidden; text-overflow:ellipsis; vertical-align:bottom }
.course { display:block; width:100%; height:auto }
.course text { fill:var(--soft); font-size:13px }
.grid, .zero { stroke:var(--line); fill:none } .zero { stroke:var(--soft) }
.line { fill:none; stroke-width:2.2; stroke-linejoin:round }
.key { vertical-align:1px; margin-right:4px }
.keys { display:flex; flex-wrap:wrap; gap:2px 18px; font-size:15px }
.decision { margin:14px 0; padding:12px 14px; border:1px solid var(--line); border-radius:12px }
.decision header { display:flex; flex-wrap:wrap; gap:2px 12px; align-items:baseline }
.decision header b { margin-left:auto; color:var(--bad) }
.cards { display:flex; flex-wrap:wrap; gap:5px; align-items:end; margin:8px 0 }
.cards figure { margin:0; text-align:center }
.cards figcaption { font-size:13px; max-width:76px; overflow:hidden; text-overflow:ellipsis; white-space:nowrap }
.cards .made { outline:3px solid var(--bad); outline-offset:1px; border-radius:6px }
.cards .best { outline:3px solid var(--good); outline-offset:1px; border-radius:6px }
.card { display:block; filter:var(--cards) }
.stand { margin-right:10px; font-size:14px }
.label { font-size:14px; color:var(--soft); align-self:center; min-width:3.2em }
td .card { display:inline-block; vertical-align:middle; margin:1px 2px }
.symbol { vertical-align:-0.15em }
@media (max-width:520px) { table { font-size:14px } th, td { padding-left:5px } }
.good { color:var(--good) } .bad { color:var(--bad) }
.sums { list-style:none; padding:0; margin:10px 0 }
.sums li { margin:3px 0 }
"""


def review_page(review: Review, language: str) -> str:
    """The whole page."""
    return "<!doctype html>\n" + _Page(review, language).html() + "\n"


class _Page:
    def __init__(self, review: Review, language: str) -> None:
        self.review, self.game, self.language = review, review.game, language
        self.faces = Faces(review.game, language)
        self.words: Words = self.faces.words
        self.say = self.words.say

    def html(self) -> Markup:
        title = f"{self.say('title')}: {self.say('review.title')}"
        head = tag(
            "head",
            Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
            tag("title", title),
            tag("style", Markup(" ".join(_style().split()))),
        )
        return tag("html", head, tag("body", tag("main", *self._parts(title))), lang=self.language)

    def _parts(self, title: str) -> Iterable[Markup]:
        yield tag("h1", title)
        yield tag("p", self.words.listed(list(self.review.names), "and"), class_="soft")
        if self.review.open_cards:
            yield tag("p", self.say("review.open"))
        yield tag("h2", self.say("review.course"))
        yield course_svg(self.review, self.say("review.course"))
        keys = (tag("span", key_svg(seat), self._name(seat)) for seat in self.review.seats)
        yield tag("div", *keys, class_="keys")
        yield tag("h2", self.say("review.players"))
        yield tag("div", self._players(), class_="wide")
        yield tag("ul", *(tag("li", self._cards_of(player)) for player in self.review.players), class_="sums")
        yield tag("p", *(joined((line, Markup("<br>"))) for line in means(self.words)), class_="soft")
        if len(self._phases) > 1:
            yield tag("h2", self.say("review.phases"))
            yield tag("div", self._by_phase(), class_="wide")
        yield tag("h2", self.say("review.costly-title"))
        costly = self.review.costly
        if not costly:
            yield tag("p", self.say("review.none-costly"))
        yield from (self._decision(each) for each in costly[:_COSTLY])
        if len(costly) > _COSTLY:
            yield tag("p", self.say("review.more", n=len(costly) - _COSTLY), class_="soft")
        yield tag("footer", self.say("review.made-by", version=__version__, seed=self.review.seed))

    # ------------------------------------------------------------ the players

    def _name(self, seat: int) -> Markup:
        return tag("span", self.review.names[seat], class_="name")

    @property
    def _phases(self) -> list[str]:
        return list(dict.fromkeys(phase for player in self.review.players for phase in player.phases))

    def _players(self) -> Markup:
        keys = ("column.points", "review.class", "review.loss", "hint.ahead", "review.luck", "review.skill")
        return self._table(("column.player", *keys, "review.noise"), map(self._player, self.review.players))

    def _table(self, keys: Iterable[str], lines: Iterable[Markup]) -> Markup:
        heads = row([self.say(key) for key in keys], "th")
        return tag("table", tag("thead", heads), tag("tbody", *lines))

    def _player(self, player: ReviewedPlayer) -> Markup:
        cells = [
            self._name(player.seat),
            str(player.points),
            class_name(self.words, player.standing),
            self._with_error(player.loss.loss, player.loss.error, ".2f"),
            self._signed(player.lead),
            self._with_error(player.luck, player.luck_error, "+.1f"),
            self._with_error(player.skill, player.skill_error, "+.1f"),
            self._signed(player.noise),
        ]
        return row(cells)

    def _by_phase(self) -> Markup:
        lines = []
        for player in self.review.players:
            told = (phase_told(self.words, player, phase) for phase in self._phases)
            lines.append(row([self._name(player.seat), *told]))
        return self._table(("column.player", *(f"phase.{phase}" for phase in self._phases)), lines)

    def _cards_of(self, player: ReviewedPlayer) -> str:
        worth = self._with_error(player.cards, player.cards_error, ".1f")
        return self.say("review.cards", name=player.name, cards=worth, points=player.points)

    def _with_error(self, value: float, error: float, form: str) -> str:
        return f"{self.words.number(value, form)} ± {self.words.number(error, form.lstrip('+'))}".replace("-", "−")

    def _signed(self, value: float) -> str:
        return self.words.number(value, "+.1f").replace("-", "−")

    # ------------------------------------------------------------ a decision

    def _decision(self, each: ReviewedDecision) -> Markup:
        loss = self._with_error(each.loss, each.error, ".1f")
        head = tag(
            "header",
            self._name(each.seat),
            tag("span", self.say("status.round", round=each.round), class_="soft"),
            tag("b", self.say("review.gave-away", points=loss)),
        )
        why = (tag("p", self._reason(reason)) for reason in each.reasons)
        choices = tag("div", self._choices(each), class_="wide")
        return tag("article", head, *self._position(each), *why, choices, class_="decision")

    def _reason(self, reason: Reason) -> str:
        about = dict(reason.about)
        if "seat" in about:
            about["name"] = self.review.names[int(about["seat"])]
        if "colour" in about:
            about["colour"] = self.faces.colour(str(about["colour"]))
        if "points" in about:
            about["points"] = self._signed(float(about["points"]))
        move = move_face(self.faces, reason.move).plain.replace(TIED, " ")
        return self.say(f"why.{reason.code}", **{**about, "move": move})

    def _position(self, each: ReviewedDecision) -> Iterable[Markup]:
        """What the seat saw: trump, the trick so far, its hand."""
        table = each.table
        if table.trump is not None:
            word = tag("span", self.say("strip.trump"), class_="label")
            symbol = symbol_svg(self.game, table.trump, 20)
            yield tag("div", word, symbol, self.faces.colour(table.trump), class_="cards")
        if table.trick:
            yield tag("div", *self._trick(table), class_="cards")
        if any(place.has_bid for place in table.places):
            yield tag("div", *self._bids(table), class_="cards")
        hand = table.places[each.seat].hand
        marks = {card_of(each.best.move): "best", card_of(each.move): "made"}
        cards = [self._card(card, 42, marks.pop(card, None)) for card in hand]  # of two that are alike, one is played
        yield tag("div", tag("span", self.say("review.hand"), class_="label"), *cards, class_="cards")

    def _trick(self, table: Tableau) -> Iterable[Markup]:
        yield tag("span", self.say("table.trick", n=table.tricks_done + 1), class_="label")
        for place, card in enumerate(table.trick):
            name = self.review.names[(table.leader + place) % len(self.review.names)]
            yield tag("figure", self._card(card, 52), tag("figcaption", name))

    def _bids(self, table: Tableau) -> Iterable[Markup]:
        """How everybody's tricks stand to the bids that the seat knew."""
        yield tag("span", self.say("replay.tricks"), class_="label")
        for name, place in zip(self.review.names, table.places, strict=True):
            if place.has_bid:
                bid = "?" if place.bid is None else place.bid
                told = self.say("bid.taken", taken=place.tricks, bid=bid)
                yield tag("span", tag("span", name, class_="soft"), f" {told}", class_="stand")

    def _choices(self, each: ReviewedDecision) -> Markup:
        shown = [choice for place, choice in enumerate(each.choices) if place < _CHOICES or choice.move == each.move]
        exact = any(choice.exact is not None for choice in shown)
        keys = ["column.points", "hint.ahead", *(["hint.exact"] if exact else [])]
        return self._table(("review.move", *keys), (self._choice(each, choice) for choice in shown))

    def _choice(self, each: ReviewedDecision, choice: Outlook) -> Markup:
        told = "review.made" if choice.move == each.move else "review.best" if choice is each.best else ""
        mark = tag("span", self.say(told), class_="bad" if choice.move == each.move else "good") if told else ""
        cells = [
            joined((self._face(choice.move), " ", mark)),
            self._with_error(choice.points, choice.error, ".1f"),
            self._with_error(choice.gain, choice.gain_error, "+.1f"),
        ]
        if choice.exact is not None:
            cells.append(f"{100 * choice.exact:.0f} %")
        return row(cells)

    def _face(self, move: str) -> Markup:
        bid = bid_of(move)
        if bid is not None:
            return joined((self.say("bid.is", bid=bid),))
        if f"say.{move}" in self.words:
            return joined((self.say(f"say.{move}"),))
        return joined(self._card(card, 30) for card in cards_of(move) or (move,))

    def _card(self, card: str, width: int, mark: str | None = None) -> Markup:
        drawn = card_svg(self.game, card, width, language=self.language)
        return tag("span", drawn, class_=mark) if mark else drawn


def _style() -> str:
    def seats(colours: Sequence[str]) -> str:
        return "".join(f".s{seat} {{ stroke:{colour}; fill:{colour} }}" for seat, colour in enumerate(colours))

    dark = f"@media (prefers-color-scheme:dark) {{ :root {{ {DARK_LOOK} color-scheme:dark }} {seats(_SEATS_DARK)} }}"
    return f":root {{ {LIGHT_LOOK} }} {seats(_SEATS)} {_STYLE} {dark}"
