"""A seat that only listens knows exactly what a seat at the table knows."""

from random import Random

import pytest

from stichwerk.bots import bot
from stichwerk.games import game
from stichwerk.kernel.state import snapshot
from stichwerk.play.bot_player import BotPlayer, seat_rng
from stichwerk.play.listener import Listener
from stichwerk.play.match import Match
from support.matches import random_move

VARIANTS = [
    ("rage", {}),
    ("rage", {"bidding": "simultaneous"}),
    ("rage", {"bidding": "secret"}),
    ("rage", {"bidding": "plus-minus-one", "march": True}),
    ("null-nichtig", {}),
    ("null-nichtig", {"teams": True}),
    ("alles-oder-nichts", {}),
    ("alles-oder-nichts", {"deck": "6x8"}),
]


def known(match: Match, hidden, seat: int):
    """What a bot can make of a hidden state: what it observes, and what is to be seen."""
    observation = match.game.book.new_observation()
    match.game.book.at.observe(hidden, 0, seat, observation)
    table = match.game.book.presentation.table(snapshot(hidden), seat)
    return observation.tolist(), table


@pytest.mark.parametrize(("game_id", "options"), VARIANTS)
def test_a_listener_knows_what_its_seat_knows(game_id, options):
    players = 4 if options.get("teams") else 3
    random = Random(f"{game_id} {options} {players}")
    match = Match.new(game_id, options, [f"P{seat}" for seat in range(players)], seed=str(random.random()))
    listeners = [Listener(match.game, match.options, players, seat) for seat in range(players)]
    heard = 0
    while not match.finished:
        for seat, listener in enumerate(listeners):
            for event in match.events(seat, heard):
                listener.hear(event)
            if seat in match.waiting and not random.randrange(3):  # to listen to all of it again takes long
                assert known(match, listener.knowledge().states, seat) == known(
                    match, match.knowledge(seat).states, seat
                )
        heard = match.event_count
        if match.between_rounds:
            match.deal()
        else:
            seat = random.choice(match.waiting)
            match.play(seat, random_move(match, seat, random))


def test_whoever_came_late_knows_nothing_of_the_round():
    listener = Listener(game("rage"), game("rage").options(), 3, 0)
    assert not listener.knows_the_round


def test_a_bot_plays_by_listening():
    match = Match.new("rage", names=["Anja", "Bernd"], seed="tea")
    seat = match.waiting[0]
    listener = Listener(match.game, match.options, 2, seat)
    for event in match.events(seat):
        listener.hear(event)
    move = BotPlayer(bot("3", match.game), seat_rng("tea", seat)).move(listener.knowledge())
    assert move == BotPlayer(bot("3", match.game), seat_rng("tea", seat)).move(match.knowledge(seat))
