"""The arena, simulations, checks and self-play on a Ray cluster: the same results as on one machine.

Here the cluster is two workers on this machine. `make test-ray` installs Ray and runs this; else it is skipped.
"""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from joblib import Parallel, delayed, parallel_config

from stichwerk import compare, simulate, verify
from stichwerk.bulk import verify as checking
from stichwerk.bulk.convert import simulate_decisions
from stichwerk.bulk.simulate import plan_of, simulate_and_record
from support.env_tables import example

ray = pytest.importorskip("ray", reason="Ray is not installed: make test-ray, or pip install 'stichwerk[cluster]'")

WORKERS = 2


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    from ray.util.joblib import register_ray

    ray.init(num_cpus=WORKERS, include_dashboard=False, log_to_driver=False, configure_logging=False)
    register_ray()
    with parallel_config(backend="ray", n_jobs=WORKERS):
        yield
    ray.shutdown()


def test_the_work_is_done_by_other_processes() -> None:
    assert os.getpid() not in Parallel()(delayed(os.getpid)() for _ in range(4))


def test_the_arena() -> None:
    there = compare("alles-oder-nichts", "rules", "random", players=3, deals=8, workers=WORKERS)
    with parallel_config(backend="loky"):
        here = compare("alles-oder-nichts", "rules", "random", players=3, deals=8, workers=1)
    assert repr(there) == repr(here)


@pytest.mark.parametrize("bots", [None, ["rules"], ["4", "rules", "random"]], ids=str)
def test_simulated_games_and_their_records(bots: list[str] | None) -> None:
    plan = plan_of("alles-oder-nichts", None, 3, 7, bots)
    lines: list[str] = []
    there = simulate_and_record(plan, 6, lines.append)
    played = simulate(plan.setup.game, None, 3, 6, 7, bots=bots)
    with parallel_config(backend="loky"):
        expected: list[str] = []
        here = simulate_and_record(plan, 6, expected.append, workers=1)
    assert lines == expected
    assert repr(there) == repr(here) == repr(played)


def test_self_play_as_decisions() -> None:
    plan, there, here = plan_of("rage", None, 4, 3, ["rules"]), io.BytesIO(), io.BytesIO()
    simulate_decisions(plan, 130, there)
    with parallel_config(backend="loky"):
        simulate_decisions(plan, 130, here, workers=1)
    assert there.getvalue() == here.getvalue()


def test_files_are_checked_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LINES", 10)
    file = tmp_path / "games.jsonl"
    lines: list[str] = []
    with parallel_config(backend="loky"):
        simulate_and_record(plan_of("rage", None, 3, 5), 60, lines.append, workers=1)
    lines[41] = lines[41].replace('"total": [', '"total": [1', 1)
    file.write_text("\n".join(lines))
    report = verify(file)
    assert str(report) == "60 records: 59 hold, 1 broken"
    assert [(breach.line, breach.reason.code) for breach in report.broken] == [(42, "wrong-total")]


def test_the_example(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with parallel_config(backend="loky"):
        simulate_and_record(plan_of("rage", None, 3, 5), 3, lambda line: file.open("a").write(line + "\n"), workers=1)
    told = example("on_a_cluster").on_the_cluster(file, deals=10, games=20)
    assert told[0].startswith("rage, 10 deals, points per round: 1 rules against 3 random +")
    assert told[1].startswith("20 games: points ")
    assert told[2] == "3 records: 3 hold, 0 broken"
