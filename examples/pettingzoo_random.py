"""Random agents in PettingZoo: a whole game of Alles oder Nichts, turn by turn, with action masks.

python examples/pettingzoo_random.py
"""

from stichwerk.envs.pettingzoo import alles_oder_nichts_v0


def play(seed: int = 1) -> dict[str, float]:
    """Play a game; everybody's points."""
    env = alles_oder_nichts_v0.env(players=4, options={"deck": "6x8"})
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    points = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        points[agent] += reward
        if termination or truncation:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    return points


if __name__ == "__main__":
    for agent, points in play().items():
        print(f"{agent}: {points:.0f} points")
