"""Somebody's own games: kept for whoever has a secret, without any account, and what they say.

A game belongs to whoever shows the token of its seat. What is kept of it is small; what its review tells is added once
there is one.
"""

import asyncio
import gzip
from dataclasses import replace
from functools import partial

import msgspec

from stichwerk.errors import StichwerkError
from stichwerk.games.moves import bid_of
from stichwerk.play.record import read
from stichwerk.protocol.messages import ClaimGame, GameInsights, GameReview, OwnGame, Profile
from stichwerk.review.insights import PlayedBid, PlayedGame, insights, played_game
from stichwerk.review.results import FORMAT
from stichwerk.server.domain.tokens import hashed
from stichwerk.server.errors import NoEntry, NotNow
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.reviews import Reviews
from stichwerk.server.store import profiles
from stichwerk.server.store.kept_reviews import Reviewed, kept_review

#: So many games are kept of one owner: of somebody who plays ten a day, those of a year.
MOST_GAMES = 4000


class Profiles:
    """The profiles of a server."""

    def __init__(self, directory: Directory, reviews: Reviews) -> None:
        self._directory, self._reviews = directory, reviews
        self._one_at_a_time = asyncio.Semaphore()

    async def claim(self, secret: str, wish: ClaimGame, asker: str) -> None:
        """A finished game belongs to whoever has this secret."""
        rooms = self._directory.rooms
        held = await rooms.read(rooms.store.held, [hashed(wish.token)])
        if not held or held[0].table != wish.table:
            raise NoEntry("the token does not hold a seat at this table", "bad-token")
        seat, owner = held[0].seat, hashed(secret)
        line = await self._directory.queries.record(wish.table, wish.game)
        async with self._one_at_a_time:
            game = await asyncio.to_thread(_played, line, seat)
        there = await rooms.read(rooms.store.read, partial(profiles.games_of, owner=owner))
        if any((each.table, each.game) == (wish.table, wish.game) for each in there):
            return
        if len(there) >= MOST_GAMES:
            raise NotNow(f"there are {MOST_GAMES} games already, and that is the most", "too-many-games")
        own = profiles.KeptGame(wish.table, wish.game, seat, msgspec.json.encode(game))
        await self._write(partial(profiles.keep_game, owner=owner, game=own))
        try:
            self._reviews.begin(Reviewed(wish.table, wish.game), asker)
        except StichwerkError:
            return  # there is much to do: it is made when somebody wants to see it

    async def told(self, secret: str) -> Profile:
        """All games of whoever has this secret, and what they say."""
        owner, rooms = hashed(secret), self._directory.rooms
        kept = await rooms.read(rooms.store.read, partial(profiles.games_of, owner=owner))
        async with self._one_at_a_time:
            found = await asyncio.to_thread(self._with_reviews, owner, kept)
            return await asyncio.to_thread(_told, found)

    async def forget(self, secret: str) -> None:
        """Whoever has this secret wants nothing to be kept."""
        await self._write(partial(profiles.forget_games, owner=hashed(secret)))

    async def hand_over(self, secret: str, before: str) -> None:
        """The games of another secret now belong to this one."""
        if before != secret:
            await self._write(partial(profiles.hand_over, before=hashed(before), owner=hashed(secret)))

    async def _write(self, do: "partial[None]") -> None:
        await asyncio.wrap_future(self._directory.rooms.store.write(do))

    def _with_reviews(self, owner: str, kept: list[profiles.KeptGame]) -> list[tuple[profiles.KeptGame, PlayedGame]]:
        """The games, with what has been found out about them since."""
        store = self._directory.rooms.store
        found = []
        for own in kept:
            game = msgspec.json.decode(own.data, type=PlayedGame)
            if game.losses is None:
                review = store.read(partial(kept_review, which=Reviewed(own.table, own.game), wanted=FORMAT))
                if review is not None:
                    game = with_review(game, own.seat, msgspec.json.decode(gzip.decompress(review), type=GameReview))
                    new = own._replace(data=msgspec.json.encode(game))
                    store.write(partial(profiles.keep_game, owner=owner, game=new)).result()
            found.append((own, game))
        return sorted(found, key=lambda each: each[1].at or "")


def with_review(game: PlayedGame, seat: int, review: GameReview) -> PlayedGame:
    """The game with what its review tells of the seat."""
    decisions = [each for each in review.decisions if each.seat == seat]
    bid_in = {each.round: each for each in decisions if bid_of(each.move) is not None}

    def expected(round_no: int) -> float | None:
        made = bid_in.get(round_no)
        chances = next((each.tricks for each in made.choices if each.move == made.move), ()) if made else ()
        return sum(count * chance for count, chance in enumerate(chances)) if chances else None

    bids = tuple(
        PlayedBid(bid.hand_size, bid.bid, bid.tricks, expected(round_no)) for round_no, bid in enumerate(game.bids, 1)
    )
    cards = sum(each.seats[seat].cards for each in review.rounds)
    return replace(game, bids=bids, cards=cards, losses=tuple(each.loss for each in decisions))


def _played(line: str, seat: int) -> PlayedGame:
    record = read(line)
    bots = record.extra.get("bots") or [None] * len(record.seats)
    if bots[seat] is not None:
        raise NotNow("a bot has played there", "not-your-game")
    return played_game(record, seat)


def _told(games: list[tuple[profiles.KeptGame, PlayedGame]]) -> Profile:
    own = [
        OwnGame(kept.table, kept.game, kept.seat, game.game, game.at, game.others, game.points, game.share > 0)
        for kept, game in reversed(games)
    ]
    said = [msgspec.convert(each.to_data(), GameInsights) for each in insights(game for _, game in games)]
    return Profile(tuple(own), tuple(said))
