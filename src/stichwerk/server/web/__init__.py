"""HTTP, sockets, pages, limits, logs and settings: what faces the network."""
