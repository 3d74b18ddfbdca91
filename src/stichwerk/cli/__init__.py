"""The command line ``stich``: play, simulate, verify and replay from a terminal."""
