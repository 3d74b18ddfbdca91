"""Every code that a server may answer with when something is not done, and what each of them means.

They stand in ``code`` of an `Error` over the WebSocket and of a problem over HTTP, and in ``why`` of a `Closing`. There
are two more sources: a game may refuse a move with a code of its own (``must-follow``), which only the game knows, and
a newer server may have new ones. So a client passes over a code that it does not know, and shows the text beside it.

>>> ERROR_CODES["too-late"]
'The game has gone on since the view that this move answers.'
"""

from typing import Literal

#: Why a server closes a connection.
ClosingCode = Literal["shutdown", "slow", "seat-gone", "table-closed", "bad-message", "too-fast"]

_SENT = {
    "bad-message": "A message cannot be read, or comes at the wrong time.",
    "bad-method": "This address is asked in another way.",
    "bad-request": "The request cannot be read, or does not come in time.",
    "bad-type": "What is sent is not declared as application/json.",
    "bad-version": "The client speaks another version of the protocol.",
    "foreign-host": "The request names the server by a name that is not its own.",
    "foreign-origin": "A page of another site has the browser ask.",
    "no-hello": "No hello came in time.",
    "not-found": "There is nothing at this address.",
    "too-long": "It is too long: the head of a request, a body, or a game to be looked at as a whole.",
}

_TOO_MUCH = {
    "slow": "The client did not take what was sent to it.",
    "too-fast": "Too many messages in a short time, or two at once where one has to follow the other.",
    "too-many": "Too many requests from one address.",
    "too-many-joins": "Too many attempts to join from one address.",
    "too-many-replays": "Too many games looked at from one address.",
    "too-many-reviews": "Too many reviews asked for, by one address or by all together.",
    "too-many-sockets": "Too many connections from one address.",
    "too-many-tables": "Too many tables opened from one address.",
}

_COMING_TO_A_TABLE = {
    "already-begun": "The game has begun: the seats stay as they are.",
    "bad-day": "A day is not written like 2026-11-16.",
    "bad-code": "There is no table with this short code.",
    "bad-invite": "An invite is missing or damaged.",
    "bad-name": "The name cannot be shown at a table.",
    "bad-option": "An option, or a value of it, that the game does not have.",
    "bad-players": "The game is not for so many players.",
    "bad-token": "The token does not belong to a seat of this table, or is not written as it should be.",
    "bad-wish": "A table, a pace or a seat cannot be had like that.",
    "invite-revoked": "The host has made the invite worthless.",
    "invite-used": "Somebody sits already where the invite leads to.",
    "bad-profile": "What opens a profile is not written as it should be.",
    "not-your-game": "A bot has played at that seat.",
    "too-many-games": "So many games are not kept of one person.",
    "no-par": "The game is too long to say what its cards are worth.",
    "no-challenge": "Only a game that somebody has played alone with bots can be played by others.",
    "not-yet": "The day has not begun yet.",
    "name-taken": "Somebody at the table has this name.",
    "no-entry": "Something that does not open this door.",
    "no-token": "This needs the token of a seat.",
    "private-table": "The table is not listed: an invite is needed.",
    "seat-taken": "The seat is not open.",
    "table-closed": "The table is no more.",
    "table-full": "All seats are taken.",
    "unknown-face": "There is no such face to choose.",
    "unknown-game": "There is no such game here.",
    "unknown-language": "There are no texts in this language.",
    "unknown-option": "The game has no such option.",
    "unknown-table": "There is no such table.",
}

_AT_A_TABLE = {
    "already-cut": "This seat has cut, and a cut cannot be changed.",
    "bad-notation": "A card or a move is written in no known way.",
    "game-not-begun": "The game has not begun yet.",
    "game-not-over": "The game is not over yet.",
    "game-over": "The game is over.",
    "id-used": "Another message of this seat, which was granted, had the same id: nothing was done.",
    "learned-something": "Something has followed from the move: it cannot be taken back any more.",
    "no-bot": "No bot plays at this seat any more.",
    "no-cut-now": "It is not the time to cut, or to open a cut.",
    "no-game": "The game has not begun yet.",
    "no-hints": "The host has not allowed hints at this table.",
    "no-move": "There is no move of this seat that could be taken back.",
    "not-alone": "A move can be taken back only where all others are bots.",
    "not-now": "Possible at this table, but not at this time.",
    "not-your-turn": "It is another seat's turn.",
    "only-host": "Only the host can do this.",
    "only-watching": "Who only watches cannot do this.",
    "own-seat": "The host cannot do this with their own seat.",
    "paused": "The game waits.",
    "round-not-over": "The round is not over yet.",
    "round-over": "The round is over.",
    "same-cards": "Others play the same cards with the same bots: the seats stay as they are.",
    "seat-gone": "The seat does not belong to this client any more.",
    "too-late": "The game has gone on since the view that this move answers.",
    "unknown-phrase": "There is no such phrase.",
    "unknown-seat": "There is no such seat.",
    "held-back": "You did not open your cut in time, so the others cut without you.",
    "wrong-salt": "This is not the salt that was cut with.",
}

_GAMES_THAT_ARE_OVER = {
    "bad-deal": "The cards are not the deck of the game.",
    "bad-record": "The record cannot be read, or breaks the rules.",
    "bad-replay": "The game cannot be looked at like that.",
    "newer-format": "A newer Stichwerk has written the record.",
    "no-lesson": "The game has no guided round, or one that cannot be used.",
    "no-review": "The game cannot be reviewed here.",
    "no-pad": "The game has no score pad, or one that cannot be used.",
    "no-round": "The game has no such round.",
    "unknown-game-number": "There is no game of this number at the table.",
    "wrong-commitment": "The seed does not belong to the commitment.",
    "wrong-cut": "A salt does not belong to its cut.",
    "wrong-receipt": "A receipt for a cut is not signed by the key that it names.",
    "bad-receipts": "These are no receipts for cuts.",
    "denied-cut": "A cut is missing from a deal although the dealing side has signed for it.",
    "wrong-deal": "The cards do not follow from the seed.",
    "wrong-score": "The score of a round is another.",
    "wrong-total": "The total is another.",
    "wrong-winners": "The winners are others.",
}

_SHARED_PADS = {
    "bad-pad": "There cannot be such a pad, or nobody of it is called so.",
    "bad-step": "This cannot be done on the pad: no such cell, or no such number in it.",
    "not-your-cell": "Everybody enters what is their own on this pad.",
    "pad-full": "A pad has no room for so many steps, or phones.",
    "pad-gone": "The pad is no longer shared.",
    "unknown-pad": "There is no such pad.",
}

_THE_SERVER = {
    "bad-game": "The game has something wrong in it: it cannot be played here.",
    "bad-log": "The stored table is damaged.",
    "db-closed": "The server is shutting down.",
    "db-conflict": "Too much happens at this table at once: try again.",
    "db-error": "The database cannot be used.",
    "db-foreign": "The database is damaged.",
    "db-full": "There is no room left for the database.",
    "db-locked": "The database is locked by another program.",
    "db-missing": "The database does not answer.",
    "db-no-entry": "The database does not accept the server.",
    "db-read-only": "The database cannot be written.",
    "newer-log": "A newer Stichwerk has played at this table.",
    "server-error": "Something went wrong at the server; nothing was changed.",
    "shutdown": "The server is restarting.",
}

#: The codes by what they are about.
BY_SUBJECT = {
    "What was sent": _SENT,
    "Too much": _TOO_MUCH,
    "Coming to a table": _COMING_TO_A_TABLE,
    "At a table": _AT_A_TABLE,
    "Games that are over": _GAMES_THAT_ARE_OVER,
    "Score pads that are shared": _SHARED_PADS,
    "The server": _THE_SERVER,
}
#: All codes, with what they mean.
ERROR_CODES = {code: meaning for codes in BY_SUBJECT.values() for code, meaning in sorted(codes.items())}

#: Answers to a hello that would be the same the next time.
FOR_GOOD = frozenset({
    "bad-log", "bad-message", "bad-token", "bad-version", "newer-log", "no-entry", "unknown-game", "unknown-table",
})  # fmt: skip

#: Refusals that only mean that the table has gone on since the view that a client answers.
GONE_ON = frozenset({
    "already-cut", "game-over", "no-cut-now", "no-game", "not-your-turn", "paused", "round-not-over", "too-late",
})  # fmt: skip
