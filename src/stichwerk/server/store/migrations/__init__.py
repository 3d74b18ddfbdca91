"""How the database came to be as it is: one step per version, run by `stichwerk.server.store.upgrade`."""
