"""Bad days, for long: ``make chaos``. People play at a cluster behind a proxy while all that can go wrong does;
afterwards the log is read. Prints what was done and found; the exit code is 1 if anything was lost, doubled or wrong.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.chaos.field import Field
from support.server.nest import WARM

#: Within so many seconds everybody has to be back, whatever happened to the processes. A database takes its own time.
BACK_WITHIN = 10.0


async def run(asked: argparse.Namespace) -> int:
    """Let troubles come until there were enough of them, or the time is up."""
    os.environ[WARM] = "1"
    folder = Path(tempfile.mkdtemp(prefix="stichwerk-chaos-"))
    began = time.monotonic()
    async with Field(folder, asked.processes, asked.groups, asked.seed, standby=True) as field:
        until = began + 60 * asked.minutes

        def enough() -> bool:
            return field.done["killed"] >= asked.kills or time.monotonic() > until

        def standing() -> int:
            return sum(each.process is not None and not each.frozen for each in field.servers)

        async def kill_on() -> None:
            while not enough():
                if standing() > 1:
                    await field.kill()
                field.check_playing()
                await asyncio.sleep(0.05)

        async def trouble_on() -> None:
            while not enough():
                await asyncio.sleep(field.random.uniform(0, 4))
                if standing() > 2:
                    troubles = [field.freeze, field.restart, field.cut, field.restart_proxy, field.jump]
                    await field.random.choice(troubles)()

        async def tell_on() -> None:
            while not enough():
                await asyncio.sleep(60)
                told = ", ".join(f"{times} {what}" for what, times in field.done.items())
                print(f"{time.monotonic() - began:.0f} s: {told}; {field.notes.games} games", flush=True)

        telling = asyncio.create_task(tell_on())
        await asyncio.gather(*(kill_on() for _ in range(asked.at_once)), trouble_on())
        telling.cancel()
        calm = time.monotonic()
        silence, at = field.notes.longest_silence()
        for _ in range(asked.database):
            await field.restart_database()
            await asyncio.sleep(8)
        await field.fail_over()
        await asyncio.sleep(8)
        verdict = await field.finish()
        notes = field.notes
    print(f"{asked.processes} processes, {asked.groups} groups of people, seed {asked.seed}, ", end="")
    print(f"{time.monotonic() - began:.0f} seconds. Done:")
    for what, times in field.done.items():
        print(f"  {what}: {times}")
    leaders = ", ".join(f"{tables} with {many}" for many, tables in sorted(verdict.leaders.items()))
    print(
        f"Played: {verdict.tables} tables, {verdict.games} whole games, {verdict.moves} moves, {verdict.lines} lines."
    )
    print(f"Leaders of a table: {leaders}.")
    print(f"Acknowledged and found, each once: {verdict.acknowledged} moves and cuts.")
    print(f"Clients connected again {notes.reconnects} times; the longest that anybody heard nothing: {silence:.1f} s")
    print(f"  (while the database was restarted or replaced: {notes.longest_silence(since=calm)[0]:.1f} s).")
    print(f"  Seconds before its end: {', '.join(field.before(at, silence)) or 'nothing'}.")
    print(f"What people were told of it: {dict(notes.troubles) or 'nothing'}.")
    for fault in verdict.faults:
        print(f"WRONG: {fault}")
    if silence > BACK_WITHIN:
        print(f"WRONG: somebody was not back within {BACK_WITHIN:.0f} seconds")
    ok = not verdict.faults and silence <= BACK_WITHIN
    print("Nothing was lost, doubled or wrong." if ok else f"The logs are in {folder}.")
    return 0 if ok else 1


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="kill so many processes (default: 1000)")
    parser.add_argument("--minutes", type=float, default=60, help="but stop after so long (default: 60)")
    parser.add_argument("--processes", type=int, default=6)
    parser.add_argument("--at-once", type=int, default=3, help="as many of them at once are down (default: 3)")
    parser.add_argument("--groups", type=int, default=12)
    parser.add_argument("--database", type=int, default=5, help="restart PostgreSQL so many times (default: 5)")
    parser.add_argument("--seed", type=int, default=1)
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    raise SystemExit(main())
