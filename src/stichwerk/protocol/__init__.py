"""What servers and clients say to each other: every message, every event, every code of an error. docs/protocol.md."""
