"""Clients at their worst: messages lost, sent twice, late and out of order, connections cut at any moment, the server
restarted. The table still plays exactly the game that the granted moves make.
"""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stichwerk.errors import StichwerkError
from stichwerk.play.match import Match
from stichwerk.play.record import from_data
from stichwerk.play.verify import check
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Move, Pace, Ready
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import BotMove
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import NotNow
from support.matches import random_move
from support.server.sittings import BOT, OPEN, Sitting, cut_of, state_of

KINDS = [
    ("null-nichtig", {"rounds": 2}),
    ("rage", {}),
    ("rage", {"bidding": "simultaneous"}),
    ("alles-oder-nichts", {"rounds": 3}),
]


class WildTable(RuleBasedStateMachine):
    """Two persons and a bot. Whatever is sent stays in the post, and may arrive at any time, again and again."""

    @initialize(
        kind=st.sampled_from(KINDS),
        seed=st.integers(0, 10),
        pace=st.sampled_from([Pace(), Pace(move=20, reserve=10), Pace(grace=5, pause=True), Pace(grace=5)]),
        cuts=st.lists(st.booleans(), min_size=2, max_size=2),
    )
    def begin(self, kind, seed, pace, cuts):
        game, options = kind
        self.random = Random(seed)
        self.sitting = Sitting(game, (OPEN, BOT), options=options, pace=pace).join("Bernd")
        self.sitting.come(0)
        self.sitting.ask(0, messages.Start)
        for seat, cut in enumerate(cuts):
            self.sitting.ask(seat, messages.Cut, cut_of(f"salt {seat}") if cut else "")
        for seat, cut in enumerate(cuts):
            if cut:
                self.sitting.ask(seat, messages.OpenCut, f"salt {seat}")
        salts = [f"salt {seat}" if cut else "" for seat, cut in enumerate(cuts)]
        names = [seat.name for seat in self.sitting.table.seats]
        self.direct = Match.new(game, options, names, seed="seed 1", salts=[*salts, ""])
        self.post: list[tuple[int, messages.Ask]] = []
        self.granted: dict[str, int] = {}
        self.told = 0

    # ------------------------------------------------------------ messages

    @precondition(lambda self: self.sitting.table.status == "playing")
    @rule(seat=st.integers(0, 1), legal=st.booleans(), careful=st.booleans())
    def write(self, seat, legal, careful):
        """A person decides on something; it goes into the post."""
        match = self.sitting.match
        seen = self.sitting.table.seq if careful else None
        message: Ready | Move
        if match.between_rounds:
            message = Ready(f"letter {len(self.post)}")
        elif seat in match.waiting and legal:
            message = Move(f"letter {len(self.post)}", random_move(match, seat, self.random), seen)
        else:
            message = Move(
                f"letter {len(self.post)}", self.random.choice(["bid:1", "Y5", "show", "lay:Y1,Y2,Y3"]), seen
            )
        self.post.append((seat, message))

    @precondition(lambda self: self.post)
    @rule(data=st.data())
    def deliver(self, data):
        """Any of the letters arrives, mostly one of the latest."""
        latest = min(len(self.post), 5)
        number = data.draw(st.integers(len(self.post) - latest, len(self.post) - 1))
        self._arrive(number)

    @precondition(lambda self: self.post)
    @rule()
    def deliver_the_last(self):
        self._arrive(len(self.post) - 1)

    def _arrive(self, number: int) -> None:
        seat, message = self.post[number]
        before = len(self.sitting.log)
        try:
            self.sitting.do(message, seat)
        except StichwerkError:
            assert len(self.sitting.log) == before, "what is refused changes nothing"
            return
        found = [facts.decode(line.fact) for line in self.sitting.log[before:]]
        moves = [fact for fact in found if isinstance(fact, facts.Moved)]
        assert len(moves) <= 1
        if moves:
            assert message.id not in self.granted, "a move sent twice is played once"
            self.granted[message.id] = self.sitting.table.seats[seat].asked[message.id].fact

    @precondition(lambda self: self.sitting.table.status == "playing")
    @rule(turns=st.integers(1, 30), seed=st.integers(0, 10_000))
    def rush(self, turns, seed):
        """Everybody is eager for a while: each message arrives several times, amid older ones, and people flicker."""
        random = Random(seed)
        for _ in range(turns):
            for seat in (0, 1):
                if self.sitting.table.status == "playing":
                    self.write(seat, random.random() < 0.9, random.random() < 0.5)
            latest = range(max(0, len(self.post) - 6), len(self.post))
            for number in random.choices(latest, k=4) if latest else ():
                self._arrive(number)
            for seat, _ in self.sitting.table.bots_to_move()[:1]:
                turn = self.sitting.table.seats[seat].turn_seq
                assert turn is not None
                self.sitting.do(BotMove(seat, random_move(self.sitting.match, seat, random), turn))
            if random.random() < 0.1:
                random.choice([self.sitting.go, self.sitting.come])(random.randrange(2))
            self.sitting.tick(random.choice([0, 0, 1, 3, 15]))
            self.it_is_the_game_of_the_granted_moves()

    # ------------------------------------------------------------ the others, time, the server

    @precondition(lambda self: self.sitting.table.bots_to_move())
    @rule(late=st.booleans())
    def bot_moves(self, late):
        seat, _ = self.random.choice(self.sitting.table.bots_to_move())
        turn = self.sitting.table.seats[seat].turn_seq
        assert turn is not None
        move = BotMove(seat, random_move(self.sitting.match, seat, self.random), turn - 1 if late else turn)
        if late:
            with pytest.raises(NotNow, match="gone on"):
                self.sitting.do(move)
        else:
            self.sitting.do(move)

    @rule(seat=st.integers(0, 1))
    def connect(self, seat):
        self.sitting.come(seat)
        assert self.sitting.table.seats[seat].stand_in != "away"

    @rule(seat=st.integers(0, 1))
    def disconnect(self, seat):
        self.sitting.go(seat)

    @rule(seconds=st.integers(1, 40))
    def time_passes(self, seconds):
        self.sitting.tick(seconds)

    @rule(seat=st.integers(0, 1))
    def nudge(self, seat):
        """Somebody asks whether the other is there."""
        with suppress(StichwerkError):
            self.sitting.ask(seat, messages.Nudge, 1 - seat)

    @rule()
    def restart(self):
        """The server is killed and started again: nobody is connected, everything else is as it was."""
        again = Table.of("TABLE", self.sitting.log)
        assert state_of(again) == state_of(self.sitting.table)
        self.sitting.table = again

    # ------------------------------------------------------------ what always holds

    @invariant()
    def it_is_the_game_of_the_granted_moves(self):
        if not hasattr(self, "direct"):
            return
        for line in self.sitting.log[self.told :]:
            fact = facts.decode(line.fact)
            if isinstance(fact, facts.Moved):
                self.direct.play(fact.seat, fact.move)
            elif isinstance(fact, facts.Dealt):
                self.direct.deal()
        self.told = len(self.sitting.log)
        assert self.sitting.match.events() == self.direct.events()
        assert [line.seq for line in self.sitting.log] == list(range(1, len(self.sitting.log) + 1))

    def teardown(self):
        if hasattr(self, "direct"):
            self.sitting.come(0, 1)
            if self.sitting.table.status == "playing":
                self.sitting.ask(0, messages.Resume)
            self.sitting.play_out()
            self.it_is_the_game_of_the_granted_moves()
            assert self.direct.finished
            check(from_data(self.sitting.match.record()))
            assert state_of(self.sitting.rebuilt()) == state_of(self.sitting.table)


WildTable.TestCase.settings = settings(max_examples=settings().max_examples // 2, stateful_step_count=40)
TestWildTable = WildTable.TestCase
