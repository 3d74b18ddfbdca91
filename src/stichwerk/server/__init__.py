"""The table server: the authority behind the browser table. Nothing in these modules needs a network.

A command of a person or a bot goes this way::

    Connection.receive ─ Directory ─ Table.decide ─ Store.append (durable) ─ Table.apply ─ outbox ─ Connection.next

``messages``   every message and body, as typed structs; ``decode``, ``encode``, ``json_schema``.
``tokens``     ``new_token``, ``hashed``, ``Inviter(key).signed / .read``, ``new_code``, ``tidy_code``.
``store``      ``Store(url)``: ``append(table, seq, at, facts, row) -> Future``, ``lines``, ``listed``, ``held``,
               ``table_of_code``, ``rebuild_index``, ``invite_key``, ``count``, ``check``, ``close``.
``facts``      what the log of a table is made of.
``table``      ``Table``: the state of one table. ``decide(command, now) -> facts`` says what would happen and changes
               nothing; ``apply(line)`` lets it happen. The same lines always give the same table.
``commands``   what can be asked of a table.
``outbox``     the one place where messages to clients are built, from `Match.view(seat)` and public facts.
``directory``  ``Directory(store)``: all tables, loaded when needed; asyncio lives here::

                   seat = await directory.open(NewTable(...))            # -> Seat(table, seat, token, code)
                   seat = await directory.join(JoinTable(...))           # -> Seat
                   link = await directory.invite(table, token, seat)     # -> InviteLink
                   ack = await directory.ask(table, token, Move(...))    # -> Ack, or raises StichwerkError
                   connection = await directory.connect(Hello(...))      # its first message is the welcome
                   line = await directory.record(table, number)          # the record of a finished game, one line
                   found = await directory.statistics(table)             # -> Statistics
                   await directory.listed() / .mine(tokens) / .view(table, token)
                   await directory.close()

               A ``Connection`` is one socket: ``await connection.next() -> bytes`` (raises `Closed` with the last
               message), ``await connection.receive(data)`` (answers go into the same queue), ``connection.close()``.
``runner``     ``Runner(directory)``: bots think in threads, and move after a natural moment.

Everything that a person has done wrong is a `StichwerkError` with a code and a sentence.
"""
