"""Whether our compiled ISMCTS plays as well as OpenSpiel's: ``python experiments/ismcts_parity.py``.

Two tests. *Games*: one ISMCTSBot of OpenSpiel against three of ours, at every seat in turn, on duplicate deals.
*Shares*: in many positions, how the visits of the root are shared out among the actions; sets of searches of OpenSpiel
and of ours should differ by as much as two sets of OpenSpiel do. Results are appended to results/*.csv line by line;
what is there is not played again. The tables go to ismcts_parity.md.
"""

import argparse
import time
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from ledger import Ledger, write_part
from numpy.typing import NDArray
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType

from stichwerk.arena import entrant, estimate
from stichwerk.arena.deals import contest, deal_of, decks
from stichwerk.bots.ismcts import IsmctsBot
from stichwerk.envs.openspiel import RoundState
from stichwerk.envs.spiel_table import RandomRollouts, Resampler, dealt, knowledge, load
from stichwerk.games import game, game_ids
from stichwerk.games.setup import agreed
from stichwerk.kernel.rng import Rng, below, rng

SIMULATIONS = 1000
PLAYERS = 4
NODES = ("observation", "information")
#: Searches in a set, of which the shares are averaged.
SEARCHES = 3
FEWEST = 10  # deals or positions for a figure
DOCUMENT = Path(__file__).with_suffix(".md")
# Seeds: those of the deals are small.
_THEIR_LUCK, _OUR_LUCK = 1 << 32, 1 << 33

Shares = NDArray[np.float64]


class Theirs:
    """OpenSpiel's bot. `RandomRollouts` and `Resampler` are its own rollouts and worlds, faster: see the document."""

    def __init__(self, table: Any, game_id: str, nodes: str, seed: int, final: Any) -> None:
        self._bot = ISMCTSBot(
            table,
            RandomRollouts(seed=_THEIR_LUCK + 2 * seed),
            game(game_id).tuning.uct_c,
            SIMULATIONS,
            random_state=np.random.RandomState(seed),
            final_policy_type=final,
            use_observation_string=nodes == "observation",
        )
        self._bot.set_resampler(Resampler(seed=_THEIR_LUCK + 2 * seed + 1))

    def choose(self, state: RoundState) -> int:
        return int(self._bot.step(state))

    def shares(self, state: RoundState) -> dict[int, float]:
        """Of each action, its part of the visits."""
        return dict(self._bot.run_search(state))


class Ours:
    """Our bot, in the same way."""

    def __init__(self, game_id: str, nodes: str, luck: Rng) -> None:
        self._bot = ours(game_id, nodes)
        self._luck = luck

    def choose(self, state: RoundState) -> int:
        return self._bot.choose(knowledge(state, state.current_player()), state.legal_actions(), self._luck)

    def shares(self, state: RoundState) -> dict[int, float]:
        actions, visits = self._bot.tried(knowledge(state, state.current_player()), self._luck)
        return dict(zip(actions.tolist(), visits / visits.sum(), strict=True))


@cache
def ours(game_id: str, nodes: str) -> IsmctsBot:
    return IsmctsBot(game(game_id), SIMULATIONS, recall=nodes == "information")


@cache
def loaded(game_id: str, round_no: int, dealer: int) -> Any:
    return load(game_id, PLAYERS, round_no=round_no, dealer=dealer)


def begun(game_id: str, number: int, seed: int) -> tuple[Any, RoundState]:
    """A deal of the arena at OpenSpiel's table."""
    found = game(game_id)
    nobody = entrant("random", found)
    plan = contest(agreed(found, None, PLAYERS), nobody, nobody, seed=seed)
    deal, generator = deal_of(plan, number)
    table = loaded(game_id, deal.round_no, deal.dealer)
    return table, dealt(table, next(decks(plan, generator)).tolist())


# ---------------------------------------------------------------- games


def play_deal(ledger: Ledger, game_id: str, nodes: str, number: int) -> None:
    """One of theirs against three of ours, at every seat in turn."""
    points = np.zeros((PLAYERS, PLAYERS))
    moves, spent = {"theirs": 0, "ours": 0}, {"theirs": 0.0, "ours": 0.0}
    for alone in range(PLAYERS):
        table, state = begun(game_id, number, seed=1)
        theirs = Theirs(table, game_id, nodes, number * PLAYERS + alone, ISMCTSFinalPolicyType.MAX_VISIT_COUNT)
        seats = [Ours(game_id, nodes, rng(_OUR_LUCK + number, seat)) for seat in range(PLAYERS)]
        while not state.is_terminal():
            seat, legal = state.current_player(), state.legal_actions()
            if len(legal) == 1:
                state.apply_action(legal[0])
                continue
            side = "theirs" if seat == alone else "ours"
            began = time.process_time()
            action = theirs.choose(state) if seat == alone else seats[seat].choose(state)
            spent[side] += time.process_time() - began
            moves[side] += 1
            state.apply_action(action)
        points[alone] = state.returns()
    lone = np.eye(PLAYERS, dtype=bool)
    ledger.add(
        {"game": game_id, "nodes": nodes, "deal": number, "difference": points[lone].mean() - points[~lone].mean()}
        | {"theirs_points": points[lone].sum(), "ours_points": points[~lone].sum()}
        | {f"{side}_moves": moves[side] for side in moves}
        | {f"{side}_seconds": round(spent[side], 4) for side in spent}
    )


def games_table(ledger: Ledger) -> list[str]:
    lines = [
        "| game | nodes | deals | points per round: OpenSpiel's | ours | difference | ms per move: OpenSpiel's | ours |"
        " simulations/s: OpenSpiel's | ours | ratio |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for game_id in game_ids():
        for nodes in NODES:
            wanted = {"game": game_id, "nodes": nodes}
            found = estimate(ledger.column("difference", **wanted))
            if found.deals < FEWEST:
                continue
            means = [
                sum(ledger.column(f"{side}_points", **wanted)) / found.deals / PLAYERS / seats
                for side, seats in (("theirs", 1), ("ours", PLAYERS - 1))
            ]
            each = [
                sum(ledger.column(f"{side}_seconds", **wanted)) / sum(ledger.column(f"{side}_moves", **wanted))
                for side in ("theirs", "ours")
            ]
            cells = [
                game(game_id).title,
                nodes,
                found.deals,
                *(f"{mean:.2f}" for mean in means),
                found,
                *(f"{seconds * 1000:.1f}" for seconds in each),
                *(f"{SIMULATIONS / seconds:,.0f}" for seconds in each),
                f"{each[0] / each[1]:.0f}",
            ]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


# ---------------------------------------------------------------- shares of visits


def positions(game_id: str) -> Iterator[tuple[Any, RoundState]]:
    """Positions with a choice, from anywhere in rounds played at random."""
    for number in count():
        generator = rng(2, number)
        table, state = begun(game_id, number, seed=2)
        for _ in range(below(generator, table.max_game_length())):
            legal = state.legal_actions()
            state.apply_action(legal[below(generator, len(legal))])
        if len(state.legal_actions()) > 1:
            yield table, state


def mean_shares(searches: list[dict[int, float]], state: RoundState) -> Shares:
    return np.mean([[found.get(action, 0.0) for action in state.legal_actions()] for found in searches], axis=0)


def distance(one: Shares, other: Shares) -> float:
    """How much of the visits would have to move (the total variation)."""
    return float(np.abs(one - other).sum() / 2)


def compare_shares(ledger: Ledger, game_id: str, nodes: str, number: int, table: Any, state: RoundState) -> None:
    """Two sets of their searches and one of ours in one position."""
    final = ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT
    first, second = (
        mean_shares(
            [
                Theirs(table, game_id, nodes, 1000 * number + 100 * group + k, final).shares(state)
                for k in range(SEARCHES)
            ],
            state,
        )
        for group in range(2)
    )
    own = mean_shares([Ours(game_id, nodes, rng(_OUR_LUCK + number, k)).shares(state) for k in range(SEARCHES)], state)
    ledger.add(
        {"game": game_id, "nodes": nodes, "position": number, "actions": len(state.legal_actions())}
        | {"theirs_theirs": distance(first, second)}
        | {"theirs_ours": (distance(first, own) + distance(second, own)) / 2}
    )


def shares_table(ledger: Ledger) -> list[str]:
    lines = [
        "| game | nodes | positions | OpenSpiel's to OpenSpiel's | OpenSpiel's to ours | excess |",
        "|---|---|---|---|---|---|",
    ]
    for game_id in game_ids():
        for nodes in NODES:
            same = np.array(ledger.column("theirs_theirs", game=game_id, nodes=nodes))
            other = np.array(ledger.column("theirs_ours", game=game_id, nodes=nodes))
            if same.size >= FEWEST:
                excess = estimate(other - same)
                lines.append(
                    f"| {game(game_id).title} | {nodes} | {same.size} | {same.mean():.4f} | {other.mean():.4f} |"
                    f" {excess.mean:+.4f} ± {excess.margin:.4f} |"
                )
    return lines


def main() -> None:
    """Play and search what is missing, then write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=game_ids(), choices=game_ids())
    parser.add_argument("--nodes", nargs="+", default=NODES, choices=NODES)
    parser.add_argument("--deals", type=int, default=100, help="how many deals per game and kind of nodes")
    parser.add_argument("--positions", type=int, default=60, help="how many positions per game and kind of nodes")
    chosen = parser.parse_args()
    seconds = ("theirs_seconds", "ours_seconds")
    moves = ("theirs_moves", "ours_moves")
    values = ("difference", "theirs_points", "ours_points", *moves, *seconds)
    played = Ledger("ismcts_parity_games", ("game", "nodes", "deal"), values)
    searched = Ledger(
        "ismcts_parity_shares", ("game", "nodes", "position"), ("actions", "theirs_theirs", "theirs_ours")
    )
    for nodes in chosen.nodes:
        for game_id in chosen.games:
            for number, (table, state) in zip(range(chosen.positions), positions(game_id), strict=False):
                if not searched.has(game_id, nodes, number):
                    compare_shares(searched, game_id, nodes, number, table, state)
            for number in range(chosen.deals):
                if not played.has(game_id, nodes, number):
                    play_deal(played, game_id, nodes, number)
    write_part(DOCUMENT, "games", games_table(played))
    write_part(DOCUMENT, "shares", shares_table(searched))


if __name__ == "__main__":
    main()
