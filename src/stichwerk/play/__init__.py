"""A game being played: match, notation, records, fair deals, score sheets, hints, random games by the million."""
