"""Somebody who plays a guided round: reads what is said, and makes the move that is meant, sooner or later."""

import json
from collections.abc import Iterator

from playwright.sync_api import Locator, expect

from stichwerk.games import game
from stichwerk.play.lesson import LEARNER, lesson
from support.browser.people import CORNER, Player

NEXT = '[data-main="next"]'
DONE = "Play a real game"


class Learner:
    """A player in a guided round. ``keyboard``: who touches nothing else."""

    def __init__(self, player: Player, game_id: str, keyboard: bool = False) -> None:
        self.player, self.page, self.game, self.keyboard = player, player.page, game_id, keyboard
        self.meant = [move for seat, move in lesson(game(game_id)).moves if seat == LEARNER]
        self.said: list[str] = []
        self.boxes: set[str] = set()  # where the sentence and the lowest line were

    def learns(self) -> Iterator[str]:
        """Play on to the end; before each move of the learner, that move is told."""
        for move in self.meant:
            self.reads_on()
            yield move
            before = self.reached
            self.makes(move)
            self.player.sees(lambda before=before: self.reached != before)  # type: ignore[misc]
        self.reads_on()

    def reads_on(self) -> None:
        """Read all there is to be read, until it is one's own turn, or the round is over."""
        on = self.page.locator(NEXT)
        while True:
            self.player.sees(lambda: on.count() > 0 or self.page.locator("footer.turn").count() > 0)
            if on.count() == 0 or on.inner_text() == DONE:
                return
            said = self.words
            self.said.append(said)
            self.boxes.add(str([self.page.locator(part).bounding_box() for part in (".says", "footer.bar")]))
            if self.keyboard:
                expect(on).to_be_focused()  # it comes by itself, a moment after there is something to be read
                self.page.keyboard.press("Enter")
            else:
                on.click()
            self.player.sees(lambda said=said: self.words != said)  # type: ignore[misc]

    @property
    def words(self) -> str:
        """What is said now."""
        return self.page.locator(".says [role=status]").inner_text()

    @property
    def reached(self) -> int:
        """Before which move one is, as the browser keeps it."""
        kept = self.page.evaluate("localStorage.getItem('stichwerk-lessons')")
        return 0 if kept is None else int(json.loads(kept)[self.game]["at"])

    def makes(self, move: str) -> None:
        """Make a move by what is on the screen."""
        if self.keyboard:
            self._presses(move)
        elif move.startswith("bid:"):
            self._taps(self.page.locator(f'[data-bid="{move[4:]}"]'), self.page.locator('[data-main="move"]'))
        elif move.startswith("lay:"):
            cards = [self.player.card(card) for card in move[4:].split(",")]
            self._taps(*cards, self.page.locator('[data-main="move"]'))
        elif ":" in move:
            self._taps(self.player.card(move.partition(":")[0]), self.page.locator(f'[data-move="{move}"]'))
        elif move.islower():
            self._taps(*[self.page.locator(f'[data-move="{move}"]')] * 2)
        else:
            # (A tap in the same place right after a card was played there is taken for a nervous one.)
            picked = self.page.locator(f'.picked [data-card="{move}"]')
            self.player.sees(lambda: picked.count() > 0 or self._taps(self.player.card(move)))
            self._taps(picked)

    def _taps(self, *what: Locator) -> bool:
        for each in what:
            each.first.click(position=CORNER)
        return False  # whether anything has come of it is not known yet

    def _presses(self, move: str) -> None:
        if move.startswith("bid:"):
            self.page.keyboard.press(move[4:])
        elif move.islower():
            self.page.locator(f'[data-move="{move}"]').focus()
            self.page.keyboard.press("Enter")
        else:
            self.page.keyboard.press("h")
            self.page.keyboard.press(str(self.player.hand.index(move) + 1))
        self.page.keyboard.press("Enter")
