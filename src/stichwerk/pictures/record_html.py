"""A record as a score sheet: what was agreed, what was bid and scored in each round that is over, who has won."""

from collections.abc import Mapping, Sequence
from typing import Any

from stichwerk.games import Game
from stichwerk.games.moves import bid_of
from stichwerk.games.options import Options, written
from stichwerk.pictures.markup import Markup, tag
from stichwerk.pictures.panel import head, panel
from stichwerk.pictures.sheet_html import sheet_html


def record_html(
    game: Game,
    options: Options,
    names: Sequence[str],
    rounds: Sequence[Mapping[str, Any]],
    total: Sequence[int],
    winners: Sequence[int] | None,
    seed: str | None,
) -> Markup:
    """The sheet of a record's rounds, as they stand in it: whether they keep the rules is not asked here."""
    done = [part for part in rounds if "score" in part]
    bids = [_bids(part, len(names)) for part in done]
    known = bids if any(bid is not None for part in bids for bid in part) else []
    facts = [f"{len(done)} round{'s' * (len(done) != 1)}", *_choices(options)]
    if winners is None:
        facts.append("not finished")
    sheet = sheet_html(names, [part["score"] for part in done], total, winners or (), known)
    dealt = [] if seed is None else [tag("p", "Dealt from the seed ", tag("b", seed), class_="note")]
    return panel(head(game.title, *facts), sheet, *dealt)


def _choices(options: Options) -> list[str]:
    """The options that are not as they usually are."""
    usual = type(options)().to_mapping()
    return [f"{name}={written(value)}" for name, value in options.to_mapping().items() if usual[name] != value]


def _bids(part: Mapping[str, Any], players: int) -> list[int | None]:
    found: list[int | None] = [None] * players
    for seat, move in part["moves"]:
        if seat in range(players):
            bid = bid_of(move)
            found[seat] = found[seat] if bid is None else bid
    return found
