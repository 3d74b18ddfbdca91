"""The table of the arena: one deal, played in every seating. This is the loop that asks the bots."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from stichwerk.arena.deals import CHALLENGER, REST, SCORE, Contest, Deal, deal_of, decks, seed_seats
from stichwerk.arena.position import DealtRound, position, record_line
from stichwerk.bots import Bot
from stichwerk.errors import BotMistake, quoted
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import below, rng
from stichwerk.kernel.state import snapshot
from stichwerk.play.notation import notation


class Misplay(BotMistake):
    """A bot made an illegal move, or failed. ``record`` is the position as a line that `stich verify` accepts."""

    def __init__(self, message: str, record: str = "") -> None:
        super().__init__(message)
        self.record = record


@dataclass
class DealTally:
    """One deal in one direction: points by game and seat, winners by game as bits, the rest by side."""

    points: NDArray[np.int32]
    won: NDArray[np.int64]
    exact: NDArray[np.int32]  # by side and hand size: how many bids were met
    bids: NDArray[np.int32]  # of how many
    asked: list[int] = field(default_factory=lambda: [0, 0])
    forced: list[int] = field(default_factory=lambda: [0, 0])
    mistakes: list[int] = field(default_factory=lambda: [0, 0])
    nanoseconds: list[int] = field(default_factory=lambda: [0, 0])

    @classmethod
    def blank(cls, players: int, hand_sizes: int) -> "DealTally":
        return cls(
            np.zeros((players, players), np.int32),
            np.zeros(players, np.int64),
            np.zeros((2, hand_sizes), np.int32),
            np.zeros((2, hand_sizes), np.int32),
        )


class DuplicateTable:
    """Everything one worker needs to play the deals of a plan; all arrays are used again and again."""

    def __init__(self, plan: Contest) -> None:
        self.plan, setup = plan, plan.setup
        self._players = setup.players
        self._bots = [side.bot(setup.game) for side in plan.sides]
        book = setup.game.book
        self._at = book.at
        self._states, self._mask = book.new_states(), book.new_mask()
        self._hidden = [Knowledge(setup.game, setup.options, seat, book.new_states()) for seat in range(setup.players)]
        # As bytes, records are copied three times as fast.
        self._bytes = self._states.view(np.uint8)
        self._hidden_bytes = [hidden.states.view(np.uint8) for hidden in self._hidden]
        self._generators = [rng(0) for _ in range(setup.players)]
        self._has_bids = {"bid", "tricks"} <= set(book.state.names or ())
        self._sides: list[int] = []
        self._course: list[DealtRound] = []
        self._deal = Deal(0, 0, 0, 0)
        for bot in self._bots:
            self._warm_up(bot)

    def play(self, number: int) -> tuple[Deal, list[DealTally]]:
        """Play a deal: the challenger alone at each seat in turn, then (with more than two) the rest alone."""
        self._deal, generator = deal_of(self.plan, number)
        self._decks = decks(self.plan, generator)
        self._decks_drawn: list[NDArray[np.int8]] = []
        tallies = []
        for alone in (CHALLENGER, REST)[: 1 if self._players == 2 else 2]:
            tally = DealTally.blank(self._players, len(self.plan.hand_sizes))
            for seat in range(self._players):
                self._sides = [1 - alone] * self._players
                self._sides[seat] = alone
                self._play_game(tally, seat)
            tallies.append(tally)
        return self._deal, tallies

    def _deck(self, index: int) -> NDArray[np.int8]:
        """The deck of the deal's round with this index: the same in all its games."""
        while len(self._decks_drawn) <= index:
            self._decks_drawn.append(next(self._decks))
        return self._decks_drawn[index]

    def _play_game(self, tally: DealTally, game_no: int) -> None:
        settings, at, states = self.plan.settings, self._at, self._states
        seed_seats(self._generators, settings, self._deal.number, self._sides)
        self._course = []
        self._begin()
        self._play_round(tally)
        while settings.whole_games and not at.finished(states, 0):
            self._play_round(tally)
        tally.points[game_no] = states["totals"][0, : self._players]
        tally.won[game_no] = at.winners(states, 0)

    def _begin(self) -> None:
        """A new game, or a later round of one."""
        self._bytes[:] = 0  # the rules leave the last trick lying: in the next game it would tell of the same deal
        self.plan.setup.begin(self._states, 0, self._deal.dealer, max(self._deal.round_no, 1))

    def _play_round(self, tally: DealTally) -> None:
        deck = self._deck(len(self._course))
        self._at.deal(self._states, 0, deck)
        dealer = int(self._states["dealer"][0])
        self._course.append(DealtRound(dealer, deck))
        self._play_moves(tally, [(dealer + 1 + step) % self._players for step in range(self._players)])
        if self._has_bids:
            hand_size = int(self._states["hand_size"][0])
            met = self._states["bid"][0] == self._states["tricks"][0]
            for seat, side in enumerate(self._sides):
                tally.bids[side, hand_size] += 1
                tally.exact[side, hand_size] += met[seat]

    def _play_moves(self, tally: DealTally, in_order: Sequence[int]) -> None:
        """Ask until the round is over. ``in_order`` are the seats from the dealer's left: so they act in secret."""
        awaiting, legal_at, hide, apply = self._at.awaiting, self._at.legal, self._at.hide, self._at.apply
        states, mask, sides, moves = self._states, self._mask, self._sides, self._course[-1].actions
        choosers = [bot.choose for bot in self._bots]
        while seats := int(awaiting(states, 0)):
            if seats & (seats - 1):
                seat = next(seat for seat in in_order if seats >> seat & 1)
            else:
                seat = seats.bit_length() - 1
            legal_at(states, 0, seat, mask)
            legal = members(mask.tolist())
            side = sides[seat]
            if len(legal) == 1:
                action = legal[0]  # nothing to decide: nobody is asked
                tally.forced[side] += 1
            else:
                self._hidden_bytes[seat][:] = self._bytes
                hide(self._hidden[seat].states, 0, seat)
                began = perf_counter_ns()
                try:
                    action = choosers[side](self._hidden[seat], legal, self._generators[seat])
                except (Exception, SystemExit) as problem:
                    self._failed(seat, problem)
                tally.nanoseconds[side] += perf_counter_ns() - began
                tally.asked[side] += 1
                if not _is_one_of(action, legal):
                    action = self._misplayed(seat, action, legal, tally)
                action = int(action)
            moves.append((seat, action))
            apply(states, 0, seat, action)

    # ------------------------------------------------------------ bots that go wrong

    def _misplayed(self, seat: int, action: Any, legal: Sequence[int], tally: DealTally) -> int:
        if self.plan.settings.illegal == SCORE:
            tally.mistakes[self._sides[seat]] += 1
            return legal[below(self._generators[seat], len(legal))]
        game, options = self.plan.setup.game, self.plan.setup.options
        names = notation(game, options).actions.names
        known = isinstance(action, (int, np.integer)) and 0 <= action < len(names)
        move = names[action] if known else quoted(action)
        refusal = game.book.presentation.refusal(snapshot(self._states), seat, int(action)) if known else None
        reason = game.said(refusal) if refusal else "there is no such action"
        raise Misplay(f"{self._who(seat)} chose {move}, which is not legal: {reason}", self._record(seat, move))

    def _failed(self, seat: int, problem: BaseException) -> NoReturn:
        what = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
        raise Misplay(f"{self._who(seat)} failed with {what}", self._record(seat, None)) from problem

    def _who(self, seat: int) -> str:
        return f"the bot {self._labels[seat]!r} at seat {seat} in deal {self._deal.number}"

    @property
    def _labels(self) -> list[str]:
        return [self.plan.sides[side].label for side in self._sides]

    def _record(self, seat: int, move: str | None) -> str:
        note = {"bot": self._labels[seat], "seat": seat, "move": move, "seed": self.plan.settings.seed}
        match = position(self.plan, self._labels, self._course, max(self._deal.round_no, 1))
        return record_line(match, {**note, "deal": self._deal.number}, self._deal.round_no)

    # ------------------------------------------------------------ before the clock runs

    def _warm_up(self, bot: Bot) -> None:
        """Let a bot choose once in each phase of a round, so that what it loads or compiles is not timed."""
        key = (type(bot), getattr(bot, "name", ""), self.plan.settings.game)
        if key in _WARMED:
            return
        _WARMED.add(key)
        at, states, random = self._at, self._states, rng(0, 1)
        self._deal, generator = deal_of(self.plan, 0)
        self._begin()
        at.deal(states, 0, next(decks(self.plan, generator)))
        phases = set()
        while seats := int(at.awaiting(states, 0)):
            seat = seats.bit_length() - 1
            at.legal(states, 0, seat, self._mask)
            legal = members(self._mask.tolist())
            phase = int(states["phase"][0]) if "phase" in (states.dtype.names or ()) else 0
            if phase not in phases and len(legal) > 1:
                phases.add(phase)
                self._hidden_bytes[seat][:] = self._bytes
                at.hide(self._hidden[seat].states, 0, seat)
                try:
                    bot.choose(self._hidden[seat], legal, rng(0, 2))
                except (Exception, SystemExit):
                    return  # it will fail again when it counts, and then be named
            at.apply(states, 0, seat, legal[below(random, len(legal))])


#: The bots that have been asked in this process before.
_WARMED: set[tuple[type, str, str]] = set()


def _is_one_of(action: Any, legal: Sequence[int]) -> bool:
    try:
        return action in legal
    except ValueError:  # an array, of which NumPy does not know whether it is a number
        return False
