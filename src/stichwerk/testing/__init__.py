"""The conformance kit: what every game has to fulfil, so that everything built on the verbs works with it; and rounds
dealt by hand, for tests.

>>> from stichwerk.games import game
>>> check_game(game("rage"), variants=[Variant(3, {"bidding": "secret"})], games=1)
>>> Round("rage", ["Y8", "Y11", "R2"], "R0", dealer=2).bid(0, 1, 0).play("Y8 Y11 R2").scores
(10, -5, -4)
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stichwerk.errors import BadOption, IllegalMove, NoLesson
from stichwerk.games import SPECTATOR, Game
from stichwerk.games.cards import PAINTS, SYMBOLS
from stichwerk.games.moves import card_of
from stichwerk.games.options import Options, written
from stichwerk.games.view import Refusal, Tableau
from stichwerk.kernel.bits import WORD
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.kernel.state import LARGEST, States, snapshot
from stichwerk.play.engine import Engine
from stichwerk.play.lesson import has_lesson, lesson
from stichwerk.play.match import Match
from stichwerk.play.pad_rules import has_pad
from stichwerk.play.record import from_data, to_line
from stichwerk.play.verify import replay
from stichwerk.testing.pads import PadBeside, check_pad_texts
from stichwerk.testing.rounds import RefusedAction, Round

__all__ = [
    "RefusedAction", "Round", "Variant", "check_game", "check_lesson", "check_match", "check_tables", "check_texts",
    "positions", "quick_variants", "variants_of",
]  # fmt: skip

#: How many worlds are drawn for a seat in a position that is looked at closely.
WORLDS = 3
#: What an observation has of the cards in the trick, and is 0 where none lies.
TRICK_FEATURES = {"trick_colour", "trick_place"}


@dataclass(frozen=True)
class Variant:
    """A number of players and the options that differ from the defaults."""

    players: int
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([f"players={self.players}", *(f"{key}={value}" for key, value in self.options.items())])


def variants_of(game: Game) -> list[Variant]:
    """Every number of players with every value of each option, one option at a time.

    Of an option with numbers: the smallest and the one two above it, which make short games. A value that
    changes nothing by itself is taken together with the first choice of another option with which it does; if there
    is none, it is left out.
    """
    return [Variant(players, options) for players in game.players for options in _choices(game, players)]


def quick_variants(game: Game) -> list[Variant]:
    """The most players with the defaults, and the fewest with every value of each option."""
    fewest = game.players[0]
    return [Variant(game.players[-1]), *(variant for variant in variants_of(game) if variant.players == fewest)]


def _choices(game: Game, players: int) -> Iterator[dict[str, Any]]:
    yield {}
    settings = game.options.settings()
    for name, setting in settings.items():
        others = [{}, *({other: value} for other in settings if other != name for value in settings[other].choices)]
        for value in setting.choices or (setting.low, setting.low + 2):
            with_others = ({**other, name: value} for other in others if _matters(game, players, other, name, value))
            yield from list(with_others)[:1]


def _matters(game: Game, players: int, others: Mapping[str, Any], name: str, value: Any) -> bool:
    """Whether the rules notice that an option has this value, beside some others."""
    without, chosen = game.options.read(others), game.options.read({**others, name: value})
    return _allowed(chosen, players) and chosen.vector(players, 0) != without.vector(players, 0)


def _allowed(options: Options, players: int) -> bool:
    try:
        options.check_players(players)
    except BadOption:
        return False
    return True


def check_game(
    game: Game,
    variants: Sequence[Variant] | None = None,
    games: int = 2,
    seed: int = 0,
    closely: int = 7,
    quick: bool = False,
) -> None:
    """Play random games of each variant and hold them to the contract; raises AssertionError, saying what is broken.

    Every ``closely``-th position is looked at from every seat: hiding, worlds, observations, refusals. ``quick``: few
    variants, and of each one game with two rounds, the first and the last; in plain mode a matter of seconds.
    """
    check_tables(game)
    check_texts(game)
    check_pad_texts(game)
    if variants is None:
        variants = quick_variants(game) if quick else variants_of(game)
    for variant in variants:
        for number in range(1 if quick else games):
            try:
                _Checked(game, variant, seed, number, closely).play(quick)
            except AssertionError as problem:
                raise AssertionError(f"{game.id}, {variant}, game {number}: {problem}") from problem
        check_match(game, variant, seed, quick)
    check_lesson(game)  # last: it relies on all of this


#: What everybody may look for in a state: the match, the table in words, bots and hints.
FIELDS = (
    "players", "dealer", "round_no", "totals", "scores",
    "phase", "waiting", "leader", "hand_size", "tricks", "tricks_done",
)  # fmt: skip


def check_tables(game: Game) -> None:
    """The state is small and signed, names are unique, the deck is sorted."""
    book = game.book
    assert game.options.game == game.id, f"the options are those of {game.options.game}, not of {game.id}"
    assert book.state.itemsize <= LARGEST, f"a state has {book.state.itemsize} bytes, more than {LARGEST}"
    for name in book.state.names or ():
        base = book.state[name].base
        assert base.kind == "i", f"the field {name} is not a signed number"
    for needed in FIELDS:
        assert needed in (book.state.names or ()), f"the state has no field {needed}"
    assert (np.sort(book.deck) == book.deck).all(), "the deck is not in the order of the cards' numbers"
    options = game.options()
    actions, cards = book.presentation.actions(options), book.presentation.card_names(options)
    assert len(set(actions.names)) == len(actions.names), "two actions have the same name"
    assert len(set(cards)) == len(cards), "two cards have the same name"
    assert len(actions) <= WORD * book.mask_words, "the mask has not enough words for all actions"
    assert int(book.deck.max()) < len(cards), "a card of the deck has no name"
    sizes = {feature.name: feature.size for feature in book.layout.features}
    assert len(sizes) == len(book.layout.features), "two features have the same name"
    assert sizes.get("hand", 0) >= len(cards), "the observation has no feature hand with a place for every card"


def check_texts(game: Game) -> None:
    """Cards can be drawn, and everything that a person is to read has words, in English."""
    cards, texts, defaults = game.cards, game.texts(), game.options()
    for colour in cards.colours:
        assert colour.paint in PAINTS, f"nobody can paint {colour.letter} in {colour.paint}; there are {PAINTS}"
        drawn = colour.symbol in SYMBOLS or colour.symbol[:1] in ("M", "m")  # the path of a drawing
        assert drawn, f"nobody can draw {colour.symbol} for {colour.letter}; there are {SYMBOLS}, or an SVG path"
    for name in (*game.book.presentation.card_names(defaults), *cards.picture):
        face = cards.face(name)
        known = face.special is not None or (face.colour is not None and face.colour in cards.letters)
        assert known, f"the card {name} is no special card, and has no colour of {cards.letters}"
    wanted = ["title", "line", "origin", *(f"card.{special.name}" for special in cards.specials)]
    for name, setting in game.options.settings().items():
        wanted += [f"option.{name}", *(f"option.{name}.{written(choice)}" for choice in setting.choices)]
        wanted += [f"option.{name}.none"] * setting.may_be_null
    missing = [key for key in wanted if key not in texts]
    assert not missing, f"texts/en.json lacks {', '.join(missing)}"


def check_lesson(game: Game) -> None:
    """The guided round, if the game brings one, keeps the rules and has all its words, in English."""
    if not has_lesson(game):
        return
    try:
        lesson(game)
    except NoLesson as problem:
        raise AssertionError(problem.message) from problem


class _Checked:
    """A random game, every step of which is checked."""

    def __init__(self, game: Game, variant: Variant, seed: int, number: int, closely: int) -> None:
        self.game, self.book, self.at = game, game.book, game.book.at
        self.options = game.options.read(variant.options)
        self.players = variant.players
        self.engine = Engine(game, self.options, self.players, number % self.players)
        self.states = self.engine.states
        self.generator = rng(seed, number)
        self.closely = closely
        #: The round so far: the state before the deal, the deck, and what was done since.
        self.before, self.deck, self.done = self.states.copy(), self.book.deck, list[tuple[int, int]]()
        self.mask, self.observation = self.book.new_mask(), self.book.new_observation()
        self.actions = self.book.presentation.actions(self.options)
        self.low = np.concatenate([np.full(f.size, f.low) for f in self.book.layout.features])
        self.high = np.concatenate([np.full(f.size, f.high) for f in self.book.layout.features])
        self.pad = PadBeside(self.engine) if has_pad(game) else None

    def play(self, quick: bool = False) -> None:
        assert not self.at.awaiting(self.states, 0), "somebody may act before the first deal"
        assert not self.at.finished(self.states, 0), "the game is over before the first deal"
        planned = self.options.rounds_planned(self.players)
        while not self.engine.finished:
            self._play_round()
            assert planned is None or self.engine.round_no <= planned, "more rounds than planned"
            if quick and planned is None and self.engine.round_no == 2:
                break
            if quick and planned is not None and self.engine.round_no < planned:
                self.states["round_no"][0] = planned - 1  # on to the last round
                if self.pad:
                    self.pad.look_away()
                self.engine.look()
        assert planned in (None, self.engine.round_no), "fewer rounds than planned"
        assert self.engine.winners, "nobody wins"
        if self.pad:
            self.pad.finish()

    def _play_round(self) -> None:
        totals, dealer, round_no = self.engine.totals, self.engine.dealer, self.engine.round_no
        needed = int(self.at.cards_needed(self.states, 0))
        deck = self.book.deck.copy()
        shuffle(self.generator, deck, deck.size)
        other = self.states.copy()
        self.before, self.deck, self.done = self.states.copy(), deck.copy(), []
        self.engine.deal(deck)
        deck[needed:] = deck[needed:][::-1].copy()
        self.at.deal(other, 0, deck)
        assert other.tobytes() == self.states.tobytes(), "the deal looks at more cards than cards_needed says"
        assert self.engine.round_no == round_no + 1, "a deal does not count the round"
        if round_no:
            assert self.engine.dealer == (dealer + 1) % self.players, "the deal does not move clockwise"
        self._check_hands(deck[:needed])
        if self.pad:
            self.pad.after_deal()
        steps = 0
        while self.engine.waiting:
            if below(self.generator, self.closely) == 0:
                self._look_closely()
            self._step()
            steps += 1
            assert steps < 10_000, "the round does not end"
        scores = np.zeros(self.players, np.int16)
        self.at.round_score(self.states, 0, scores)
        assert tuple(scores.tolist()) == self.engine.scores, "scores and round_score disagree"
        added = tuple(old + new for old, new in zip(totals, self.engine.scores, strict=True))
        assert added == self.engine.totals, "the totals are not the sums of the scores"
        low, high = self.options.score_bounds(self.players, self.engine.round_no)
        assert all(low <= score <= high for score in self.engine.scores), (
            f"the scores {self.engine.scores} are outside the score_bounds {low} to {high}"
        )
        parts = tuple(sum(part.points for part in seat) for seat in self.engine.parts())
        assert parts == self.engine.scores, "the parts of a score do not add up to it"
        if self.pad:
            self.pad.after_round()
        self._look_closely()

    def _table(self, states: States, seat: int = SPECTATOR) -> Tableau:
        return self.book.presentation.table(snapshot(states), seat)

    def _check_hands(self, cards: Any) -> None:
        names = self.engine.notation.cards
        held = Counter(card for hand in self.engine.hands() for card in hand)
        dealt = Counter(names[card] for card in cards[: held.total()].tolist())
        assert held == dealt, "the hands are not the cards dealt, seat by seat"
        size = self.options.hand_size(self.players, self.engine.round_no)
        sizes = [len(hand) for hand in self.engine.hands()]
        assert sizes == [size] * self.players, f"hand_size of the options says {size}, but dealt are {sizes}"

    def _step(self) -> None:
        """One random action. It takes from the hand of the one who acts just the card it names, or nothing."""
        waiting = self.engine.waiting
        seat = waiting[below(self.generator, len(waiting))]
        legal = self._legal(self.states, seat)
        assert legal, f"seat {seat} may act but has nothing to do"
        action = legal[below(self.generator, len(legal))]
        before = self.engine.hands()
        self.engine.do(seat, [action])
        self.done.append((seat, action))
        after = self.engine.hands()
        for other in range(self.players):
            gone = Counter(before[other]) - Counter(after[other])
            come = Counter(after[other]) - Counter(before[other])
            card = card_of(self.actions.names[action])
            wanted = Counter([card]) if other == seat and card in self.engine.notation.cards else Counter()
            assert (gone, come) == (wanted, Counter()), f"{card} changes the hand of seat {other} by {gone} {come}"

    def _legal(self, states: States, seat: int) -> list[int]:
        self.at.legal(states, 0, seat, self.mask)
        words = self.mask.tolist()
        assert all(0 <= word < 1 << WORD for word in words), "the mask has bits outside its words"
        legal = [action for action in range(len(words) * WORD) if words[action // WORD] >> action % WORD & 1]
        assert all(action < len(self.actions) for action in legal), "an action without a name is legal"
        return legal

    def _look_closely(self) -> None:
        over = self.engine.table().phase == "over"
        assert over == (not self.engine.waiting), 'the phase of a round that is over, and of no other, is called "over"'
        for seat in range(SPECTATOR, self.players):
            hidden = self.states.copy()
            self.at.hide(hidden, 0, seat)
            again = hidden.copy()
            self.at.hide(again, 0, seat)
            assert again.tobytes() == hidden.tobytes(), "hiding twice is not hiding once"
            seen = self._table(hidden, seat)
            assert self.engine.table(seat) == seen, "a seat sees more than a spectator elsewhere than at its own place"
            for _ in range(WORLDS):
                world = self._check_world(seat, hidden, seen)
            self._check_past(world)
            if seat != SPECTATOR:
                self._check_actions(seat)
                self._check_usual_features(seen, seat)

    def _check_world(self, seat: int, hidden: States, table: Tableau) -> States:
        """A world that the seat cannot tell from the true one: it looks the same, and the true one is not used."""
        start = self.generator.copy()
        world, from_hidden = self.states.copy(), hidden.copy()
        self.at.redeal(world, 0, seat, self.generator)
        self.at.redeal(from_hidden, 0, seat, start)
        assert world.tobytes() == from_hidden.tobytes(), "redeal uses what the seat cannot know"
        for old, new in zip(self._table(self.states).places, self._table(world).places, strict=True):
            assert len(old.hand) == len(new.hand) == old.cards, "a hand of a redealt world has the wrong size"
        rehidden = world.copy()
        self.at.hide(rehidden, 0, seat)
        assert rehidden.tobytes() == hidden.tobytes(), "hide leaves something behind, or redeal changes what is known"
        assert self._table(rehidden, seat) == table, "two worlds look different"
        assert self.at.awaiting(world, 0) == self.at.awaiting(self.states, 0), "redeal changes whose turn it is"
        if seat != SPECTATOR:
            assert self._legal(world, seat) == self._legal(self.states, seat), "redeal changes the legal actions"
            seen = self._observed(self.states, seat)
            assert (seen == self._observed(world, seat)).all(), "the observation tells two worlds apart"
            assert (seen == self._observed(hidden, seat)).all(), "the observation needs what is hidden"
            assert ((self.low <= seen) & (seen <= self.high)).all(), self._out_of_range(seen)
        return world

    def _check_past(self, world: States) -> None:
        """All that was done in this round could have been done with the cards of this world, too."""
        if self.engine.table().secret:
            return  # what was done in secret differs
        card, moves = self.engine.notation.card, self.engine.notation.moves
        hands = [[card(name) for name in place.hand] for place in self._table(world).places]
        for seat, action in self.done:
            hands[seat] += [card(name) for name in moves[action].cards]
        dealt = [each for hand in hands for each in hand]
        # What was turned from the stock is still on top of it: so that is taken last from where the others are.
        others = [*self.deck.tolist()[: len(dealt)][::-1], *self.deck.tolist()[len(dealt) :][::-1]]
        for each in dealt:
            others.remove(each)
        past = self.before.copy()
        self.at.deal(past, 0, np.array([*dealt, *reversed(others)], np.int8))
        for seat, action in self.done:
            possible = action in self._legal(past, seat)
            assert possible, f"redeal deals cards with which seat {seat} could not have done {moves[action]} before"
            self.at.apply(past, 0, seat, action)

    def _observed(self, states: States, seat: int) -> Any:
        self.observation[:] = -999
        self.at.observe(states, 0, seat, self.observation)
        return self.observation.copy()

    def _check_usual_features(self, table: Tableau, seat: int) -> None:
        """What an observation says of the hand, the trick, the colour led and trump is what the table shows."""
        seen = self._observed(self.states, seat)
        features = {
            f.name: seen[(at := self.book.layout.start(f.name)) : at + f.size].tolist()
            for f in self.book.layout.features
        }
        cards, letters = self.book.presentation.card_names(self.options), self.game.cards.letters
        held = [table.places[seat].hand.count(card) for card in cards]
        assert features["hand"][: len(cards)] == held, (
            f"the feature hand is not the hand of the seat: {features['hand']}"
        )
        for name, colour in (("led", table.led), ("trump", table.trump)):
            if len(features.get(name, ())) == len(letters):
                shown = [letters[at] for at, mark in enumerate(features[name]) if mark]
                assert shown == ([] if colour is None else [colour]), f"the feature {name} says {shown}, not {colour}"
        for name in TRICK_FEATURES & features.keys():
            assert table.trick or not any(features[name]), f"the feature {name} is not 0 although no card lies there"

    def _out_of_range(self, seen: Any) -> str:
        for feature in self.book.layout.features:
            start = self.book.layout.start(feature.name)
            part = seen[start : start + feature.size]
            if ((part < feature.low) | (part > feature.high)).any():
                return f"{feature.name} is outside {feature.low} to {feature.high}: {part.tolist()}"
        return "an observation is out of range"  # pragma: no cover

    def _check_actions(self, seat: int) -> None:
        """A seat that may not act has no legal action; one that may has a reason against every other."""
        legal = self._legal(self.states, seat)
        if seat not in self.engine.waiting:
            assert not legal, f"seat {seat} may not act but has legal actions"
            return
        s = snapshot(self.states)
        refusals = [self.book.presentation.refusal(s, seat, action) for action in range(len(self.actions))]
        for action, refused in enumerate(refusals):
            name = self.actions.names[action]
            assert (refused is None) == (action in legal), f"{name} is legal or refused, not both: {refused}"
        for reason in dict.fromkeys(refused for refused in refusals if refused is not None):
            self._check_refusal(reason)

    def _check_refusal(self, refused: Refusal) -> None:
        texts, sentence = self.game.texts(), self.game.said(refused)
        assert f"refusal.{refused.code}" in texts, f"texts/en.json lacks refusal.{refused.code}"
        assert "{" not in sentence, f"a refusal does not say what it is about: {sentence}"
        known = not texts.rules or refused.rule in texts.rules
        assert known, f"the refusal {refused.code} cites {refused.rule}, which is not among the rules in texts/en.json"


def check_match(game: Game, variant: Variant, seed: int, quick: bool = False) -> None:
    """A game in strings: wrong moves change nothing, and its record gives the same game again, to the byte.

    ``quick``: only one round of it.
    """
    names = [f"Player {seat}" for seat in range(variant.players)]
    match = Match.new(game, variant.options, names, seed=f"kit {seed}")
    generator = rng(seed, 99)
    while not match.finished:
        if match.between_rounds:
            if quick:
                break
            match.deal()
        seat = match.waiting[below(generator, len(match.waiting))]
        _try_out_of_turn(match)
        legal = match.legal(seat)
        match.play(seat, legal[below(generator, len(legal))])
    line = to_line(match.record())
    read = from_data(json.loads(line), games={game.id: game})
    assert to_line(replay(read).record()) == line, "the record of a replayed game differs"


def _try_out_of_turn(match: Match) -> None:
    for seat in set(range(len(match.names))) - set(match.waiting):
        before = match.knowledge(seat).states.tobytes(), match.event_count
        try:
            match.play(seat, _any_move(match))
        except IllegalMove:
            assert (match.knowledge(seat).states.tobytes(), match.event_count) == before, (
                "a refused move changes something"
            )
        else:
            raise AssertionError(f"seat {seat} may move out of turn")


def _any_move(match: Match) -> str:
    return match.legal(match.waiting[0])[0]


def positions(game: Game, variant: Variant, seed: int) -> Iterator[States]:
    """The positions of a random game, one after the other, in the same array: for further tests of one's own."""
    checked = _Checked(game, variant, seed, 0, closely=1 << 30)
    deck = game.book.deck.copy()
    while not checked.engine.finished:
        shuffle(checked.generator, deck, deck.size)
        checked.engine.deal(deck)
        while checked.engine.waiting:
            yield checked.states
            checked._step()
        yield checked.states
