"""The examples run, and do what they say."""

from support.env_tables import EXAMPLES, example


def test_random_agents_play_a_game() -> None:
    points = example("pettingzoo_random").play(seed=2)
    assert len(points) == 4
    assert all(total >= 0 for total in points.values())
    assert any(points.values())


def test_always_bidding_two_beats_random_play() -> None:
    ours, others, speed = example("vector_loop").play(games=2048, steps=88)
    assert ours > others + 1
    assert speed > 0


def test_the_search_of_open_spiel_beats_random_players() -> None:
    search, others = example("openspiel_ismcts").play(deals=2, round_no=8, simulations=100)
    assert search > others


def test_every_example_is_tested() -> None:
    here = {"pettingzoo_random", "vector_loop", "openspiel_ismcts"}
    elsewhere = {
        "train_ppo",
        "bot_at_a_table",
        "on_a_cluster",
    }  # in test_train.py, server/test_play_over_sockets.py, cluster/
    assert {path.stem for path in EXAMPLES.glob("*.py")} == here | elsewhere
