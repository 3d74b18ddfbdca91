"""Stichwerk, the home of three trick-taking card games: Null & nichtig, Rage, Alles oder Nichts.

All that a program needs comes from here, in one import:

>>> from stichwerk import Match, IllegalMove, bot, BotPlayer, hints, simulate, compare, verify, replay

**A game being played.** A `Match` knows who sits where, takes moves as strings and says why one is not legal. A `View`
is all that one seat may see of it.

>>> match = Match.new("rage", {"bidding": "secret"}, ["Anja", "Bernd", "Claudia"], seed="tea")
>>> match
<Match: Rage, round 1 of 10: Anja 0, Bernd 0, Claudia 0; Anja, Bernd and Claudia to move>
>>> match.play(0, "bid:3")
>>> match.view(1).table.places[0].has_bid, match.view(1).table.places[0].bid       # Bernd sees that, not what
(True, None)
>>> try:
...     match.play(0, "bid:4")
... except IllegalMove as problem:
...     print(problem)
you have chosen already: wait for the others

**Bots** have names and levels. They are given only what their seat may know, and so is whoever gives `hints`.

>>> bernd = BotPlayer(bot("random", "rage"))
>>> match.play(1, bernd.move(match.knowledge(1)))
>>> hints(match, seat=2, playouts=20).best.move in match.legal(2)
True

**Many games**: random ones to see how the rules work out, duplicate deals to see which bot is better.

>>> simulate("rage", players=4, games=1000, seed=1).win_share().round(2)
array([0.26, 0.24, 0.24, 0.27])
>>> compare("null-nichtig", "random", "random", players=3, deals=20, workers=1)
null-nichtig, 20 deals, points per round: 1 random against 2 random +0.00 ± 0.00; 2 random against 1 random +0.00 ± 0.00

**Records** are games as plain data, one line of JSON each. `read_records` reads a file of them.

>>> record = match.record()
>>> verify(record).ok, replay(record).totals
(True, (0, 0, 0))

**Reviews** say what each decision of a finished game gave away, judged by what its player could know, and how much of
the score was luck: `review_game`, or `review_steps` to get the review step by step.

**The games** are known by their ids: `game_ids` lists them, `game` has everything about one. (`stichwerk.games` is the
package they live in; games from other packages are found too.)

>>> from stichwerk import game, game_ids
>>> game_ids()[:3], game("rage").players
(('null-nichtig', 'rage', 'alles-oder-nichts'), range(2, 9))

A `Client` takes a seat at the table of a server. Everything that can go wrong is a `StichwerkError` with a code for
programs and a sentence for people. In a notebook a match, a view, a comparison and a record draw themselves.

The names in ``__all__`` are the public ones. If you write games, searches or environments, you may import these
modules too: `stichwerk.games`, `stichwerk.bots`, `stichwerk.kernel`, `stichwerk.envs`, `stichwerk.testing`.
"""

from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which would take longer to load than all else here

if TYPE_CHECKING:  # for type checkers and editors; `__getattr__` below loads what is really asked for
    from stichwerk import games as games
    from stichwerk.arena.comparison import Comparison as Comparison
    from stichwerk.arena.estimate import Estimate as Estimate
    from stichwerk.arena.run import compare as compare
    from stichwerk.bots import Bot as Bot
    from stichwerk.bots import bot as bot
    from stichwerk.bots import bot_names as bot_names
    from stichwerk.bulk.parquet import read_decisions as read_decisions
    from stichwerk.bulk.simulate import Results as Results
    from stichwerk.bulk.simulate import simulate as simulate
    from stichwerk.bulk.verify import verify as verify
    from stichwerk.client import Client as Client
    from stichwerk.errors import BadArena as BadArena
    from stichwerk.errors import BadDeal as BadDeal
    from stichwerk.errors import BadDevice as BadDevice
    from stichwerk.errors import BadGame as BadGame
    from stichwerk.errors import BadNotation as BadNotation
    from stichwerk.errors import BadOption as BadOption
    from stichwerk.errors import BadPlayers as BadPlayers
    from stichwerk.errors import BadRecord as BadRecord
    from stichwerk.errors import BotMistake as BotMistake
    from stichwerk.errors import IllegalMove as IllegalMove
    from stichwerk.errors import NoLesson as NoLesson
    from stichwerk.errors import NoPad as NoPad
    from stichwerk.errors import StichwerkError as StichwerkError
    from stichwerk.errors import UnknownBot as UnknownBot
    from stichwerk.errors import UnknownGame as UnknownGame
    from stichwerk.games import Game as Game
    from stichwerk.games import game as game
    from stichwerk.games import game_ids as game_ids
    from stichwerk.games.knowledge import Knowledge as Knowledge
    from stichwerk.games.options import Options as Options
    from stichwerk.play.bot_player import BotPlayer as BotPlayer
    from stichwerk.play.hints import Hints as Hints
    from stichwerk.play.hints import Outlook as Outlook
    from stichwerk.play.hints import hints as hints
    from stichwerk.play.match import Match as Match
    from stichwerk.play.match_view import View as View
    from stichwerk.play.record import Record as Record
    from stichwerk.play.record import read_records as read_records
    from stichwerk.play.report import Report as Report
    from stichwerk.play.verify import replay as replay
    from stichwerk.review.plan import ReviewPlan as ReviewPlan
    from stichwerk.review.results import Review as Review
    from stichwerk.review.run import review_game as review_game
    from stichwerk.review.run import review_steps as review_steps

__version__ = "0.1.0"

#: Every public name by the module it is in. (A test holds this against the imports above.)
_PUBLIC = {
    "stichwerk.play.match": ("Match",),
    "stichwerk.play.match_view": ("View",),
    "stichwerk.games": ("Game", "game", "game_ids"),
    "stichwerk.games.options": ("Options",),
    "stichwerk.bots": ("Bot", "bot", "bot_names"),
    "stichwerk.games.knowledge": ("Knowledge",),
    "stichwerk.play.bot_player": ("BotPlayer",),
    "stichwerk.play.hints": ("Hints", "Outlook", "hints"),
    "stichwerk.bulk.simulate": ("Results", "simulate"),
    "stichwerk.bulk.verify": ("verify",),
    "stichwerk.bulk.parquet": ("read_decisions",),
    "stichwerk.arena.run": ("compare",),
    "stichwerk.arena.comparison": ("Comparison",),
    "stichwerk.arena.estimate": ("Estimate",),
    "stichwerk.play.record": ("Record", "read_records"),
    "stichwerk.play.report": ("Report",),
    "stichwerk.play.verify": ("replay",),
    "stichwerk.review.plan": ("ReviewPlan",),
    "stichwerk.review.results": ("Review",),
    "stichwerk.review.run": ("review_game", "review_steps"),
    "stichwerk.client": ("Client",),
    "stichwerk.errors": (
        "BadArena", "BadDeal", "BadDevice", "BadGame", "BadNotation", "BadOption", "BadPlayers", "BadRecord",
        "BotMistake", "IllegalMove", "NoLesson", "NoPad", "StichwerkError", "UnknownBot", "UnknownGame",
    ),
}  # fmt: skip
_HOMES = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = ["__version__", "games", *_HOMES]


if not TYPE_CHECKING:  # else a type checker would believe that every name is here

    def __getattr__(name: str) -> object:
        """A public name, loaded when it is first asked for: so ``import stichwerk`` costs nothing."""
        if name == "games":
            return import_module("stichwerk.games")
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return found


def __dir__() -> list[str]:
    return sorted(__all__)
