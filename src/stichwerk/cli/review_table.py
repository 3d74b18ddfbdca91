"""A review in the terminal: a line for each player, and the decisions that cost most."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from stichwerk.bots.levels import LEVELS
from stichwerk.cli.faces import Faces
from stichwerk.cli.output import TIED, printable
from stichwerk.cli.words import Words
from stichwerk.games.moves import bid_of, cards_of
from stichwerk.review.classes import Standing
from stichwerk.review.results import Mean, Review, ReviewedDecision, ReviewedPlayer
from stichwerk.review.summary import PlayerSummary

#: Of the decisions that cost something, how many are listed, and of the better moves, how many.
_COSTLY, _BETTER = 12, 2


def show_review(console: Console, review: Review, language: str) -> None:
    """One game: its players, and the costly decisions."""
    faces = Faces(review.game, language)
    words = faces.words
    names = [printable(name, 16).replace(" ", TIED) for name in review.names]
    console.print(words.text("play.with", game=Text(words.say("title"), "bold"), players=words.listed(names, "and")))
    if review.open_cards:
        console.print(words.say("review.open"))
    console.print()
    console.print(_players(words, review, names))
    console.print()
    if len({phase for player in review.players for phase in player.phases}) > 1:
        console.print(Text(words.say("review.phases"), "bold"))
        console.print(_phases(words, review, names))
        console.print()
    console.print(Text("\n".join(means(words)), "dim"))
    console.print()
    costly = review.costly
    if not costly:
        console.print(words.say("review.none-costly"))
        return
    console.print(Text(words.say("review.costly"), "bold"))
    console.print(_decisions(faces, costly[:_COSTLY], names))
    if len(costly) > _COSTLY:
        console.print(Text(words.say("review.more", n=len(costly) - _COSTLY), "dim"))


def show_summary(console: Console, players: Sequence[PlayerSummary], language: str) -> None:
    """Many games: a line for each player, the kinds of games apart."""
    for game in dict.fromkeys(player.game for player in players):
        words = Words(language, game)
        table = _table(words, "review.games", "review.decisions", *_COLUMNS)
        for player in players:
            if player.game is game:
                counts = f"{player.games:,}", f"{player.loss.decisions:,}"
                standing = class_name(words, player.standing)
                table.add_row(
                    printable(player.name, 16), *counts, standing, _mean(words, player.loss), *_sum(words, player)
                )
        console.print(Text(words.say("title"), "bold"))
        console.print(table)
        console.print()
    console.print(Text("\n".join(means(Words(language))), "dim"))


_COLUMNS = ("review.class", "review.loss", "hint.ahead", "review.luck", "review.skill", "review.noise")


def _table(words: Words, *columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(words.say("column.player"), no_wrap=True)
    for key in columns:
        table.add_column(words.say(key), justify="left" if key == "review.class" else "right", no_wrap=True)
    return table


def means(words: Words) -> list[str]:
    """What each column says."""
    ends = {"lowest": words.say(f"level.{LEVELS[0].number}"), "highest": words.say(f"level.{LEVELS[-1].number}")}
    keys = ("class", "loss", "ahead", "luck", "skill", "noise")
    return [words.say(f"review.{key}.means", **ends) for key in keys]


def _players(words: Words, review: Review, names: Sequence[str]) -> Table:
    table = _table(words, "column.points", *_COLUMNS)
    for player in review.players:
        standing, loss = class_name(words, player.standing), _mean(words, player.loss)
        table.add_row(names[player.seat], str(player.points), standing, loss, *_sum(words, player))
    return table


def _phases(words: Words, review: Review, names: Sequence[str]) -> Table:
    """What each player lost in which phase, per decision."""
    phases = list(dict.fromkeys(phase for player in review.players for phase in player.phases))
    table = _table(words, *(f"phase.{phase}" for phase in phases))
    for player in review.players:
        table.add_row(names[player.seat], *(phase_told(words, player, phase) for phase in phases))
    return table


def phase_told(words: Words, player: ReviewedPlayer, phase: str) -> str:
    """What somebody lost in a phase per decision, and the class that this is."""
    if phase not in player.phases:
        return ""
    standing = class_name(words, player.standings.get(phase))
    return f"{_mean(words, player.phases[phase])} {standing}".strip()


def class_name(words: Words, standing: Standing | None) -> str:
    """The class of a player; in brackets what it may as well be."""
    if standing is None:
        return ""
    name = words.say(f"level.{standing.level}")
    if standing.lowest == standing.highest:
        return name
    return f"{name} ({standing.lowest}–{standing.highest})"


def _mean(words: Words, mean: Mean) -> str:
    return f"{words.number(mean.loss, '.2f')} ± {words.number(mean.error, '.2f')}"


def _sum(words: Words, player: ReviewedPlayer | PlayerSummary) -> tuple[str, ...]:
    """What a player was ahead, and why."""
    number = words.number
    with_errors = ((player.luck, player.luck_error), (player.skill, player.skill_error))
    told = (f"{number(value, '+.1f')} ± {number(error)}" for value, error in with_errors)
    return (number(player.lead, "+.1f"), *told, number(player.noise, "+.1f"))


def _decisions(faces: Faces, decisions: Sequence[ReviewedDecision], names: Sequence[str]) -> Table:
    table = _table(faces.words, "sheet.round", "review.move", "review.better", "review.loss")
    for each in decisions:
        better = each.choices[: min(_BETTER, each.choices.index(each.made))]
        told = Text(", ").join(_worth(faces, choice.move, choice.gain) for choice in better)
        loss = f"{faces.words.number(each.loss)} ± {faces.words.number(each.error)}"
        made = _worth(faces, each.move, each.made.gain)
        table.add_row(names[each.seat], str(each.round), made, told, loss)
    return table


def _worth(faces: Faces, move: str, gain: float) -> Text:
    return Text.assemble(move_face(faces, move), f"{TIED}({faces.words.number(gain, '+.1f')})")


def move_face(faces: Faces, move: str) -> Text:
    """A move as it is shown: a card, cards that are laid, a bid or a word."""
    bid = bid_of(move)
    if bid is not None:
        return Text(faces.words.say("bid.is", bid=bid).replace(" ", TIED))
    if laid := cards_of(move):
        return faces.faces(laid)
    return Text(faces.words.say(f"say.{move}")) if f"say.{move}" in faces.words else faces.face(move)
