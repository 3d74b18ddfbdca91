"""A transcript: a game in numbers, its decks, actions and scores. Compiled code writes one, and plays it again."""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.games.setup import Setup
from stichwerk.play.engine import Engine
from stichwerk.play.notation import notation
from stichwerk.play.record import Record, game_data, to_line

#: Columns of the sheet: the actions up to the end of the round, its dealer, then its scores by seat.
END, DEALER, SCORES = range(3)


class Transcript:
    """Room for a game; the next one is written over it.

    ``decks`` has a row for each round; ``log`` each action as (seat, action); ``sheet`` a row for each round, see
    above. ``over`` tells whether the last round is.
    """

    def __init__(self, cards: int, players: int, rounds: int = 16, actions: int = 512) -> None:
        self._cards, self._players = cards, players
        self.rounds = self.actions = 0
        self.over = True
        self.decks = np.zeros((rounds, cards), np.int8)
        self.log = np.zeros((actions, 2), np.int16)
        self.sheet = np.zeros((rounds, SCORES + players), np.int64)

    def make_room(self, rounds: int, actions: int) -> bool:
        """Room for so many rounds and actions. Whether there was too little: what was written is lost."""
        if rounds <= len(self.decks) and actions <= len(self.log):
            return False
        most_rounds, most_actions = max(2 * rounds, len(self.decks)), max(2 * actions, len(self.log))
        self.__init__(self._cards, self._players, most_rounds, most_actions)  # type: ignore[misc]
        return True

    def ends(self) -> list[int]:
        """After how many actions each round ends; before all others stands the beginning, 0."""
        return [0, *self.sheet[: self.rounds, END].tolist()]


class Course:
    """What all games have in common that are played alike: the same game, options and number of players."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.game, self.players = setup, setup.game, setup.players
        self.vector = setup.vector()
        self.words = notation(setup.game, setup.options)
        self._cards = [json.dumps(card, ensure_ascii=False) for card in self.words.cards]

    def room(self) -> Transcript:
        """Room for one of these games."""
        return Transcript(self.game.book.deck.size, self.players)

    @cached_property
    def laid(self) -> int:
        """How many cards each player lays in one move, before anything else in a round. 0: nothing is laid."""
        engine = Engine(self.game, self.setup.options, self.players, 0)
        engine.deal(self.game.book.deck)
        return engine.to_lay

    @cached_property
    def _moves(self) -> list[list[str]]:
        """How a move of one action is written in a record, by seat and action."""
        names = [json.dumps(name, ensure_ascii=False) for name in self.words.actions.names]
        return [[f"[{seat}, {name}]" for name in names] for seat in range(self.players)]

    def rounds_text(self, transcript: Transcript) -> str:
        """The rounds of a record, as `stichwerk.play.record.to_line` writes them."""
        return f"[{', '.join(self._rounds(transcript))}]"

    def _rounds(self, transcript: Transcript) -> Iterator[str]:
        decks = transcript.decks[: transcript.rounds].tolist()
        sheet = transcript.sheet[: transcript.rounds].tolist()
        log = transcript.log[: transcript.actions].tolist()
        options, players, card = self.setup.options, self.players, self._cards.__getitem__
        for number, (start, end) in enumerate(pairwise(transcript.ends())):
            size, cards = options.hand_size(players, number + 1), list(map(card, decks[number]))
            hands = ", ".join(f"[{', '.join(cards[seat * size : (seat + 1) * size])}]" for seat in range(players))
            moves = ", ".join(self._moves_of(log[start:end]))
            last = number + 1 == transcript.rounds
            score = f', "score": {sheet[number][SCORES:]}' if transcript.over or not last else ""
            yield (
                f'{{"dealer": {sheet[number][DEALER]}, "hands": [{hands}], '
                f'"stock": [{", ".join(cards[players * size :])}], "moves": [{moves}]{score}}}'
            )

    def _moves_of(self, log: list[list[int]]) -> list[str]:
        """A round's actions as moves. Where cards are laid, that comes first, and a player's cards are one move."""
        each = self.laid
        laid = [log[i : i + each] for i in range(0, min(each * self.players, len(log)), each)] if each else []
        layings = [f'[{cards[0][0]}, "{self.words.lay([card for _, card in cards])}"]' for cards in laid]
        moves = self._moves
        return layings + [moves[seat][action] for seat, action in log[each * self.players :]]

    def read(self, record: Record, into: Transcript) -> None:
        """Write down a record that keeps the rules."""
        into.make_room(len(record.rounds), sum(len(part.moves) * max(1, self.laid) for part in record.rounds))
        into.rounds, into.actions, into.over = len(record.rounds), 0, True
        for number, part in enumerate(record.rounds):
            into.decks[number] = self.words.deck([card for hand in (*part.hands, part.stock) for card in hand])
            for seat, move in part.moves:
                for action in self.words.move(move).actions:
                    into.log[into.actions] = seat, action
                    into.actions += 1
            into.sheet[number, :SCORES] = into.actions, part.dealer
            into.over = isinstance(part.score, tuple)
            if isinstance(part.score, tuple):
                into.sheet[number, SCORES:] = part.score


@lru_cache(maxsize=256)  # options come from anybody, and there are millions of them
def course(game: Game, options: Options, players: int) -> Course:
    """What such games have in common."""
    options.check_players(players)
    return Course(Setup(game, options, players))


def around_rounds(data: Mapping[str, Any]) -> tuple[str, str]:
    """A record as a line, but for its rounds: what stands before them, and what behind."""
    parts = [f"{json.dumps(key, ensure_ascii=False)}: " for key in data]
    where = list(data).index("rounds")
    told = [f"{part}{to_line(value)}" for part, value in zip(parts, data.values(), strict=True)]
    head, tail = "".join(f"{part}, " for part in told[:where]), "".join(f", {part}" for part in told[where + 1 :])
    return f"{{{head}{parts[where]}", f"{tail}}}"


def data_of(course: Course, seats: list[str], totals: list[int], winners: list[int] | None) -> dict[str, Any]:
    """The data of a record, but for its rounds."""
    return game_data(course.game, course.setup.options, seats, [], totals, winners)
