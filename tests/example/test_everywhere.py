"""Oh Hell, installed from its own package, is everywhere the games of the house are: ``make test-example``.

It brings rules, options, cards and texts. Everything else here is the general answer to what it does not bring.
"""

import json
import subprocess
import sys

import numpy as np
import pytest
from litestar.testing import TestClient

from cli.conftest import stich  # noqa: F401
from stichwerk.bots import bot, bot_names
from stichwerk.bulk.simulate import plan_of, records, simulate
from stichwerk.games import game, games
from stichwerk.games.setup import agreed
from stichwerk.kernel.rng import rng, shuffle
from stichwerk.play.bot_player import BotPlayer, seat_rng
from stichwerk.play.hints import hints
from stichwerk.play.listener import Listener
from stichwerk.play.match import Match
from stichwerk.play.notation import notation
from stichwerk.play.record import from_data, to_line
from stichwerk.play.verify import check, replay
from stichwerk.server.web.app import create_app
from stichwerk.server.web.settings import Settings
from support.cli.answers import script
from support.programs import program

OH_HELL = "oh-hell"
NAMES = ("Anja", "Bernd", "Claudia", "Dirk")


def test_it_is_found_behind_ours():
    assert [each.id for each in games()] == ["null-nichtig", "rage", "alles-oder-nichts", OH_HELL]
    assert game(OH_HELL).package == "oh_hell"
    for name in ("policy", "network", "tuning", "events"):
        assert game(OH_HELL).module(name) is None, f"it brings a {name}: then this proves less"


def test_the_command_finds_it():
    """In a process of its own."""
    command = [sys.executable, "-m", "stichwerk", "games", "--language", "en"]
    shown = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    assert "Oh Hell  oh-hell" in shown


def test_the_terminal(stich, tmp_path):  # noqa: F811
    def shown(*arguments, answers=()):
        done = stich(*arguments, answer=script(*answers))
        assert done.code == 0, done.err
        return done.out

    played = shown("play", OH_HELL, "--level", 3, "--seed", "tea", answers=("3", "?", "help", "rules", "q"))
    assert "Trump: Clubs ♣" in played
    assert "Expected points in this round" in played
    assert "A bid is a number" in played
    assert "Each trick counts 1 point" in played
    file = tmp_path / "games.jsonl"
    shown("simulate", OH_HELL, "--players", 5, "--games", 3, "--seed", 1, "--records", file)
    assert "3" in shown("verify", file)
    assert "Trump" in shown("replay", file, "--round", 1)
    assert "points per round" in shown("arena", OH_HELL, "random", "3", "--deals", 4, "--workers", 1)


def test_matches_records_and_simulation():
    match = Match.new(OH_HELL, {"hands": "up-and-down"}, NAMES, seed="tea")
    players = [BotPlayer(bot("1", match.game), seat_rng("tea", seat)) for seat in range(4)]
    listener = Listener(match.game, match.options, 4, seat=2)
    heard = 0
    while not match.finished:
        for event in match.events(2, heard):
            listener.hear(event)
        heard = match.event_count
        if match.between_rounds:
            match.deal()
            continue
        seat = match.waiting[0]
        if seat == 2:
            assert listener.knowledge().states.tobytes() == match.knowledge(2).states.tobytes()
        match.play(seat, players[seat].move(match.knowledge(seat)))
    line = to_line(match.record())
    assert to_line(replay(from_data(json.loads(line))).record()) == line
    found = game(OH_HELL)
    assert simulate(found, found.options(), 4, 500, seed=1).win_share() == pytest.approx(0.25, abs=0.08)
    for record in map(json.loads, records(plan_of(found, None, 3, seed=1), 2)):
        check(from_data(record))


@pytest.mark.parametrize("name", ["random", "rules", "search@50", "ismcts@50", "1", "2", "3", "4", "5"])
def test_every_bot_plays_it(name):
    found = game(OH_HELL)
    assert name.partition("@")[0] in bot_names(found)
    match = Match.new(OH_HELL, {"hands": "fixed", "tricks": 3, "rounds": 1}, NAMES, seed=name)
    player = BotPlayer(bot(name, found), seat_rng(name, 0))
    while not match.finished:
        match.play(match.waiting[0], player.move(match.knowledge(match.waiting[0])))


def test_a_bot_is_the_same_for_all_worlds_that_its_seat_cannot_tell_apart():
    found = game(OH_HELL)
    book, options = found.book, found.options()
    states, deck, generator = book.new_states(), book.deck.copy(), rng(5)
    agreed(found, options, 4).begin(states, 0, dealer=3)
    shuffle(generator, deck, deck.size)
    book.at.deal(states, 0, deck)
    from stichwerk.games.knowledge import Knowledge, known_by

    for name in ("3", "4"):
        seen = known_by(found, options, 0, states)
        world = states.copy()
        book.at.redeal(world, 0, 0, generator)
        answers = {
            bot(name, found).choose(Knowledge(found, options, 0, each), seen.legal(), rng(9))
            for each in (seen.states, states, world)
        }
        assert len(answers) == 1


def test_hints():
    match = Match.new(OH_HELL, names=NAMES, seed="tea")
    found = hints(match, match.waiting[0], rng(1), playouts=50)
    assert len(found.moves) == 11
    assert all(one.exact is not None for one in found.moves)


def test_environments():
    import gymnasium
    import pyspiel
    from pettingzoo.test import api_test

    import stichwerk.envs.gymnasium
    import stichwerk.envs.openspiel  # noqa: F401
    from stichwerk.envs import pettingzoo
    from stichwerk.envs.vector import VectorEnv

    api_test(pettingzoo.oh_hell_v0.env(players=3, rounds=1), num_cycles=60)
    env = gymnasium.make("stichwerk/OhHell-v0", players=3, opponents="random")
    env.reset(seed=1)
    batch = VectorEnv(OH_HELL, games=64, players=4, rounds=1)
    batch.reset(seed=1)
    for _ in range(44):
        _, rewards, terminations, _, _ = batch.step(batch.sample())
    assert terminations.all()
    assert rewards.shape == (64, 4)
    spiel = pyspiel.load_game("python_stichwerk_oh_hell(players=5)")
    assert (spiel.min_utility(), spiel.max_utility(), spiel.max_game_length()) == (0.0, 20.0, 55)
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=False, verbose=False)


@pytest.fixture
def client(tmp_path):
    with TestClient(create_app(Settings(db=f"sqlite:///{tmp_path}/tables.db"))) as found:
        yield found


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_the_server_tells_all_that_a_client_needs(client, language):
    told = next(each for each in client.get("/api/games").json() if each["id"] == OH_HELL)
    assert [colour["letter"] for colour in told["cards"]["colours"]] == ["C", "D", "H", "S"]
    words = client.get(f"/api/texts/{language}").json()[OH_HELL]
    assert all(f"option.{option['name']}" in words for option in told["options"])
    rules = client.get(f"/api/games/{OH_HELL}/rules/{language}").json()
    assert [each["text"] for each in rules["chapters"][0]["paragraphs"]] == [f"OH-{n}" for n in range(1, 12)]
    deck = client.get(f"/api/games/{OH_HELL}/deck").json()["cards"]
    assert deck == notation(game(OH_HELL), game(OH_HELL).options()).sorted_deck()
    assert len(set(deck)) == 52


def test_its_tables_for_the_documents():
    generator = program("tools/generate_docs.py")
    assert "up-and-down" in generator.options_part(game(OH_HELL))
    assert "bid this many tricks" in generator.actions_part(game(OH_HELL))
    assert np.prod(game(OH_HELL).book.deck.shape) == 52
