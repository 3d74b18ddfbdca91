"""The games. Each is one package; `games()` lists those that are installed, `game(id)` finds one.

They are found through the entry points of the group ``stichwerk.games``, ours and everybody's alike. A package with
something wrong in it is left out, and `problems()` says why; all other games work as before.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from stichwerk.errors import BadGame, StichwerkError, UnknownGame, listed, quoted
from stichwerk.games.cards import Cards
from stichwerk.games.game import HOUSE, SPECTATOR, Game, said_by
from stichwerk.games.texts import LANGUAGES

__all__ = ["HOUSE", "SPECTATOR", "Game", "game", "game_ids", "games", "problems", "withdraw"]

GROUP = "stichwerk.games"


def game(game_id: str) -> Game:
    """The game with this id.

    >>> game("rage").title
    'Rage'
    """
    found, wrong = _installed()
    if game_id in wrong:
        raise BadGame(wrong[game_id])
    if game_id not in found:
        there_are = f"there are {listed(list(found), 'and')}" if found else "none is installed"
        raise UnknownGame(f"there is no game {quoted(game_id)}; {there_are}")
    return found[game_id]


def games() -> tuple[Game, ...]:
    """All games that are installed and sound."""
    return tuple(_installed()[0].values())


def game_ids() -> tuple[str, ...]:
    """Their ids."""
    return tuple(_installed()[0])


def problems() -> tuple[str, ...]:
    """What is wrong with those that had to be left out, a sentence each."""
    return tuple(_installed()[1].values())


def withdraw(game_id: str, why: str) -> None:
    """Leave out a game that was found but turned out to be unusable."""
    found, wrong = _installed()
    found.pop(game_id, None)
    wrong[game_id] = why


@cache
def _installed() -> tuple[dict[str, Game], dict[str, str]]:
    return found_in(entry_points(group=GROUP))


def found_in(entries: Iterable[EntryPoint]) -> tuple[dict[str, Game], dict[str, str]]:
    """The games of these entry points by id, in the order of their places; and what is wrong with the others."""
    by_id: dict[str, dict[str, EntryPoint]] = defaultdict(dict)
    for entry in entries:
        by_id[entry.name][entry.value] = entry  # the same package may be on the path twice
    found, wrong = [], {}
    for game_id, ways in by_id.items():
        try:
            found.append(_loaded(game_id, _only(game_id, list(ways.values()))))
        except StichwerkError as problem:
            wrong[game_id] = problem.message
        wrong |= {entry.value: _in_our_place(game_id, entry) for entry in ways.values() if _is_taken(entry, ways)}
    found.sort(key=lambda each: (each.place, each.title))
    return {each.id: each for each in found}, wrong


def _only(game_id: str, entries: list[EntryPoint]) -> EntryPoint:
    """Of several games with one id nobody can say which is the right one; but none takes the place of ours."""
    ours = [entry for entry in entries if _is_ours(entry)]
    if len(ours or entries) == 1:
        return (ours or entries)[0]
    where = listed([entry.value.partition(":")[0] for entry in entries], "and")
    raise BadGame(f"there are several games called {game_id}, in {where}: remove all but one")


def _is_ours(entry: EntryPoint) -> bool:
    return entry.value.startswith(f"{__name__}.")


def _is_taken(entry: EntryPoint, ways: Mapping[str, EntryPoint]) -> bool:
    """Whether one of our games has the name already."""
    return not _is_ours(entry) and any(map(_is_ours, ways.values()))


def _in_our_place(game_id: str, entry: EntryPoint) -> str:
    where = entry.value.partition(":")[0]
    return f"the game {game_id} of {where} has the name of one that comes with Stichwerk: give it another"


def _loaded(game_id: str, entry: EntryPoint) -> Game:
    try:
        found = entry.load()
    except (Exception, SystemExit) as problem:  # anything may go wrong in it
        raise BadGame(f"the game {game_id} cannot be loaded: {said_by(problem)}") from problem
    if not isinstance(found, Game):
        raise BadGame(f"{entry.value}, which is to be the game {game_id}, is not a Game")
    if found.made_for != HOUSE:
        raise BadGame(
            f"the game {game_id} is made for another version of Stichwerk: {found.made_for} instead of {HOUSE}"
        )
    if found.id != game_id:
        raise BadGame(f"the game {game_id} calls itself {quoted(found.id)}: its entry point must have the same name")
    if "title" not in found.texts():
        raise BadGame(f"the game {game_id} has no texts: {found.package}/texts/en.json with a title is missing")
    if not _is_ours(entry):
        for language in LANGUAGES:  # else one file with a comma too many would silence all games in that language
            found.texts(language)
    cards: object = found.cards
    if not isinstance(cards, Cards) or not cards.colours:
        raise BadGame(f"the game {game_id} has no cards: {found.package}.cards.CARDS is not a Cards with colours")
    return found
