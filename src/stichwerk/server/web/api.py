"""What can be asked over HTTP: games and their rules, tables, records, proofs, statistics.

A seat's token goes into the header ``Authorization: Bearer TOKEN``, never into an address, where logs would keep it.
"""

import asyncio
import json
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, delete, get, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct, ValidationError, convert

from stichwerk.errors import BadOption, StichwerkError
from stichwerk.play.fair import commitment
from stichwerk.play.record import read
from stichwerk.play.record_shape import RecordedReceipts
from stichwerk.play.verify import check
from stichwerk.protocol import messages
from stichwerk.protocol.messages import JoinTable, MySeat, NewInvite, NewTable, Seat, Statistics, TableSummary, Tokens
from stichwerk.protocol.schema import json_schema
from stichwerk.server.errors import NoEntry, StoreError
from stichwerk.server.live.lessons import packed_lesson
from stichwerk.server.live.replays import ReplayWish
from stichwerk.server.store.kept_reviews import Reviewed
from stichwerk.server.web import catalogue, shared_pads
from stichwerk.server.web.asking import Bearer, Serving, address_of, may, required, token_in
from stichwerk.server.web.limits import TooMany
from stichwerk.server.web.origins import only_ours
from stichwerk.server.web.problems import DOCUMENTED
from stichwerk.server.web.service import Service

TableId = Annotated[str, PathParameter(max_length=64, description="The id of a table.")]
GameId = Annotated[str, PathParameter(max_length=40, description="The id of a game.")]
Language = Annotated[str, PathParameter(max_length=10, description="en, de, fr or nl.")]
SomeOptions = Annotated[str, QueryParameter(max_length=1000, description="The options of the game, as a JSON object.")]
GameNumber = Annotated[int, PathParameter(ge=1, le=1_000_000, description="1 is the first game at the table.")]
AGame = Annotated[int | None, QueryParameter(ge=1, le=1_000_000, description="1 is the first game; else the last.")]
ASeat = Annotated[int | None, QueryParameter(ge=0, le=15, description="As this seat saw it; else as a spectator did.")]
AllOpen = Annotated[bool, QueryParameter(description="With everybody's cards and bids.")]
AfterRound = Annotated[int, QueryParameter(ge=0, le=100_000, description="Without the rounds up to this one.")]
ARound = Annotated[int | None, QueryParameter(ge=1, le=100_000, description="Only this round; else the whole game.")]
Day = Annotated[str, PathParameter(max_length=10, description="A day, like 2026-11-16.")]
InRound = Annotated[int, QueryParameter(ge=1, le=100_000, description="The round of the game.")]
NthMove = Annotated[int, QueryParameter(ge=1, le=100_000, description="Which move of the round.")]
WhoseCards = Annotated[int, QueryParameter(ge=0, le=15, description="The seat whose cards are meant.")]
BotLevel = Annotated[int, QueryParameter(ge=1, le=5, description="The level of the bots.")]
#: The longest record, in bytes: a game of a thousand rounds.
LONGEST_RECORD = 1_000_000


class Invitation(Struct, frozen=True):
    """A signed invite, and the link to send to a friend. Behind the ``#`` it never reaches a server's log."""

    invite: str
    link: str


class Proof(Struct, frozen=True):
    """What shows that a game was dealt fairly. ``docs/fair_deals.md`` says how to recompute the decks from it.

    ``cuts``: the hash that each person cut with, empty where nobody cut. ``held_back``: who did not open their cut,
    each time that all others had to cut again. ``receipts``: what this server signed for cuts and openings.
    ``holds``: what this server itself finds when it checks the record; you need not believe it, `stich verify` checks
    the same on your machine.
    """

    game: str
    commitment: str
    seed: str
    seed_sha256: str
    salts: tuple[str, ...]
    cuts: tuple[str, ...]
    held_back: tuple[tuple[int, ...], ...]
    receipts: RecordedReceipts | None
    first_dealer: int
    decks: tuple[tuple[str, ...], ...]
    holds: bool


# ---------------------------------------------------------------- the games


@get("/about", summary="Version, bots and phrases", sync_to_thread=False, responses=DOCUMENTED)
def about() -> catalogue.About:
    """What this server is, which levels of bots it has, and which phrases can be said."""
    return catalogue.about()


@get("/games", summary="All games", sync_to_thread=False, responses=DOCUMENTED)
def all_games() -> tuple[catalogue.GameInfo, ...]:
    """All games with their options and their rules in short."""
    return catalogue.all_games()


@get("/games/{game_id:str}", summary="One game", sync_to_thread=False, responses=DOCUMENTED)
def one_game(game_id: GameId) -> catalogue.GameInfo:
    """A game with its options and its rules in short."""
    return catalogue.one_game(game_id)


@get("/games/{game_id:str}/rules/{language:str}", summary="The rules", sync_to_thread=False, responses=DOCUMENTED)
def rules(game_id: GameId, language: Language) -> catalogue.RulesInfo:
    """The rule book of a game in a language: chapters, paragraphs, and for which options each of them holds."""
    return catalogue.rules(game_id, language)


@get(
    "/games/{game_id:str}/lesson/{language:str}",
    summary="A guided round",
    responses=DOCUMENTED,
    compresses_itself=True,
)
async def lesson(game_id: GameId, language: Language, request: Request[Any, Any, Any]) -> Response[messages.Lesson]:
    """A prepared deal for somebody who plays the game for the first time, move by move, with what is said to it."""
    gzipped = _gzips(request)
    return _packed(request, await packed_lesson(catalogue.with_texts(game_id, language), language, gzipped))


@get("/games/{game_id:str}/deck", summary="The deck of a game", responses=DOCUMENTED)
async def deck(game_id: GameId, options: SomeOptions = "{}") -> catalogue.DeckInfo:
    """All cards in the order of their numbers: what a shuffle begins with, for whoever checks the deals."""
    try:
        values = json.loads(options)
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise BadOption("options must be a JSON object, like {}")
    return await asyncio.to_thread(catalogue.deck, game_id, values)  # it may have to load the game


@get("/texts/{language:str}", summary="The words of all games", sync_to_thread=False, responses=DOCUMENTED)
def texts(language: Language) -> dict[str, dict[str, Any]]:
    """What the cards, options and phases of each game are called in a language."""
    return catalogue.texts(language)


@get("/pads/{language:str}", summary="The score pads of all games", sync_to_thread=False, responses=DOCUMENTED)
def pads(language: Language) -> tuple[catalogue.PadInfo, ...]:
    """What a score pad has to know of each game: fields, limits and arithmetic, and their words in a language."""
    return catalogue.pads(language)


@get("/schema", summary="The schema of all messages", sync_to_thread=False, responses=DOCUMENTED)
def schema() -> dict[str, Any]:
    """The JSON Schema of the messages over the WebSocket and of the bodies over HTTP."""
    return json_schema()


# ---------------------------------------------------------------- coming to a table


@post("/tables", summary="Open a table", responses=DOCUMENTED)
async def open_table(data: JSONBody[NewTable], request: Request[Any, Any, Any], service: Serving) -> Seat:
    """Open a table and sit at seat 0, as its host. The token is told only once."""
    if not may(service.opening, request, service):
        text = "you have opened many tables: wait a while, or play at one of them"
        raise TooMany(text, "too-many-tables", service.opening.wait(address_of(request, service)))
    return await service.directory.open(data)


@post("/tables/join", summary="Take a seat", responses=DOCUMENTED)
async def join_table(data: JSONBody[JoinTable], request: Request[Any, Any, Any], service: Serving) -> Seat:
    """Take a seat: with an invite, with a short code, or at a listed table with its id. The token is told only once."""
    if not may(service.joining, request, service):
        wait = service.joining.wait(address_of(request, service))
        raise TooMany("you have tried many times: wait a minute", "too-many-joins", wait)
    return await service.directory.join(data)


@post("/tables/look", summary="Look at a table before sitting down", status_code=200, responses=DOCUMENTED)
async def look_at_table(data: JSONBody[messages.LookAtTable], service: Serving) -> messages.AtTheDoor:
    """Who plays what there, and which seats can be had: with an invite, or with the id of the table."""
    return await service.directory.look(data)


@post("/tables/{table:str}/invites", summary="Invite somebody", responses=DOCUMENTED)
async def invite(
    table: TableId,
    data: JSONBody[NewInvite],
    request: Request[Any, Any, Any],
    service: Serving,
    authorization: Bearer = None,
) -> Invitation:
    """Host: a link to a seat, or to any open one."""
    found = await service.directory.invite(table, required(authorization), data.seat)
    page = service.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    return Invitation(found.invite, f"{page}/#invite={found.invite}")


# ---------------------------------------------------------------- looking at tables


@get("/tables", summary="Listed tables", responses=DOCUMENTED)
async def listed(service: Serving) -> list[TableSummary]:
    """The tables that everybody may see, those first that changed last."""
    return await service.directory.queries.listed()


@post("/tables/mine", summary="My tables", status_code=200, responses=DOCUMENTED)
async def mine(data: JSONBody[Tokens], service: Serving) -> list[MySeat]:
    """The tables at which these tokens hold a seat."""
    return await service.directory.queries.mine(data.tokens)


@get("/tables/{table:str}", summary="One table", responses=DOCUMENTED)
async def view(table: TableId, service: Serving, authorization: Bearer = None) -> messages.TableView:
    """The table as the holder of the token sees it; without one, as a spectator does."""
    return await service.directory.queries.view(table, token_in(authorization))


@get("/tables/{table:str}/statistics", summary="Statistics of a table", responses=DOCUMENTED)
async def statistics(table: TableId, service: Serving) -> Statistics:
    """The results of all games at the table, and what its players have reached."""
    return await service.directory.queries.statistics(table)


@get("/tables/{table:str}/sheet", summary="The score sheet", responses=DOCUMENTED)
async def sheet(
    table: TableId, request: Request[Any, Any, Any], service: Serving, game: AGame = None
) -> messages.Sheet:
    """The finished rounds of the present game, or of an earlier one, with the arithmetic of every cell."""
    if game is not None:
        _may_look_back(request, service)
    return await service.replays.sheet(table, game)


@get(
    "/tables/{table:str}/games/{number:int}/record",
    summary="The record of a game",
    media_type="application/x-ndjson",
    responses=DOCUMENTED,
)
async def record(table: TableId, number: GameNumber, service: Serving) -> Response[str]:
    """The record of a finished game, a file of one line: `stich verify` and `stich replay` read it."""
    line = await service.directory.queries.record(table, number)
    name = f"stichwerk-{table[:6]}-{number}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(line + "\n", media_type="application/x-ndjson", headers=headers)


@get("/tables/{table:str}/games/{number:int}/proof", summary="The proof of fair deals", responses=DOCUMENTED)
async def proof(table: TableId, number: GameNumber, service: Serving) -> Proof:
    """What shows that a finished game was dealt fairly."""
    line = await service.directory.queries.record(table, number)
    return await asyncio.to_thread(_proof, line)


def _proof(line: str) -> Proof:
    told = json.loads(line)
    rounds = told["rounds"]
    try:
        check(read(line))
        holds = True
    except StichwerkError:
        holds = False
    return Proof(
        game=told["game"],
        commitment=told["commitment"],
        seed=told["seed"],
        seed_sha256=commitment(told["seed"]),
        salts=tuple(told.get("salts", ())),
        cuts=tuple(told.get("cuts", ())),
        held_back=tuple(map(tuple, told.get("held_back", ()))),
        receipts=RecordedReceipts(**told["receipts"]) if "receipts" in told else None,
        first_dealer=rounds[0]["dealer"],
        decks=tuple((*(card for hand in each["hands"] for card in hand), *each["stock"]) for each in rounds),
        holds=holds,
    )


# ---------------------------------------------------------------- the same cards for several


@get("/days/{day:str}/{game_id:str}", summary="The deal of a day", responses=DOCUMENTED)
async def deal_of_day(day: Day, game_id: GameId, service: Serving, level: BotLevel = 5) -> messages.WithSameCards:
    """What everybody at this server has made of the deal of a day, against bots of a level."""
    catalogue.one_game(game_id)
    return await service.directory.queries.points_of_day(day, game_id, level)


@get("/tables/{table:str}/games/{number:int}/same-cards", summary="Others with the same cards", responses=DOCUMENTED)
async def same_cards(table: TableId, number: GameNumber, service: Serving) -> messages.WithSameCards:
    """What others have made of the cards of a finished game."""
    return await service.directory.queries.points_of_game(table, number)


@get("/tables/{table:str}/games/{number:int}/par", summary="What the cards are worth", responses=DOCUMENTED)
async def par(
    table: TableId, number: GameNumber, request: Request[Any, Any, Any], service: Serving, seat: WhoseCards = 0
) -> messages.CardsWorth:
    """What Masters make, on average, of the cards that a seat had in a finished game."""
    _may_look_back(request, service)
    return await service.replays.par(table, number, seat)


# ---------------------------------------------------------------- whose games are whose


@get("/profile", summary="Your games, and what they say", responses=DOCUMENTED)
async def profile(request: Request[Any, Any, Any], service: Serving, authorization: Bearer = None) -> messages.Profile:
    """All finished games of whoever has the secret, in place of a token; nobody else can ask for them."""
    _may_look_back(request, service)
    return await service.profiles.told(_profile_secret(authorization))


@post("/profile/games", summary="A finished game is yours", status_code=204, responses=DOCUMENTED)
async def claim_game(
    data: JSONBody[messages.ClaimGame],
    request: Request[Any, Any, Any],
    service: Serving,
    authorization: Bearer = None,
) -> None:
    """Keep a finished game for whoever has the secret; the token of the seat proves that it is theirs."""
    _may_look_back(request, service)
    await service.profiles.claim(_profile_secret(authorization), data, address_of(request, service))


@post("/profile/hand-over", summary="The games of another profile", status_code=204, responses=DOCUMENTED)
async def hand_over(data: JSONBody[messages.HandOver], service: Serving, authorization: Bearer = None) -> None:
    """From now on the games of another secret belong to this one."""
    await service.profiles.hand_over(_profile_secret(authorization), data.secret)


@delete("/profile", summary="Forget your games", responses=DOCUMENTED)
async def forget_profile(service: Serving, authorization: Bearer = None) -> None:
    """Forget whose games they were; the games stay at their tables, where others have played them too."""
    await service.profiles.forget(_profile_secret(authorization))


def _profile_secret(authorization: str | None) -> str:
    try:
        return convert(required(authorization), messages.ProfileSecret)
    except ValidationError:
        raise NoEntry("the secret of a profile has at least 20 capital letters and digits", "bad-profile") from None


# ---------------------------------------------------------------- games that are over, again


@get(
    "/tables/{table:str}/games/{number:int}/replay",
    summary="A finished game, again",
    responses=DOCUMENTED,
    compresses_itself=True,
)
async def replay(
    table: TableId,
    number: GameNumber,
    request: Request[Any, Any, Any],
    service: Serving,
    seat: ASeat = None,
    open: AllOpen = False,  # noqa: A002 - the name in the address
    round: ARound = None,  # noqa: A002
) -> Response[messages.Replay]:
    """A finished game, move by move: as a seat saw it, as a spectator did, or with everybody's cards open."""
    _may_look_back(request, service)
    return _packed(request, await service.replays.replay(table, number, ReplayWish(seat, open, round, _gzips(request))))


@post(
    "/replay",
    summary="Any record, again",
    status_code=200,
    responses=DOCUMENTED,
    request_max_body_size=LONGEST_RECORD,
    compresses_itself=True,
)
async def replay_record(
    data: JSONBody[dict[str, Any]],
    request: Request[Any, Any, Any],
    service: Serving,
    seat: ASeat = None,
    open: AllOpen = False,  # noqa: A002
    round: ARound = None,  # noqa: A002
) -> Response[messages.Replay]:
    """The same for a record that was downloaded: its one line is the body. It is checked against the rules first."""
    _may_look_back(request, service)
    return _packed(request, await service.replays.replay_record(data, ReplayWish(seat, open, round, _gzips(request))))


@get(
    "/tables/{table:str}/games/{number:int}/review",
    summary="What each decision cost",
    responses=DOCUMENTED,
    compresses_itself=True,
)
async def review(
    table: TableId,
    number: GameNumber,
    request: Request[Any, Any, Any],
    service: Serving,
    after: AfterRound = 0,
    open: AllOpen = False,  # noqa: A002
) -> Response[messages.GameReview]:
    """What each decision of a finished game cost, and how much was luck: as far as it has been found out. It is made
    when somebody asks for it, and then kept; as long as it is not whole, ask again, for what is after the last round
    that you have. With ``open`` cards, as if everybody had known all of them."""
    reviews, asker, gzipped = service.reviews, address_of(request, service), _gzips(request)
    which = Reviewed(table, number, open)
    found = await reviews.found(which, after, gzipped)
    if found is None:
        await service.directory.lead(table)  # where it is made, all who ask hear how far it has come
        if not may(service.reviewing, request, service):
            wait = service.reviewing.wait(asker)
            raise TooMany("you have asked for many reviews: wait a while", "too-many-reviews", wait)
        reviews.begin(which, asker)
        found = await reviews.found(which, after, gzipped)
    if found is None:
        raise StoreError("the review could not be kept")
    return _packed(request, found)


@get("/tables/{table:str}/games/{number:int}/held", summary="What others could have held", responses=DOCUMENTED)
async def held(
    table: TableId,
    number: GameNumber,
    request: Request[Any, Any, Any],
    service: Serving,
    round: InRound,  # noqa: A002
    move: NthMove,
) -> messages.HeldCards:
    """What the others could have held before a move of a finished game, as far as its player could know."""
    _may_look_back(request, service)
    return await service.replays.held(table, number, round, move)


def _may_look_back(request: Request[Any, Any, Any], service: Service) -> None:
    if not may(service.replaying, request, service):
        raise TooMany("you have looked at many games: wait a minute", "too-many-replays")


def _gzips(request: Request[Any, Any, Any]) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def _packed(request: Request[Any, Any, Any], body: bytes) -> Response[Any]:
    """An answer that was written, and compressed, beside the event loop."""
    headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if _gzips(request) else {})
    return Response(body, media_type=MediaType.JSON, headers=headers)


# ---------------------------------------------------------------- who asks


def _not_too_many(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    service: Service = connection.app.state.service
    if not may(service.requests, connection, service):
        raise TooMany("too many requests: wait a little")


def api() -> Router:
    """Everything under ``/api``."""
    handlers: list[Any] = [
        about, all_games, one_game, rules, lesson, deck, texts, pads, schema,
        open_table, join_table, look_at_table, invite,
        listed, mine, view, statistics, sheet, record, proof, replay, replay_record, review, held,
        deal_of_day, same_cards, par, profile, claim_game, hand_over, forget_profile, *shared_pads.HANDLERS,
    ]  # fmt: skip
    return Router("/api", route_handlers=handlers, guards=[only_ours, _not_too_many], tags=["tables"])


# ---------------------------------------------------------------- for those who run it


@get("/healthz", include_in_schema=False)
async def healthz(service: Serving) -> dict[str, str]:
    """Whether the server and its database answer."""
    await service.pulse.check()
    return {"status": "closing" if service.closing else "ok"}


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(service: Serving) -> Response[bytes]:
    """Counts for Prometheus."""
    from stichwerk.server.web.metrics import CONTENT_TYPE

    return Response(service.metrics.text(), media_type=CONTENT_TYPE)
