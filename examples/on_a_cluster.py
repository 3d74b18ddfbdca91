"""Bots compared, games simulated and records checked on a Ray cluster: nothing but joblib's backend is another.

python examples/on_a_cluster.py games.jsonl
"""

import sys
from pathlib import Path

import ray
from joblib import parallel_config
from ray.util.joblib import register_ray

from stichwerk import compare, simulate, verify


def on_the_cluster(records: Path, deals: int, games: int) -> list[str]:
    """What comes of it, a line each. Ray must have been told which cluster it is."""
    register_ray()
    with parallel_config(backend="ray"):
        return [
            repr(compare("rage", "rules", "random", deals=deals)),
            repr(simulate("rage", games=games, bots=["3", "2", "1", "random"])),
            str(verify(records)),
        ]


if __name__ == "__main__":
    ray.init(address="auto")
    print(*on_the_cluster(Path(sys.argv[1]), deals=2000, games=100_000), sep="\n")
