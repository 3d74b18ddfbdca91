"""What `test_trainer` runs in processes of their own (``small_training.py FOLDER CHECK:GAME …``): small trainings in
plain mode, which needs no compiling, and the tables of a training on a simulated graphics card.
"""

import sys
from pathlib import Path
from typing import Any

import learner as learning
import numpy as np
import torch
from learner import Learner
from networks import Actor, read_actor
from plan import TrainingPlan
from tables import CardTables, ProcessorTables, variants_for
from train import CHECKPOINT, CURVE, NETWORK, STUDENT, main, train

from stichwerk.bots.learned import LearnedBot
from stichwerk.bots.quick_network import judging, quick_judge
from stichwerk.bots.trained_network import read_network
from stichwerk.errors import StichwerkError
from stichwerk.games import game
from stichwerk.games.knowledge import known_by
from stichwerk.kernel.rng import rng

SMALL: dict[str, Any] = {
    "tables": 12,
    "steps": 24,
    "iterations": 2,
    "batch": 32,
    "widths": (16, 8),
    "judge_widths": (16, 8),
    "past": 1,
    "remember": 1,
}


learning._LOOKS = 25

#: What the tables on a card have in common with those on the processor, besides what is done there.
SAME = ("seats", "sides", "seen", "masks", "advice", "described", "features", "gains", "ended", "rngs")


def small(game_id: str, **changed: Any) -> Learner:
    return Learner(game(game_id), TrainingPlan(**{**SMALL, **changed}))


def check_training(game_id: str, folder: Path) -> None:
    """Interrupted and resumed, a training comes to the same network; a bot plays by it just as the trainer does."""
    whole = small(game_id)
    before = [part.detach().clone() for part in whole.actor.parameters()]
    train(whole, folder / "whole", float("inf"), every=1)
    for _ in range(2):
        train(small(game_id), folder / "parts", 0.0, every=1)
    first, second = (np.load(folder / name / NETWORK) for name in ("whole", "parts"))
    assert all(np.array_equal(first[name], second[name]) for name in first.files)
    assert len((folder / "parts" / CURVE).read_text().splitlines()) == 3
    assert not any(map(torch.equal, before, whole.actor.parameters()))
    same_by_a_bot(whole, folder / "whole" / NETWORK)


def check_bot(game_id: str, folder: Path) -> None:
    """A bot plays by the network just as the trainer does."""
    for coloured in (True, False):
        file = folder / f"{game_id}-{coloured}.npz"
        learner = small(game_id, advised=game_id == "rage", coloured=coloured)
        learner.learn()
        learner.write(file)
        same_by_a_bot(learner, file)


def same_by_a_bot(learner: Learner, file: Path) -> None:
    """The same network, read again by the trainer and by the bot, gives the same probabilities."""
    there, found = learner.tables, learner.game
    assert isinstance(there, ProcessorTables)
    actor = read_actor(read_network(found, file), learner.places)
    shown = learner.shown(learner.record.shown_at(0))
    on = shown.on
    with torch.no_grad():
        logs = actor(shown, there.masks).numpy()
        points, tricks = learner.actor.told(*learner.actor.thoughts(on))
        odds = tricks.softmax(2)
    player = LearnedBot(found, file)
    for i in range(there.count):
        seat = int(there.seats[i])
        known = known_by(found, found.options(), seat, there._states[i : i + 1])
        legal = tuple(np.flatnonzero(there.masks[i].numpy()).tolist())
        values = player.values(known, legal, rng(1))
        np.testing.assert_allclose(values - np.log(np.exp(values).sum()), logs[i, list(legal)], rtol=1e-3, atol=1e-3)
        for told in player.expectations(known, legal, rng(1)):
            slot = int(learner.actor.slot_of(on[i : i + 1], torch.tensor([told.action])))
            assert abs(told.points - float(points[i, slot]) * learner.scale) < 2e-3 * learner.scale
            if slot < odds.shape[1]:
                np.testing.assert_allclose(told.tricks, odds[i, slot], atol=1e-3)
            else:
                assert told.tricks == ()


def check_advantages(game_id: str, folder: Path) -> None:
    """What each choice brought more than expected, computed seat by seat."""
    learner = small(game_id, steps=40)
    with torch.no_grad():
        learner._play(0.1)
        expected = torch.randn(40, 12)
        advantage, known = learner.record.advantages(expected, learner.scale, learner.plan.horizon)
    record, horizon = learner.record, learner.plan.horizon
    for table in range(12):
        for seat in range(record.gains.shape[2]):
            coming, more, sure = 0.0, 0.0, False
            for step in range(39, -1, -1):
                if record.ended[step, table]:
                    coming, more, sure = float(record.gains[step, table, seat]) / learner.scale, 0.0, True
                if int(record.seat[step, table]) == seat:
                    more = coming - float(expected[step, table]) + horizon * more if sure else 0.0
                    assert bool(known[step, table]) == sure
                    assert abs(float(advantage[step, table]) - more) < 1e-4
                    coming, sure = float(expected[step, table]), True
    assert 0.5 < float(known.float().mean()) < 1


def check_population(game_id: str, folder: Path) -> None:
    """At a table with an opponent, one side is alone; the rules of thumb play theirs; and files can be opponents."""
    small(game_id).write(folder / "other.npz")
    learner = small(game_id, against=(str(folder / "other.npz"),), mixed=0.75)
    there, population = learner.tables, learner.population
    assert population.names == ["rules", "past 1", "other"]
    players = there.field("players")
    own = torch.tensor([int(bits).bit_count() for bits in there.sides])
    mixed = population.mixed()
    assert ((own == players) == ~mixed).all()
    assert ((own == 1) | (own == players - 1))[mixed].all()
    learner.learn()
    record, piece = learner.record, population.pieces[0]
    assert piece == slice(3, 6)
    results = population.results(record)
    assert list(results)[:2] == ["rules, one", "rules, many"]
    with torch.no_grad():
        shown, legal = learner.shown(record.shown_at(0)), there.masks.clone()
        chosen = torch.zeros(12, dtype=torch.int64)
        done = population.instead(there, shown, legal, chosen, learner.generator)
    theirs = ~(there.sides >> there.seats & 1).bool()
    assert (done[piece][theirs[piece]] == there.advice[piece][theirs[piece]]).all()
    assert (done[~theirs] == 0).all()
    assert legal.gather(1, done[:, None])[theirs].all()


def check_response(game_id: str, folder: Path) -> None:
    """A best response begins as the network it is to beat, and meets nobody else."""
    small(game_id).write(folder / "frozen.npz")
    frozen = str(folder / "frozen.npz")
    learner = small(game_id, begin=frozen, against=(frozen,), rules=False, past=0, mixed=1.0)
    assert learner.population.names == ["frozen"]
    assert learner.population.pieces == [slice(0, 12)]
    kept = np.load(frozen)["whole"].astype(np.float32)
    np.testing.assert_array_equal(learner.actor.trunk.whole.detach().numpy(), kept)
    learner.learn()
    assert not np.array_equal(learner.actor.trunk.whole.detach().numpy(), kept)
    (met,) = learner.population._networks
    assert isinstance(met, Actor)
    np.testing.assert_array_equal(met.trunk.whole.detach().numpy(), kept)
    assert list(learner.population.results(learner.record)) == ["frozen, one", "frozen, many"]


def check_anchor(game_id: str, folder: Path) -> None:
    """Whoever is anchored comes to find likely what the rules of thumb advise."""
    found = []
    for anchor in (0.0, 10.0):
        learner = small(game_id, advised=False, anchor=anchor, rate=5e-2, iterations=20)
        for _ in range(6):
            learner.learn()
        record = learner.record
        legal = record.legal.flatten(0, 1)
        choices = legal.sum(1) > 2
        shown = record.shown(slice(None)).rows(choices)
        with torch.no_grad():
            odds = learner.actor(shown, legal[choices]).exp()
        found.append(float((odds * learner.actor.advised_actions(shown.on)).sum(1).mean()))
    assert found[1] > found[0] + 0.02, found


def check_student(game_id: str, folder: Path) -> None:
    """It comes to play like its teacher, which stays as it is; interrupted and resumed, it comes to be the same."""
    about: dict[str, Any] = {"student": (16, 8), "student_rate": 5e-2, "rate": 0.0, "mixed": 0.0, "iterations": 12}
    whole = small(game_id, **about)
    before = [part.detach().clone() for part in whole.actor.parameters()]
    apart = [whole.learn()["student"] for _ in range(about["iterations"])]
    assert all(map(torch.equal, before, whole.actor.parameters()))
    assert sum(apart[-3:]) < 0.6 * sum(apart[:3]), apart
    for _ in range(2):
        train(small(game_id, **{**about, "iterations": 2}), folder / "taught", 0.0, every=1)
    train(small(game_id, **{**about, "iterations": 2}), folder / "at once", float("inf"), every=1)
    first, second = (np.load(folder / name / STUDENT) for name in ("taught", "at once"))
    assert all(np.array_equal(first[name], second[name]) for name in first.files)
    assert LearnedBot(game(game_id), folder / "taught" / STUDENT).name == "network"
    # It also learns beside a teacher that learns.
    assert small(game_id, student=(16, 8)).learn()["student"] > 0


def check_judge(game_id: str, folder: Path) -> None:
    """In a search, the judge of a student says what it says in the training."""
    learner = small(game_id)
    learner.learn()
    learner.write(folder / NETWORK)
    there, found = learner.tables, learner.game
    assert isinstance(there, ProcessorTables)
    learner.shown(learner.record.shown_at(0))
    with torch.no_grad():
        expected = learner._judge(learner.record.on[0], there.hidden())
    numbers, bits = quick_judge(found, str(folder / NETWORK)), found.book.new_mask()
    for i, worth in enumerate((expected * learner.scale).tolist()):
        seat = int(there.seats[i])
        found.book.at.legal(there._states, i, seat, bits)
        said = judging(found)(there._states[i], seat, bits, rng(1), numbers)
        assert abs(said - worth) < 2e-3 * learner.scale, (said, worth)


def check_refusals(game_id: str, folder: Path) -> None:
    """What cannot be done is said in a sentence."""
    said = []

    def refused(work: Any) -> None:
        try:
            work()
        except StichwerkError as problem:
            said.append(str(problem))

    learner, file = small(game_id), folder / CHECKPOINT
    learner.save(file)
    refused(lambda: small(game_id, widths=(4, 4)).resume(file))
    file.write_bytes(b"no checkpoint")
    refused(lambda: learner.resume(file))
    refused(lambda: small(game_id, tables=0))
    refused(lambda: small(game_id, widths=(4,)))
    refused(lambda: small(game_id, features_widths=(0, 4)))
    refused(lambda: small(game_id, mixed=2.0))
    refused(lambda: small(game_id, past=-1))
    refused(lambda: small(game_id, anchor=-1.0))
    refused(lambda: small(game_id, student=(4,)))
    refused(lambda: small(game_id, rate=0.0))
    refused(lambda: small(game_id, rules_weight=0.0))
    refused(lambda: small(game_id, rules=False, past=0))
    refused(lambda: small(game_id, begin=str(folder / "nowhere.npz")))
    assert len(said) == 13, said
    assert all("remove it to begin anew" in each for each in said[:2]), said
    sys.argv = ["train.py", game_id, "--device", "abacus", "--tables", "2", "--to", str(folder / "none")]
    assert main() == 2


def check_card(game_id: str, folder: Path) -> None:
    """On a (simulated) card the same rounds are dealt, played, shown and advised."""
    found, variants, mixed = game(game_id), variants_for(game(game_id), 1), np.array([True, False])
    here = ProcessorTables(found, 2, mixed, variants, 7)
    there = CardTables(found, 2, mixed, variants, 7, "cuda")
    for tables in (here, there):
        tables.begin()
    ended = 0
    for _ in range(130):
        for name in SAME:
            np.testing.assert_array_equal(getattr(here, name).numpy(), getattr(there, name), err_msg=name)
        for tables in (here, there):
            tables.draw()
        np.testing.assert_array_equal(here.actions.numpy(), there.actions)
        for tables in (here, there):
            tables.act()
        ended += int(here.ended.sum())
        if ended > 1:
            break
    assert ended > 0


if __name__ == "__main__":
    _, folder, *checks = sys.argv
    for each in checks:
        check, _, game_id = each.partition(":")
        globals()[f"check_{check}"](game_id, Path(folder))
