"""Tables that are being played at: rooms, connections, timers, bots that think in threads. asyncio lives here."""
