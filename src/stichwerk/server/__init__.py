"""The table server: the authority behind the browser table. Nothing in these modules needs a network.

What a person asks for goes this way::

    Connection.receive ─ Directory ─ decide ─ Table.apply ─ Store.append (durable) ─ outbox ─ Connection.next

``messages``    Every message and body, as typed structs; ``decode``, ``encode``, ``json_schema``.
``happenings``  What clients are told of what happens; those of a match are made from `stichwerk.events`.
``tokens``      ``new_token``, ``hashed``, ``Inviter(key).signed / .read``, ``new_code``, ``tidy_code``.
``store``       ``Store(url)``: ``append(table, seq, at, facts, row) -> Future``, ``lines``, ``listed``, ``held``,
                ``table_of_code``, ``rebuild_index(accounts.row_from_log)``, ``invite_key``, ``count``, ``check``,
                ``commits``, ``close``. Beside it ``schema``, ``upgrade`` with ``migrations``, and ``writer``, the one
                thread that writes, many appends in one transaction.
``facts``       What the log of a table is made of, with a format number. It holds secrets and never goes to a client.
                Its types are not those of the messages: they read what older and newer versions have written.
``table``       ``Table``: the sum of its facts. ``Table.of(id, lines)``, ``apply(fact, at)``, ``presence``,
                ``bots_to_move``, ``deadline``. The same lines always give the same table.
``commands``    What can be asked of a table, beside the messages of its people.
``deciding``    ``decide(table, Asked(command, now, seat)) -> facts``, or a refusal; changes nothing. How the deals are
                fair stands here. ``following``: what follows without anybody asking, and when to look next.
``outbox``      The one place where messages to clients are built: ``view``, ``news``, ``welcome``, ``presence``,
                ``play_of``, ``summary``, ``error``. ``reasons``: why a move is refused.
``accounts``    The row of a table in the index, its statistics, the records of its games. ``summaries``: what of the
                row goes into lists.
``room``        A table with its connections: who hears what.
``directory``   ``Directory(store)``: all tables, loaded when needed. asyncio lives here::

                    seat = await directory.open(NewTable(...))           # -> Seat(table, seat, token, code)
                    seat = await directory.join(JoinTable(...))          # -> Seat
                    link = await directory.invite(table, token, seat)    # -> InviteLink; seat None: any open one
                    ack = await directory.ask(table, token, Move(...))   # -> Ack, when it is durable
                    connection = await directory.connect(Hello(...))     # its first message is the welcome
                    line = await directory.record(table, number)         # a finished game, as one line
                    await directory.statistics(table) / .view(table, token) / .listed() / .mine(tokens)
                    directory.loaded / .connected / .facts_stored        # for the metrics
                    await directory.close()                              # tells everybody; then close the store

``looking_back`` ``LookingBack(directory)``: ``sheet(table, number)``, the score sheet of a game; ``replay(table,
                number, Wish())`` and ``replay_record(record, Wish())``, a game that is over, move by move, as JSON.
``connection``  A ``Connection`` is one socket: ``await connection.next() -> bytes`` (`Closed` when there will be no
                more; the last message was ``closing``), ``await connection.receive(data)`` (the answer goes into the
                same queue; never raises for what a client can send), ``connection.end(Closing(...))``,
                ``connection.close()`` when the socket is gone.
``runner``      ``Runner(directory, threads)``: bots think in threads, and move after a natural moment. ``moves``,
                ``thinking``; ``await runner.close()`` before the directory's.

Everything that a person has done wrong is a `StichwerkError` with a code and a sentence (`outbox.error` makes a message
of it). Several processes may share a database, and none will ever overwrite another's facts; but the clients of a table
have to be connected to the same process to hear of each other at once.
"""
