"""Null & nichtig: the rules. Numbers in comments (NN-8) are the rulings of docs/games/null-nichtig.md."""

from typing import Any

from stichwerk.games.null_nichtig.options import AS_PLAYED, OVER_TARGET, cards_each
from stichwerk.games.null_nichtig.state import (
    COLOURS,
    KINDS_IN_WORD,
    LAY,
    MAX_PLAYERS,
    MOST_LAID,
    NO_CARD,
    NUMBERS,
    OVER,
    PLAY,
    RUNS,
)
from stichwerk.kernel.bits import first_from, next_seat, popcount, put, take, wide, word_of
from stichwerk.kernel.jit import jit
from stichwerk.kernel.round_course import begin_game, completes_trick, deal_hands, end_round, give_trick, next_round
from stichwerk.kernel.seats import most, place_of, taker, with_most
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import ANY_COLOUR, NO_COLOUR

_COLOURS = len(COLOURS)
_cards_each = jit(cards_each)

# ---------------------------------------------------------------- the game and its rounds


@jit
def begin(s: State, options: Any) -> None:
    """A new game; nothing is dealt yet. ``options`` as `NullNichtigOptions.vector` writes them."""
    begin_game(s, options)
    s.rounds, s.target, s.target_rule, s.teams = options[2], options[3], options[4], options[5]
    s.collecting = options[6]
    s.hand_size = _cards_each(s.players)
    s.to_lay = 2 if s.players == 6 else 3  # NN-3
    s.phase = OVER
    _clear_table(s)


@jit
def cards_needed(s: State) -> int:
    """How many cards of the deck the next deal looks at; the others are out of the round, unseen (NN-2)."""
    return s.players * s.hand_size


@jit
def deal(s: State, deck: Any) -> None:
    """The next round. The deck is dealt seat by seat (NN-1, NN-2)."""
    next_round(s)  # NN-4
    _clear_table(s)
    s.leader = _first_leader(s)
    deal_hands(s, deck, RUNS)
    s.phase = LAY
    s.waiting = (1 << s.players) - 1  # NN-3: all at once


@jit
def _first_leader(s: State) -> int:
    """NN-4: first the dealer's left. NN-5: later who had the fewest points, first from the dealer's left."""
    left = next_seat(s.dealer, s.players)
    if s.round_no == 1:
        return left
    fewest, seats = int(s.scores[0]), 0
    for seat in range(s.players):
        points = int(s.scores[seat])
        if points < fewest:
            fewest, seats = points, 0
        if points == fewest:
            seats |= 1 << seat
    return first_from(seats, left, s.players)


@jit
def _clear_table(s: State) -> None:
    s.seen[0] = s.seen[1] = 0
    for seat in range(MAX_PLAYERS):
        s.hand[seat, 0] = s.hand[seat, 1] = 0
        s.laid_count[seat] = 0
        s.tricks[seat] = 0
        for i in range(MOST_LAID):
            s.laid[seat, i] = NO_CARD
        for colour in range(_COLOURS):
            s.top[seat, colour] = NO_CARD
            s.depth[seat, colour] = 0
    s.tricks_done = 0
    s.leader = 0
    s.played = 0


@jit
def awaiting(s: State) -> int:
    """The seats that may act now, as bits; 0 when a round is over."""
    return s.waiting


@jit
def finished(s: State) -> bool:
    """Whether the game is over (NN-11)."""
    if s.phase != OVER or s.round_no == 0:
        return False
    if s.target == 0:
        return s.round_no == s.rounds
    enough = s.target + 1 if s.target_rule == OVER_TARGET else s.target
    return most(s.totals, s.players) >= enough


# ---------------------------------------------------------------- what a seat may do


@jit
def legal(s: State, seat: int, mask: Any) -> None:
    """Set ``mask`` to the actions open to ``seat``: any card, whether to lay (NN-3) or to play (NN-6)."""
    mask[0] = mask[1] = 0
    if (s.waiting >> seat) & 1 == 1:
        mask[0] = s.hand[seat, 0] & KINDS_IN_WORD[0]
        mask[1] = s.hand[seat, 1] & KINDS_IN_WORD[1]


# ---------------------------------------------------------------- what then happens


@jit
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""
    take(s.hand[seat], word_of(action), RUNS[action])
    if s.phase == LAY:
        _lay(s, seat, action)
    else:
        _play(s, seat, action)


@jit
def _lay(s: State, seat: int, card: int) -> None:
    count = int(s.laid_count[seat])
    s.laid[seat, count] = card
    s.laid_count[seat] = count + 1
    if count + 1 == s.to_lay:
        s.waiting &= ~(1 << seat)
        if s.waiting == 0:
            _show_layouts(s)


@jit
def _show_layouts(s: State) -> None:
    """NN-3: all are shown together; a colour's cards are stacked in the order laid."""
    for seat in range(s.players):
        for i in range(s.to_lay):
            card = wide(s.laid[seat, i])
            add(s.seen, card)
            _collect(s.top[seat], s.depth[seat], card // NUMBERS, card)
    s.phase = PLAY
    s.waiting = 1 << s.leader


@jit
def _play(s: State, seat: int, card: int) -> None:
    add(s.seen, card)
    if completes_trick(s, seat, card // NUMBERS, card % NUMBERS):
        _end_trick(s)


@jit
def _end_trick(s: State) -> None:
    # NN-7: the highest number, of equal ones the first played.
    seat = taker(s, ANY_COLOUR, NO_COLOUR)
    take_trick(s, seat, s.top[seat], s.depth[seat])
    give_trick(s, seat)  # NN-9
    if s.tricks_done == s.hand_size - s.to_lay:
        _settle(s)
    else:
        s.waiting = 1 << seat


@jit
def take_trick(s: State, seat: int, top: Any, depth: Any) -> None:
    """NN-8: lay the cards of the trick, as far as it is played, on the seat's piles: its own first, then the others
    clockwise, or in the order they were played."""
    place = place_of(s, seat)
    if s.collecting == AS_PLAYED:
        _collect_at(s, place, top, depth)
        for other in range(s.played):
            if other != place:
                _collect_at(s, other, top, depth)
    else:
        for _ in range(s.played):
            _collect_at(s, place, top, depth)
            place = next_seat(place, s.played)


@jit
def _collect_at(s: State, place: int, top: Any, depth: Any) -> None:
    colour = int(s.trick_colour[place])
    _collect(top, depth, colour, colour * NUMBERS + s.trick_number[place])


@jit
def _collect(top: Any, depth: Any, colour: int, card: int) -> None:
    top[colour] = card
    depth[colour] += 1


# ---------------------------------------------------------------- scores


@jit
def _settle(s: State) -> None:
    round_score(s, s.scores)
    end_round(s, OVER)


@jit
def round_score(s: State, out: Any) -> None:
    """The points of the round for each seat, as the piles lie now."""
    for seat in range(s.players):
        out[seat] = worth(s.top[seat])


@jit
def worth(top: Any) -> int:
    """NN-10: what piles with these cards on top count."""
    points = 0
    for colour in range(_COLOURS):
        if top[colour] != NO_CARD:
            points += int(top[colour]) % NUMBERS
    return points


@jit
def winners(s: State) -> int:
    """The seats that lead, as bits: the highest total (NN-11, NN-12), or the team with the larger sum (NN-13)."""
    if not s.teams:
        return with_most(s.totals, s.players)
    even, odd = _team_total(s, 0), _team_total(s, 1)
    leaders = 0
    for seat in range(s.players):
        mine, theirs = (even, odd) if seat % 2 == 0 else (odd, even)
        if mine >= theirs:
            leaders |= 1 << seat
    return leaders


@jit
def _team_total(s: State, first: int) -> int:
    total = 0
    for mate in range(first, s.players, 2):
        total += s.totals[mate]
    return total


# ---------------------------------------------------------------- cards in sets


@jit
def add(row: Any, card: int) -> None:
    """Add a card to a set of cards."""
    put(row, word_of(card), RUNS[card])


@jit
def number_of(row: Any, card: int) -> int:
    """How many cards of this kind are in a set."""
    return popcount(row[word_of(card)] & RUNS[card])
