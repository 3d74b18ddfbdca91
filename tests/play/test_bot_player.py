"""Bots at the seats of a match: they play every game to its end, and know no more than their seat may."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from stichwerk.bots import Bot, bot
from stichwerk.bots.levels import LEVELS
from stichwerk.errors import BadPlayers, BotMistake, IllegalMove
from stichwerk.games import game, game_ids
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import rng
from stichwerk.play.bot_player import BotPlayer, seat_rng
from stichwerk.play.hints import Hints, Outlook, hints
from stichwerk.play.match import Match
from stichwerk.play.record import from_data, to_line
from stichwerk.play.verify import check
from support.matches import SECRETS, VARIANTS, begin, begin_kind, lay_any, play, play_out, random_play, stacked

FEW = 20  # playouts


def played(match: Match, name: str, seed: str = "tea") -> Match:
    """The match, played to its end by bots of this name."""
    found = bot(name, match.game)
    seated = [BotPlayer(found, seat_rng(seed, seat)) for seat in range(len(match.names))]
    while not match.finished:
        if match.between_rounds:
            match.deal()
        seat = match.waiting[0]
        match.play(seat, seated[seat].move(match.knowledge(seat)))
    return match


def assert_holds(match: Match) -> None:
    check(from_data(json.loads(to_line(match.record()))))


# ---------------------------------------------------------------- every level plays every game


@pytest.mark.parametrize("kind", VARIANTS)
def test_levels_without_search_play_every_variant(kind):
    _, players, *_ = kind
    assert_holds(played(begin_kind(kind), "1" if players % 2 else "2"))


#: Short games for bots that take their time: every number of players for the quickest.
SHORT = [
    *(("3", ("null-nichtig", players, ("rounds", 1))) for players in game("null-nichtig").players),
    *(("3", ("alles-oder-nichts", players, ("rounds", 1))) for players in game("alles-oder-nichts").players),
    *(("3", ("rage", players)) for players in game("rage").players),
    *product(("4", "5"), [("null-nichtig", 3, ("rounds", 1)), ("alles-oder-nichts", 3, ("rounds", 1)), ("rage", 2)]),
]


@pytest.mark.parametrize(("name", "kind"), SHORT, ids=lambda part: " ".join(map(str, part)) if len(part) > 1 else part)
def test_levels_with_search(name, kind):
    assert_holds(played(begin_kind(kind), name))


@pytest.mark.parametrize("name", ["1", "search@50,policy=rules"])
@pytest.mark.parametrize("game_id", ["null-nichtig", "alles-oder-nichts"])
def test_same_seed_same_record(game_id, name):
    def line(seed: str) -> str:
        return to_line(played(begin(game_id, 3, rounds=1), name, seed).record())

    assert line("tea") == line("tea")
    assert len({line(str(seed)) for seed in range(4)}) > 1


def test_luck_differs_by_seed_and_seat_and_without_a_seed():
    found = [tuple(seat_rng(seed, seat).tolist()) for seed in ("tea", "milk", None, None) for seat in range(3)]
    assert len(set(found)) == len(found)
    assert seat_rng("tea", 1).tolist() == seat_rng("tea", 1).tolist()


# ---------------------------------------------------------------- the moves


class Scripted:
    """A bot that chooses what it is told, and notes what it was given."""

    name = "scripted"

    def __init__(self, *actions: int) -> None:
        self.actions = list(actions)
        self.asked: list[tuple[bytes, tuple[int, ...]]] = []

    def choose(self, hidden, legal, rng):
        self.asked.append((hidden.states.tobytes(), tuple(legal)))
        return self.actions.pop(0)


def test_laying_is_written_as_the_legal_moves_are():
    match = stacked("null-nichtig", ["B3 B5 B9 R2 Y0 Y7 V4", "", ""])
    number = match.game.book.presentation.card_names(match.options).index
    for cards, move in [
        ("Y7 B9 B3", "lay:B9,B3,Y7"),
        ("B3 Y0 B9", "lay:B3,B9,Y0"),
        ("Y7 R2 Y0", "lay:R2,Y7,Y0"),
        ("R2 V4 B5", "lay:B5,V4,R2"),
    ]:
        scripted = Scripted(*map(number, cards.split()))
        assert BotPlayer(scripted, rng(1)).move(match.knowledge(0)) == move
        assert move in match.legal(0)
        # Each card is gone before the next is asked for, in a copy only.
        states, legal = zip(*scripted.asked, strict=True)
        assert [len(set(legal[0]) - set(cards)) for cards in legal] == [0, 1, 2]
        assert len(set(states)) == 3
        assert match.knowledge(0).states.tobytes() == states[0]


def test_every_laying_a_bot_makes_is_one_of_the_legal_moves():
    for seed in range(5):
        match = begin("null-nichtig", 3, str(seed))
        for seat in match.waiting:
            player = BotPlayer(bot("random", match.game), rng(seed, seat))
            assert player.move(match.knowledge(seat)) in match.legal(seat)


def test_a_forced_move_is_not_asked():
    match = play(stacked("rage", ["Y8 R4", "Y2 R5", "B1 NT"], round_no=9), "bid:0", "bid:0", "bid:0", "Y8")
    scripted = Scripted()
    assert BotPlayer(scripted, rng(1)).move(match.knowledge(1)) == "Y2"
    assert scripted.asked == []


def test_a_mistake_of_a_bot_is_told():
    match = begin("rage")
    seat = match.waiting[0]
    with pytest.raises(BotMistake, match="scripted"):
        BotPlayer(Scripted(-1), rng(1)).move(match.knowledge(seat))


# ---------------------------------------------------------------- nobody peeks


class Watched:
    """A bot of which is noted what it was given."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot = bot.name, bot
        self.given: list[tuple[bytes, tuple[int, ...]]] = []

    def choose(self, hidden, legal, rng):
        self.given.append((hidden.states.tobytes(), tuple(legal)))
        return self._bot.choose(hidden, legal, rng)


def decisions(kind: tuple, seed: object = 0) -> Iterator[tuple[Match, int]]:
    """Positions of a random game with something to choose: the first of each phase and one in the middle of play."""
    phases: dict[str, int] = {}
    for match in random_play(begin_kind(kind, f"tea {seed}"), Random(f"{kind} {seed}")):
        if match.between_rounds or match.finished:
            return
        seat = match.waiting[-1]
        mask = match.game.book.new_mask()
        match.game.book.at.legal(match.knowledge(seat).states, 0, seat, mask)
        if len(members(mask.tolist())) > 1:
            phase = match.view().table.phase
            phases[phase] = phases.get(phase, 0) + 1
            if phases[phase] in (1, 9):
                yield match, seat


def worlds(match: Match, seat: int, count: int) -> Iterator[bool]:
    """The match with its true state, then with others that the seat cannot tell from it; whether it is another."""
    states, generator = match._engine.states, rng(7)
    truth = states.copy()
    yield False
    for _ in range(count):
        states[:] = truth
        match.game.book.at.redeal(states, 0, seat, generator)
        match._engine.look()
        yield states.tobytes() != truth.tobytes()
    states[:] = truth
    match._engine.look()


QUICK = ["random", "rules", "search@60", "ismcts@60", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [(name, kind.values[0]) for name, kind in product(QUICK, SECRETS)]
    + [("5", kind) for kind in [("null-nichtig", 3), ("rage", 4), ("alles-oder-nichts", 3)]],
    ids=lambda part: " ".join(map(str, part)) if isinstance(part, tuple) else part,
)
def test_a_bot_chooses_the_same_in_all_worlds_its_seat_cannot_tell_apart(name, kind):
    different = 0
    for match, seat in decisions(kind):
        found = bot(name, match.game)
        given, moves = set(), set()
        for another in worlds(match, seat, 4):
            different += another
            watched = Watched(found)
            moves.add(BotPlayer(watched, rng(5)).move(match.knowledge(seat)))
            given.add(tuple(watched.given))
        assert len(given) == len(moves) == 1
    assert different >= 8  # the worlds did differ


@pytest.mark.parametrize("kind", SECRETS)
def test_advice_is_the_same_in_all_worlds(kind):
    for match, seat in decisions(kind):
        assert len({hints(match, seat, rng(5), FEW) for _ in worlds(match, seat, 4)}) == 1


# ---------------------------------------------------------------- advice


def assert_sensible(outlooks: tuple[Outlook, ...], cards: int) -> None:
    for outlook in outlooks:
        assert len(outlook.tricks) == cards + 1
        assert sum(outlook.tricks) == pytest.approx(1)
        assert outlook.error >= 0
        assert outlook.exact is None or outlook.exact in outlook.tricks
    assert [-outlook.gain for outlook in outlooks] == sorted(-outlook.gain for outlook in outlooks)


@pytest.mark.parametrize("kind", SECRETS)
def test_advice_speaks_of_every_legal_move(kind):
    for match, seat in decisions(kind):
        found = hints(match, seat, rng(5), FEW)
        hand_size = match.options.hand_size(len(match.names), 1)
        assert_sensible(found.moves, hand_size)
        assert found.best == max(found.moves, key=lambda outlook: outlook.gain)
        if found.cards:
            assert len(found.moves) == 1
            assert len(found.cards) == match.view(seat).to_lay
            assert found.best.points == found.cards[-1][0].points
            assert sorted(found.best.move[4:].split(",")) == sorted(choices[0].move for choices in found.cards)
            for choices in found.cards:
                assert_sensible(choices, hand_size)
            assert found.best.move in match.legal(seat)
        else:
            assert sorted(outlook.move for outlook in found.moves) == sorted(match.legal(seat))
        with_bids = kind[0] != "null-nichtig"
        assert all((outlook.exact is not None) is with_bids for outlook in found.moves)


def test_the_chance_of_an_exact_bid():
    match = begin("rage", 4)
    for outlook in hints(match, match.waiting[0], rng(1), FEW).moves:
        assert outlook.exact == outlook.tricks[int(outlook.move.removeprefix("bid:"))]
    play(match, "bid:3", "bid:1", "bid:2", "bid:0")
    found = hints(match, match.waiting[0], rng(1), FEW)
    assert all(outlook.exact == outlook.tricks[3] for outlook in found.moves)


def test_advice_on_what_is_as_good_as_certain():
    match = stacked("rage", ["B15", "R2", "R3"], "B6", round_no=10)
    best, other = hints(match, 0, rng(1), 200).moves
    assert (best.move, other.move) == ("bid:1", "bid:0")  # the highest trump: only few action cards can beat it
    assert best.exact == best.tricks[1] > 0.8
    assert other.exact == other.tricks[0] == pytest.approx(best.tricks[0], abs=0.1)
    assert best.points == pytest.approx(11, abs=2)
    play(match, "bid:1", "bid:0", "bid:0")
    (only,) = hints(match, 0, rng(1), FEW).moves
    assert only.move == "B15"


def test_advice_changes_nothing_and_comes_again():
    match = begin("null-nichtig", 3)
    before = match.knowledge(0).states.tobytes()
    assert hints(match, 0, rng(3), FEW) == hints(match, 0, rng(3), FEW)
    assert match.knowledge(0).states.tobytes() == before
    assert hints(match, 0, rng(3), FEW) != hints(match, 0, rng(4), FEW)


# ---------------------------------------------------------------- who may not be asked


def ask(match: Match, seat: int) -> Iterator[Callable[[], Hints | str]]:
    yield lambda: hints(match, seat, rng(1), FEW)


def test_a_bot_is_not_asked_out_of_turn():
    match = begin("rage")
    seat = (match.waiting[0] + 1) % 3
    with pytest.raises(IllegalMove, match=f"it is not seat {seat}'s turn"):
        BotPlayer(bot("random", match.game), rng(1)).move(match.knowledge(seat))


@pytest.mark.parametrize("seat", [-1, 3, "0"])
def test_a_seat_that_is_not_there(seat):
    for question in ask(begin("rage"), seat):
        with pytest.raises(BadPlayers, match="there is no seat"):
            question()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_that_is_over(game_id):
    for question in ask(play_out(begin(game_id)), 0):
        with pytest.raises(IllegalMove, match="the game is over"):
            question()


def test_a_round_that_is_over_and_others_turns():
    match = begin("rage")
    for question in ask(match, (match.waiting[0] + 1) % 3):
        with pytest.raises(IllegalMove, match=f"it is seat {match.waiting[0]}'s turn"):
            question()
    match = begin("null-nichtig")
    play(match, match.legal(0)[0])
    for question in ask(match, 0):
        with pytest.raises(IllegalMove, match="wait for the others"):
            question()
    match = lay_any(begin("null-nichtig"))
    while match.waiting:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    for question in ask(match, 0):
        with pytest.raises(IllegalMove, match="the round is over"):
            question()


def test_all_levels_are_tested_here():
    assert [str(level.number) for level in LEVELS] == ["1", "2", "3", "4", "5"]
