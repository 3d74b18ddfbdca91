"""A round as OpenSpiel sees it, without OpenSpiel: cards dealt one by one, then actions, and what each seat knows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.envs.episode import EpisodePlan, refused
from stichwerk.envs.single import single
from stichwerk.errors import BadDeal, IllegalMove, quoted
from stichwerk.kernel.rng import Rng, rng
from stichwerk.kernel.state import States
from stichwerk.play.notation import notation

# What OpenSpiel calls those who are no players.
CHANCE = -1
TERMINAL = -4

#: So many random rounds show how long one is.
_LOOKS = 4


class Tables:
    """What all rounds of one plan have in common: names, sizes, and room to work in (so one thread at a time)."""

    def __init__(self, plan: EpisodePlan, dealer: int) -> None:
        self.plan, self.dealer, self.book = plan, dealer, plan.book
        self.single, self.at = single(plan.game), plan.book.at
        self.actions = plan.actions
        self.cards = self.book.presentation.card_names(plan.options)
        numbers = {name: card for card, name in enumerate(self.cards)}
        #: The card that an action takes from the hand; -1 if it takes none.
        self.card_of = [
            numbers[move.card] if move.kind == "card" else -1 for move in notation(plan.game, plan.options).moves
        ]
        self.deck = np.bincount(self.book.deck, minlength=len(self.cards)).tolist()
        self.blank = self.book.new_states()
        plan.begin(self.blank, 0, dealer)
        self.needed = int(self.at.cards_needed(self.blank, 0))
        self.hand_size = plan.options.hand_size(plan.players, plan.first_round)
        self.hands_end = plan.players * self.hand_size
        self.secret = self.book.secret
        self.secrets = self._secret_actions()
        self.most_actions = self._most_actions()
        #: Whether the state keeps the whole stock, to turn cards from it again and again.
        self.keeps_stock = {"stock", "turned"} <= set(self.book.state.names or ())
        self.hand_at = self.book.layout.start("hand")
        self.bits, self.row = self.book.new_mask(), np.zeros(len(self.actions), np.int64)
        self.observation = self.book.new_observation()
        self.scratch = self.book.new_states()
        self.hands = np.zeros((plan.players, len(self.cards)), np.int64)
        self.kinds = np.tile(np.arange(len(self.cards)), plan.players)
        self.labels = self._labels()
        options = " ".join(f"{name}={value}" for name, value in plan.options.to_mapping().items())
        self.title = f"{plan.game.id} players={plan.players} round={plan.first_round} dealer={dealer} {options}"

    def _labels(self) -> list[str]:
        """A name for every number of an observation: ``players``, ``bid.2``, ``hand.B7``."""
        labels = []
        for feature in self.book.layout.features:
            if feature.size == 1:
                labels.append(feature.name)
            else:
                places = self.cards if feature.size == len(self.cards) else range(feature.size)
                labels += [f"{feature.name}.{place}" for place in places]
        return labels

    def _secret_actions(self) -> int:
        """With how many actions the round begins in secret: none, one for each seat, or a laying for each."""
        dealt = self.blank.copy()
        self.at.deal(dealt, 0, self.book.deck)
        if int(self.at.awaiting(dealt, 0)).bit_count() == 1:
            return 0
        laying = self.book.presentation.laying
        return self.plan.players * (laying(dealt[0]).cards if laying else 1)

    def _most_actions(self) -> int:
        """How many actions a round has. They differ in nothing but the choices, so a few random ones will tell."""
        room, mask, generator, most = self.book.new_states(), self.book.new_mask(), rng(1), 0
        deck = self.book.deck.copy()
        for _ in range(_LOOKS):
            room[0] = self.blank[0]
            most = max(most, int(self.book.loops.random_round(room[0], deck, mask, generator)))
        return most

    def turned(self, states: States) -> int:
        """How many cards of the stock lie face up."""
        if self.keeps_stock:
            return int(states["turned"][0])
        return self.needed - self.hands_end  # one card turned for trump, or none


class SpielRound:
    """One round: the cards dealt so far, then the state and the actions since."""

    __slots__ = ("_known", "_texts", "dealt", "left", "legal", "log", "open", "seat", "states", "tables")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.dealt: list[int] = []
        self.left: list[int] = tables.deck.copy()  # how many of each card are not dealt yet
        self.states: States = tables.blank  # copied before the deal
        self.seat = CHANCE
        self.log: list[tuple[int, int]] = []
        self.open = ""  # the actions that were never secret, in words
        self._known = False  # whether everybody knows all secrets by now
        self.legal: list[int] = []  # the actions of the seat to act, in order
        self._texts: dict[Any, str] = {}

    def copy(self) -> "SpielRound":
        """Another round that stands where this one does."""
        copy = SpielRound.__new__(SpielRound)
        copy.tables, copy.seat = self.tables, self.seat
        dealing = self.seat == CHANCE  # later on the cards stay as they are
        copy.dealt = self.dealt.copy() if dealing else self.dealt
        copy.left = self.left.copy() if dealing else self.left
        copy.states, copy.log = np.empty_like(self.states), self.log.copy()
        self.tables.single.copy_state(self.states, copy.states)
        copy.open, copy._known, copy.legal, copy._texts = self.open, self._known, self.legal, self._texts
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielRound":
        return self.copy()

    # ------------------------------------------------------------ what may happen, and what then does

    def chances(self) -> list[tuple[int, float]]:
        """The cards that may be dealt next, each with its probability."""
        rest = sum(self.left)
        return [(card, copies / rest) for card, copies in enumerate(self.left) if copies]

    def do(self, action: int) -> None:
        """Deal a card, or do an action of the seat to act. What is not possible is refused: it would harm the state."""
        self._texts = {}
        if self.seat == CHANCE:
            self._deal(action)
            return
        seat, tables = self.seat, self.tables
        if action not in self.legal:
            if seat == TERMINAL:
                raise IllegalMove("the round is over", "round-over")
            raise refused(tables.plan, self.states, 0, seat, action)
        following, found = tables.single.act(self.states, seat, action, tables.bits, tables.row)
        if len(self.log) >= tables.secrets:
            self.open += f" {seat}:{tables.actions[action]}"
        self.log.append((seat, action))
        self.seat = TERMINAL if following < 0 else following
        self.legal = tables.row[:found].tolist()

    def _deal(self, card: int) -> None:
        if card not in range(len(self.left)) or not self.left[card]:
            raise BadDeal(f"there is no card {quoted(card)} left to deal")
        self.left[card] -= 1
        self.dealt.append(card)
        if len(self.dealt) == self.tables.needed:
            tables = self.tables
            self.states = tables.blank.copy()
            tables.at.deal(self.states, 0, np.array(self.dealt, np.int8))
            self.seat = tables.single.turn(self.states)
            found = tables.single.list_legal(self.states, self.seat, tables.bits, tables.row)
            self.legal = tables.row[:found].tolist()

    @property
    def scores(self) -> list[int]:
        """The points of the finished round; before that 0."""
        players = self.tables.plan.players
        return self.states["scores"][0, :players].tolist() if self.seat == TERMINAL else [0] * players

    # ------------------------------------------------------------ what a seat knows

    def hand(self, seat: int) -> list[int]:
        """The cards that the seat was dealt, as far as they are, in the order of their numbers."""
        size = self.tables.hand_size
        return sorted(self.dealt[seat * size : (seat + 1) * size])

    def turned(self) -> list[int]:
        """The cards of the stock that lie face up, in the order turned."""
        if self.seat == CHANCE:
            return []
        end = self.tables.hands_end
        return self.dealt[end : end + self.tables.turned(self.states)]

    def unknown(self, seat: int) -> list[bool]:
        """Whose secret choice is still hidden from this seat."""
        tables = self.tables
        tables.single.copy_state(self.states, tables.scratch)
        tables.at.hide(tables.scratch, 0, seat)
        secret = tables.secret
        if secret is None:
            return [False] * tables.plan.players
        field = tables.scratch[secret.field][0, : tables.plan.players]
        return [
            other != seat and (first if isinstance(first, int) else first[0]) == secret.blank
            for other, first in enumerate(field.tolist())
        ]

    def actions_known(self, seat: int) -> list[int]:
        """All actions as the seat knows them, in order: -1 for a choice that is hidden from it."""
        hidden = self.unknown(seat)
        secret = self.tables.secrets
        return [-1 if number < secret and hidden[actor] else action for number, (actor, action) in enumerate(self.log)]

    def secrets_text(self, seat: int) -> str:
        """The secret choices as the seat knows them."""
        made = self.log[: self.tables.secrets]
        if not made:
            return ""
        hidden = [False] * self.tables.plan.players if self._known else self.unknown(seat)
        if not any(hidden) and len(made) == self.tables.secrets:
            self._known = not any(self.unknown(-1))
        return "".join(f" {actor}:{'?' if hidden[actor] else self.tables.actions[action]}" for actor, action in made)

    def information(self, seat: int) -> str:
        """Everything that the seat has seen and done, in order: its information state."""
        text = self._texts.get(("information", seat))
        if text is None:
            cards = self.tables.cards
            hand = " ".join([cards[card] for card in self.hand(seat)])
            turned = " ".join([cards[card] for card in self.turned()])
            actions = self.secrets_text(seat) + self.open
            text = f"{self.tables.title}\nseat {seat}: {hand}\nturned: {turned}\nactions:{actions}"
            self._texts["information", seat] = text
        return text

    def observation(self, seat: int) -> NDArray[np.int16]:
        """The observation of the rule book; all 0 while cards are dealt. (The array is used again.)"""
        out = self.tables.observation
        if self.seat == CHANCE:
            out[:] = 0
        else:
            self.tables.at.observe(self.states, 0, seat, out)
        return out

    def observed(self, seat: int) -> str:
        """The observation in words: all that is not 0."""
        text = self._texts.get(("observation", seat))
        if text is None:
            observation, labels = self.observation(seat), self.tables.labels
            numbers = observation.tolist()
            parts = [f"{labels[place]}={numbers[place]}" for place in observation.nonzero()[0].tolist()]
            text = f"seat {seat}: {' '.join(parts)}"
            self._texts["observation", seat] = text
        return text

    def everything(self) -> str:
        """The whole round, as nobody at the table sees it."""
        tables = self.tables
        hands = [" ".join([tables.cards[card] for card in self.hand(seat)]) for seat in range(tables.plan.players)]
        stock = " ".join([tables.cards[card] for card in self.dealt[tables.hands_end :]])
        actions = " ".join([f"{seat}:{tables.actions[action]}" for seat, action in self.log])
        lines = [tables.title, *(f"seat {seat}: {hand}" for seat, hand in enumerate(hands)), f"stock: {stock}", actions]
        if self.seat == TERMINAL:
            lines.append(f"points: {' '.join(map(str, self.scores))}")
        return "\n".join(lines)

    # ------------------------------------------------------------ worlds

    def redealt(self, seat: int, rng: Rng) -> tuple["SpielRound", list[int]]:
        """A round that the seat cannot tell from this one, and all cards and actions that lead to it from the start."""
        tables = self.tables
        world = self.copy()
        tables.single.redeal_hands(world.states, seat, rng, tables.observation, tables.hand_at, tables.hands)
        world.log = self._actions_in(world.states)
        hands = tables.hands
        for actor, action in world.log:
            card = tables.card_of[action]
            if card >= 0:
                hands[actor, card] += 1
        world.dealt = np.repeat(tables.kinds, hands.reshape(-1)).tolist() + self._stock_in(world.states)
        world._texts = {}
        return world, world.dealt + [action for _, action in world.log]

    def _actions_in(self, world: States) -> list[tuple[int, int]]:
        """The actions so far, with the secret ones as they are in another world."""
        secret = self.tables.secret
        if not self.tables.secrets or secret is None:
            return self.log.copy()
        field = world[secret.field][0].tolist()
        made: dict[int, int] = {}
        log = self.log.copy()
        for number, (actor, _) in enumerate(self.log[: self.tables.secrets]):
            chosen = field[actor]
            if isinstance(chosen, list):
                chosen = chosen[made.get(actor, 0)]
                made[actor] = made.get(actor, 0) + 1
            log[number] = (actor, secret.first_action + chosen)
        return log

    def _stock_in(self, world: States) -> list[int]:
        tables = self.tables
        if tables.keeps_stock:
            return world["stock"][0].tolist()
        return self.dealt[tables.hands_end :]  # the card turned for trump, or nothing
