"""A seat that has to move, and how single actions become its move in the notation."""

from collections.abc import Callable, Sequence

from stichwerk.errors import IllegalMove
from stichwerk.games.knowledge import Knowledge
from stichwerk.play.notation import Notation, notation


class Decision:
    """A seat that has to move: of one action, or of several where cards are laid. These are tried on a copy of what the
    seat knows, each when those before it have happened.
    """

    def __init__(self, known: Knowledge) -> None:
        if not known.legal():
            raise IllegalMove(f"it is not seat {known.seat}'s turn", "not-your-turn")
        self.known = known.copy()
        self.notation = notation(known.game, known.options)
        laying = known.game.book.presentation.laying
        self.actions = (laying(known.states[0]).cards if laying else 0) or 1
        self.lays = laying is not None and laying(known.states[0]).cards > 0

    def move(self, choose: Callable[[], int]) -> str:
        """The whole move, as `Match.legal` writes it: cards laid are grouped by colour."""
        actions = [choose()]
        for _ in range(self.actions - 1):  # the last card is not laid here: then the others' would have to be shown
            self.known.apply(actions[-1])
            actions.append(choose())
        if not self.lays:
            return self.notation.moves[actions[0]].text
        return self.notation.lay(by_colour(self.notation, actions)).text


def by_colour(notation: Notation, cards: Sequence[int]) -> tuple[int, ...]:
    """Cards that are laid, colour by colour: only within a colour does it matter which comes first."""
    colours = [notation.game.cards.face(name).colour for name in notation.cards]
    return tuple(sorted(cards, key=lambda card: colours.index(colours[card])))
