"""How fast the games are on a graphics card: ``python benchmarks/card.py``, on a machine that has one.

It measures random play and single steps through `VectorEnv`, what the steps write against what the card can copy, and
some games of Pgx where that is installed. It prints a table as in results.md.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # or Pgx's library would take the card for itself

import torch

from stichwerk.envs.vector import VectorEnv
from stichwerk.games import games

MANY = 1 << 20
PGX_GAMES = 1 << 17
PGX = ("tic_tac_toe", "leduc_holdem", "backgammon", "go_9x9", "sparrow_mahjong")


def seconds(call: Callable[[], Any], times: int, samples: int = 7) -> list[float]:
    """How long a call takes on the card: so many samples of the mean over so many calls, the shortest first."""
    call()
    taken = []
    for _ in range(samples):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(times):
            call()
        end.record()
        torch.cuda.synchronize()
        taken.append(start.elapsed_time(end) / 1000 / times)
    return sorted(taken)


def rates(count: int, taken: list[float]) -> str:
    """So many in that time, in billions per second: the best, and the median."""
    return f"{count / taken[0] / 1e9:.2f} billion (median {count / statistics.median(taken) / 1e9:.2f})"


class CardResults:
    """CardResults as in results.md."""

    def __init__(self) -> None:
        print("| what | measured | goal | met |\n|---|---|---|---|", flush=True)

    def add(self, what: str, measured: str, goal: str = "", met: bool | None = None) -> None:
        print(f"| {what} | {measured} | {goal} | {'' if met is None else 'yes' if met else 'NO'} |", flush=True)


def stepping(game_id: str, count: int) -> tuple[VectorEnv, list[float]]:
    """Steps with `sample`, checked, with observations and masks, over two rounds of Rage's length."""
    env = VectorEnv(game_id, count, players=4, rounds=1, device="cuda")
    env.reset(seed=1)
    return env, seconds(lambda: env.step(env.sample()), 88)


def playing(game_id: str) -> list[float]:
    """Ten rounds of Rage's length, or as many moves of another game, at random."""
    env = VectorEnv(game_id, MANY, players=4, rounds=1, device="cuda")
    env.reset(seed=1)
    return seconds(lambda: env.play(440), 1)


def bytes_written(env: VectorEnv) -> int:
    """What a step writes of a game at least: all that the environment hands out."""
    observations, rewards, terminations, _, infos = env.step(env.sample())
    shown: Any = (*observations.values(), rewards, terminations, infos["seat"])
    return sum(tensor.numel() * tensor.element_size() for tensor in shown) // env.num_envs


def copying() -> float:
    """Bytes per second that the card copies, read and written."""
    there = torch.zeros(1 << 31, dtype=torch.int32, device="cuda")
    other = torch.empty_like(there)
    return 2 * there.numel() * there.element_size() / seconds(lambda: other.copy_(there), 5)[0]


def pgx_steps(game_id: str) -> float:
    """Random steps per second in a game of Pgx, with auto-reset, all in one compiled loop."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env, steps = pgx.make(game_id), 200
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, drawn, chance = jax.random.split(key, 3)
        action = jax.random.categorical(drawn, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return (step(state, action, jax.random.split(chance, PGX_GAMES)), key), None

    play = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    key = jax.random.PRNGKey(1)
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_GAMES)), key
    carry = jax.block_until_ready(play(carry))
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        carry = jax.block_until_ready(play(carry))
        best = min(best, time.perf_counter() - start)
    return PGX_GAMES * steps / best


def main() -> None:
    """The whole table."""
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, Python {sys.version.split()[0]}\n")
    table = CardResults()
    bandwidth = copying()
    table.add("copying on the card, bytes read and written", f"{bandwidth / 1e12:.2f} TB/s")
    taken = playing("rage")
    best = MANY * 440 / taken[0]
    table.add("rage, 4 players, 10 cards: random moves/s", rates(MANY * 440, taken), ">= 3 billion", best >= 3e9)
    table.add("the same, rounds/s", f"{best / 44 / 1e6:.0f} million")
    env, taken = stepping("rage", MANY)
    rage = MANY / taken[0]
    table.add(
        f"rage: steps/s, drawn, checked, observed, {MANY:,} games", rates(MANY, taken), ">= 1 billion", rage >= 1e9
    )
    written = bytes_written(env)
    share = written * rage / bandwidth
    table.add("rage: bytes handed out per step", f"{written}: {written * rage / 1e12:.2f} TB/s, {share:.0%} of copying")
    del env
    for count in (1 << 14, 1 << 16, 1 << 18):
        table.add(f"rage: the same, {count:,} games", rates(count, stepping("rage", count)[1]))
    for found in games():
        if found.id != "rage":
            _, taken = stepping(found.id, MANY)
            table.add(f"{found.id}: steps/s, {MANY:,} games", rates(MANY, taken))
            table.add(f"{found.id}: random moves/s", rates(MANY * 440, playing(found.id)))
    torch.cuda.empty_cache()
    try:
        for game_id in PGX:
            theirs = pgx_steps(game_id)
            times = f"{theirs / 1e6:,.0f} million; rage with its observations {rage / theirs:,.1f} times"
            table.add(f"Pgx {game_id}, {PGX_GAMES:,} games: steps/s", times)
    except ImportError:
        table.add("Pgx", "is not installed")


if __name__ == "__main__":
    main()
