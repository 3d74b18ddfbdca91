"""Run by Alembic: the steps are made on the connection that `stichwerk.server.store.upgrade` hands over."""

from alembic import context

if hasattr(context, "config"):  # it is not when somebody merely imports this
    context.configure(connection=context.config.attributes["connection"])
    with context.begin_transaction():
        context.run_migrations()
