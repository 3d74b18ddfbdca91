"""What the players that games bring with them are made of: a game's ``policy`` (by hand) and ``network`` (learned)."""
