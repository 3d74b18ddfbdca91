"""Review a game: its record is played again, and every decision judged when it comes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from stichwerk.bots.evaluate import Actions, mean_and_error, sampler
from stichwerk.errors import BadPlayers, BadRecord, listed, quoted
from stichwerk.games.moves import Move
from stichwerk.kernel.state import States, copied
from stichwerk.play.decision import by_colour
from stichwerk.play.engine import Engine
from stichwerk.play.hints import all_reasons, outlook
from stichwerk.play.record import AnyRecord, Record, record_of
from stichwerk.play.verify import check, rounds
from stichwerk.review.judge import DecisionPoint, judged
from stichwerk.review.plan import DEAL, ReviewPlan
from stichwerk.review.results import Review, ReviewedDecision, ReviewedRound, Step, Worth, gathered


def review_game(
    record: AnyRecord, seat: int | str | None = None, *, open_cards: bool = False, plan: ReviewPlan | None = None
) -> Review:
    """What each decision cost, of all players or of one (by seat or name), and how much of the score was luck.

    Decisions are judged by what their players could know; with ``open_cards``, as if everybody had known all cards.

    >>> from stichwerk import Match, BotPlayer, bot
    >>> match = Match.new("alles-oder-nichts", {"rounds": 1}, ["Anja", "Bernd", "Claudia"], seed="tea")
    >>> while not match.finished:
    ...     match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    >>> review = review_game(match.record(), "Bernd", plan=ReviewPlan(work=400, deals=20))
    >>> [player] = review.players
    >>> player.name, round(player.luck + player.skill + player.noise - player.lead, 9)
    ('Bernd', 0.0)
    """
    found = record_of(record)
    plan = _plan(plan, open_cards)
    seats = seats_of(found, seat)
    steps = review_steps(found, seat, open_cards=open_cards, plan=plan)
    return gathered(found.game, found.options, found.seats, seats, plan.open_cards, plan.seed, steps)


def review_steps(
    record: AnyRecord, seat: int | str | None = None, *, open_cards: bool = False, plan: ReviewPlan | None = None
) -> Iterator[Step]:
    """The same, each decision and the end of each round as soon as it is looked at. `results.gathered` makes a `Review`
    of them.

    What is wrong with the record is said before the first step.
    """
    found = record_of(record)
    if found.winners is None:
        raise BadRecord("the game is not over: only a finished one is reviewed", "game-not-over")
    check(found)
    return _steps(found, seats_of(found, seat), _plan(plan, open_cards))


def seats_of(record: Record, seat: int | str | None) -> tuple[int, ...]:
    """The seats that are asked for: one by its number or its player's name, or all."""
    if seat is None:
        return tuple(range(len(record.seats)))
    if isinstance(seat, str):
        same = [number for number, name in enumerate(record.seats) if name.casefold() == seat.strip().casefold()]
        if len(same) != 1:
            names = listed(list(map(quoted, record.seats)), "and")
            raise BadPlayers(f"there is no player {quoted(seat)} in this game, or more than one; there are {names}")
        return tuple(same)
    if type(seat) is not int or seat not in range(len(record.seats)):
        raise BadPlayers(f"there is no seat {seat!r}; seats go from 0 to {len(record.seats) - 1}", "unknown-seat")
    return (seat,)


def _plan(plan: ReviewPlan | None, open_cards: bool) -> ReviewPlan:
    plan = plan or ReviewPlan()
    return replace(plan, open_cards=True) if open_cards else plan


def _steps(record: Record, seats: tuple[int, ...], plan: ReviewPlan) -> Iterator[Step]:
    for engine, part in rounds(record):
        dealt, before = copied(engine.states), engine.totals
        decisions: Counter[int] = Counter()
        for number, (seat, move) in enumerate(part.moves, 1):
            actions = engine.check(seat, move).actions
            if seat in seats:
                point = DecisionPoint.of(engine, seat, decisions[seat], plan.open_cards)
                if point.is_choice:
                    yield _decision(engine, point, number, before[seat], actions, plan)
                    decisions[seat] += 1
            engine.do(seat, actions)
        yield worth_of(engine, dealt, plan)


def _decision(
    engine: Engine, point: DecisionPoint, number: int, before: int, actions: Actions, plan: ReviewPlan
) -> ReviewedDecision:
    seat, names = point.known.seat, engine.notation
    made = actions if point.actions == 1 else by_colour(names, actions)
    found = judged(point, made, plan)
    table = engine.table(seat)
    bid = table.places[seat].bid

    def move_of(each: Actions) -> Move:
        return names.moves[each[0]] if point.actions == 1 else names.lay(each)

    choices = tuple(outlook(move_of(value.actions), value, bid) for value in found.moves)
    chosen = next(choice for choice in choices if choice.move == move_of(made).text)
    return ReviewedDecision(
        round=point.round_no,
        number=number,
        seat=seat,
        phase=table.phase,
        move=move_of(made).text,
        choices=choices,
        loss=found.loss,
        error=found.loss_error,
        equal=found.equal,
        skill=found.skill,
        skill_error=found.skill_error,
        before=before,
        table=table,
        reasons=all_reasons(point.known, choices[0], chosen) if found.loss > 0 else (),
    )


def worth_of(engine: Engine, dealt: States, plan: ReviewPlan) -> ReviewedRound:
    """What a round that is over brought everybody, and what its cards were worth."""
    player, players = sampler(engine.game), engine.players
    leads, points = player.rounds(engine.states, players, 1, 0)  # there is nothing left to play
    gains, scores = player.rounds(dealt, players, plan.deals, plan.seed_for(DEAL, engine.round_no))
    return ReviewedRound(
        engine.round_no,
        tuple(
            Worth(
                int(points[0, seat]),
                float(leads[0, seat]),
                *mean_and_error(scores[:, seat]),
                *mean_and_error(gains[:, seat]),
                float(gains[:, seat].std(ddof=1)),
            )
            for seat in range(players)
        ),
    )
