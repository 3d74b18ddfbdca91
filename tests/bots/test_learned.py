"""The bot that plays by a network from a file: computed rightly, blind to what is hidden, choosy about files."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stichwerk
from stichwerk.arena import compare
from stichwerk.bots import Knowledge, bot
from stichwerk.bots.learned import LearnedBot, brings_network
from stichwerk.bots.policy import chooser
from stichwerk.bots.quick_network import judging, quick_judge, quick_policy
from stichwerk.bots.search import Search, SearchBot, SearchPlan
from stichwerk.errors import UnknownBot
from stichwerk.games import game, game_ids, games
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import rng
from stichwerk.testing import Variant, positions, quick_variants, variants_of
from support.plain_mode import in_plain_mode
from support.quick_trace import traces
from support.small_network import (
    described,
    expected_gain,
    hidden_from,
    liked,
    write_coloured_network,
    write_described_network,
    write_small_network,
)


def looked_at(game_id: str, variant: Variant) -> Iterator[tuple[Any, int, Any, tuple[int, ...]]]:
    """Positions of a variant: the seat that is to move, its mask, and what it may do."""
    found = game(game_id)
    at, mask = found.book.at, found.book.new_mask()
    for number, states in enumerate(positions(found, variant, seed=5)):
        waiting = int(at.awaiting(states, 0))
        if number % 5 or not waiting:
            continue
        if number > 100:
            break
        seat = waiting.bit_length() - 1
        at.legal(states, 0, seat, mask)
        yield states, seat, mask, members(mask.tolist())


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("advised", [True, False])
@pytest.mark.parametrize("write", [write_small_network, write_coloured_network, write_described_network])
def test_it_plays_what_the_matrices_say_whatever_is_hidden(
    game_id: str, advised: bool, write: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    found = game(game_id)
    parts = write(found, tmp_path / "small.npz", advised)
    player, rules = LearnedBot(found, tmp_path / "small.npz"), bot("rules", found)
    compiled = quick_policy(found, str(tmp_path / "small.npz"))
    thoughts, quick = chooser(found, compiled), compiled.style.copy()
    quick[0] = 0.0
    at, generator, observation = found.book.at, rng(4), found.book.new_observation()
    for variant in of_each_deck(game_id):
        for states, seat, mask, legal in looked_at(game_id, variant):
            world, hidden = states.copy(), states.copy()
            at.redeal(world, 0, seat, generator)
            at.hide(hidden, 0, seat)
            options = found.options.read(variant.options)
            for seen in (states, world, hidden):
                known = Knowledge(found, options, seat, seen)
                at.observe(seen, 0, seat, observation)
                advice, features = rules.choose(known, legal, rng(1)), described(found, seen, seat, legal)
                expected = liked(parts, observation, advice, legal, features)
                assert player.values(known, legal, rng(9)) == pytest.approx(expected, rel=1e-4, abs=1e-4)
                assert player.choose(known, legal, rng(9)) == legal[int(expected.argmax())]
                # In playouts it is compiled, and plays just so.
                assert thoughts(seen, seat, mask, rng(9), quick) == legal[int(expected.argmax())]


def of_each_deck(game_id: str) -> list[Variant]:
    """A variant, and one with another deck where there is one."""
    variants, decks = variants_of(game(game_id)), dict[Any, Variant]()
    for variant in [*quick_variants(game(game_id)), *variants]:
        decks.setdefault(variant.options.get("deck"), variant)
    return list(decks.values())


@pytest.mark.parametrize("game_id", game_ids())
def test_the_judge_says_what_the_matrices_say(game_id: str, tmp_path: Path) -> None:
    found = game(game_id)
    parts = write_coloured_network(found, tmp_path / "small.npz")
    numbers, rules = quick_judge(found, str(tmp_path / "small.npz")), bot("rules", found)
    observation, compared = found.book.new_observation(), set()
    for variant in [*map(Variant, found.players), *of_each_deck(game_id)]:
        options = found.options.read(variant.options)
        for states, seat, mask, legal in looked_at(game_id, variant):
            found.book.at.observe(states, 0, seat, observation)
            advised = rules.choose(Knowledge(found, options, seat, states), legal, rng(1))
            expected = expected_gain(parts, observation, advised, hidden_from(found, states, seat))
            said = judging(found)(states[0], seat, mask, rng(1), numbers)
            assert said == pytest.approx(expected, rel=1e-4, abs=1e-3)
            compared.add(variant.players)
    assert compared == set(found.players)


def test_in_plain_mode_it_plays_and_judges_the_same() -> None:
    assert [line for game_id in game_ids() for line in traces(game_id)] == in_plain_mode("quick_trace.py")


def test_a_network_without_a_judge_says_so(tmp_path: Path) -> None:
    write_small_network(game("rage"), tmp_path / "small.npz")
    with pytest.raises(UnknownBot, match=r"small\.npz brings no judge: train it with a student"):
        bot(f"search@judge={tmp_path / 'small.npz'}", "rage")


def test_by_name_it_sits_down_in_the_arena(tmp_path: Path) -> None:
    write_small_network(game("alles-oder-nichts"), tmp_path / "small.npz")
    name = f"network@file={tmp_path / 'small.npz'},temperature=1"
    result = compare("alles-oder-nichts", name, "random", deals=2, workers=1)
    assert result.one.difference().deals == 2
    assert bot(name, "alles-oder-nichts").name == name


def test_with_a_temperature_it_also_plays_something_else(tmp_path: Path) -> None:
    found = game("rage")
    write_small_network(found, tmp_path / "small.npz")
    states = next(positions(found, quick_variants(found)[0], seed=5))
    seat = int(found.book.at.awaiting(states, 0)).bit_length() - 1
    known = Knowledge(found, found.options(), seat, states)
    warm, hot = (LearnedBot(found, tmp_path / "small.npz", temperature) for temperature in (1, 100))
    chosen = [{player.choose(known, known.legal(), rng(number)) for number in range(200)} for player in (warm, hot)]
    assert 1 < len(chosen[0]) <= len(chosen[1]) == len(known.legal())
    with pytest.raises(UnknownBot, match="temperature must be a number from 0 on"):
        bot(f"network@file={tmp_path / 'small.npz'},temperature=-1", found)


@pytest.mark.parametrize("game_id", [each.id for each in games() if each.module("features") is not None])
def test_features_are_the_same_whatever_is_hidden(game_id: str) -> None:
    found = game(game_id)
    at, generator = found.book.at, rng(4)
    for variant in variants_of(found):
        for states, seat, _, legal in looked_at(game_id, variant):
            world, hidden = states.copy(), states.copy()
            at.redeal(world, 0, seat, generator)
            at.hide(hidden, 0, seat)
            features = described(found, states, seat, legal)
            for seen in (world, hidden):
                np.testing.assert_array_equal(described(found, seen, seat, legal), features, str(variant))


@pytest.mark.parametrize("part", ["features", "context", "features_bias", "features_second", "features_last"])
def test_a_network_whose_layers_do_not_fit_together_is_refused(part: str, tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    shape = write_described_network(game("rage"), file)[part].shape
    write_described_network(game("rage"), file, **{part: np.zeros((*shape[:-1], shape[-1] + 3))})
    with pytest.raises(UnknownBot, match="holds no network, or is damaged"):
        bot(f"network@file={file}", "rage")


def test_a_network_trained_with_other_features_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    write_described_network(game("rage"), file, features=np.zeros((3, 7)))
    with pytest.raises(UnknownBot, match="was trained with other features of rage: train it anew"):
        bot(f"network@file={file}", "rage")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"format": 99}, "was written by another version of Stichwerk: train it anew"),
        ({"game": "null-nichtig"}, "plays null-nichtig, not rage"),
        ({"sizes": [3, 4]}, "was trained before rage changed what players see: train it anew"),
        ({"last": None}, "holds no network, or is damaged"),
        ({"source": np.full(200, 30_000)}, "holds no network, or is damaged"),
        ({"source": np.full(200, -1)}, "holds no network, or is damaged"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    write_small_network(game("rage"), file, **changed)
    with pytest.raises(UnknownBot, match=said):
        bot(f"network@file={file}", "rage")


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="there is no such file"):
        bot(f"network@file={tmp_path / 'nowhere.npz'}", "rage")
    broken = tmp_path / "broken.npz"
    write_small_network(game("rage"), broken)
    for content in (b"", b"no network", broken.read_bytes()[:1000]):
        broken.write_bytes(content)
        with pytest.raises(UnknownBot, match="holds no network, or is damaged"):
            bot(f"network@file={broken}", "rage")


# ---------------------------------------------------------------- those that games bring along


def test_the_compiled_one_draws_by_the_probabilities(tmp_path: Path) -> None:
    found = game("rage")
    write_small_network(found, tmp_path / "small.npz")
    states = next(positions(found, quick_variants(found)[0], seed=5))
    seat = int(found.book.at.awaiting(states, 0)).bit_length() - 1
    known = Knowledge(found, found.options(), seat, states)
    compiled = quick_policy(found, str(tmp_path / "small.npz"))
    choose, mask, generator = chooser(found, compiled), found.book.new_mask(), rng(3)
    drawn = [int(choose(states, seat, mask, generator, compiled.style)) for _ in range(2000)]
    values = LearnedBot(found, tmp_path / "small.npz").values(known, known.legal(), rng(1))
    odds = np.exp(values - values.max()) / np.exp(values - values.max()).sum()
    shares = [drawn.count(action) / len(drawn) for action in known.legal()]
    assert shares == pytest.approx(odds.tolist(), abs=0.05)


@pytest.mark.parametrize("game_id", ["null-nichtig", "rage"])
def test_a_game_brings_a_network_along_which_is_level_4_and_leads_level_5(game_id: str) -> None:
    assert [each.id for each in games() if brings_network(each)] == ["null-nichtig", "rage"]
    found = game(game_id)
    states = next(positions(found, quick_variants(found)[0], seed=5))
    seat = int(found.book.at.awaiting(states, 0)).bit_length() - 1
    known = Knowledge(found, found.options(), seat, states)
    search = Search(found, SearchPlan(1, prior="own", breadth=1e9))
    favourite = bot("network", found).choose(known, known.legal(), rng(1))
    assert search.worth_trying(known, known.legal(), rng(1))[0] == favourite
    assert isinstance(bot(4, found), LearnedBot)
    level = bot(5, found)
    assert isinstance(level, SearchBot)
    assert level.search.plan.prior == "own"


def test_where_a_game_brings_none_that_is_said() -> None:
    with pytest.raises(UnknownBot, match="there is no network for Alles oder Nichts"):
        bot("search@prior=own", "alles-oder-nichts")


def test_all_weights_together_are_small_enough_to_be_installed() -> None:
    folder = Path(stichwerk.__file__).parent / "games"
    sizes = [file.stat().st_size for kind in ("*.npz", "*.npy") for file in folder.rglob(kind)]
    assert len(sizes) == 3
    assert sum(sizes) <= 6_000_000
