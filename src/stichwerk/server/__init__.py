"""The table server: the authority behind the browser table. Only ``web`` knows of a network.

What a person asks for takes this way::

    Connection.receive ─ Directory ─ CommandHandler ─ decide ─ Table.apply ─ Store.append (durable) ─ outbox ─
    Connection.next

The rooms, from the highest to the lowest; a room imports only from those below it (a contract holds it):

``web``     Litestar's application, HTTP, sockets, pages, limits, logs, metrics, settings; ``service`` ties it together.
``cluster`` Several processes as one server: who joins, links between them, and what is relayed over these.
``live``    What is being played now. ``directory`` is the way in::

                seat = await directory.open(NewTable(...))           # -> Seat(table, seat, token, code)
                seat = await directory.join(JoinTable(...))          # -> Seat
                link = await directory.invite(table, token, seat)    # -> InviteLink; seat None: any open one
                ack = await directory.ask(table, token, Move(...))   # -> Ack, when it is durable
                connection = await directory.connect(Hello(...))     # its first message is the welcome
                line = await directory.queries.record(table, number) # a finished game, as one line
                await directory.close()                              # tells everybody; then close the store

            Behind it ``rooms`` (what is loaded, with its timers), ``command_handler`` (what changes one), ``queries``
            (what only looks), ``sweeper``, ``tasks``; a ``connection`` is one socket, a ``room`` a table with its
            connections. ``runner``: bots think in threads. ``replays``: score sheets, and games that are over.
``wire``    ``outbox``, the one place where messages to clients are built; ``refused_moves``: why a move is refused.
            ``shared_pads``: what a phone is told of a score pad.
``store``   ``log``: the append-only log of every table and its index; ``writer``, the one thread that writes, many
            appends in one transaction; ``schema``, ``upgrade`` with ``migrations``.
``domain``  ``facts``: what the log is made of, with a format number; it holds secrets and never goes to a client.
            ``table``: the sum of its facts, the same for the same lines (``table_state``: what can be asked of it).
            ``commands``: what it can be told to do. ``shared_pads``: the same for a score pad on several phones.
            ``decide(table, Asked(command, now, seat)) -> facts``, or a refusal; changes nothing. ``timers``: what
            follows without anybody asking, and when to look next. ``index``, ``summaries``: what is kept beside the
            log. ``tokens``, ``names``.

The messages themselves are in `stichwerk.protocol`, which clients share.

Everything that a person has done wrong is a `StichwerkError` with a code and a sentence (`outbox.error` makes a message
of it). Several processes may share a database: then each table is led by one of them (``live.leadership``), which
proves it with every append (``store.leases``), and the others relay to it (``cluster``).
"""
