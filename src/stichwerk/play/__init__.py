"""A game being played: match, notation, records, fair deals, score sheets, pads, lessons, hints."""
