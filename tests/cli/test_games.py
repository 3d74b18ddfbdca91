"""``stich games``."""

from stichwerk.games import games
from stichwerk.games.options import written


def test_every_game_with_all_its_options(stich):
    shown = stich("games")
    assert shown.code == 0
    words = " ".join(shown.out.split())
    for game in games():
        for fact in (game.title, game.id, game.summary, game.origin, game.assumption):
            assert fact in words
        for name, setting in game.options.settings().items():
            assert f"{name} = " in words
            assert game.option_help(name) in words
            assert all(written(choice) in words for choice in setting.choices)
            assert setting.choices or f"a whole number from {setting.low} to {setting.high}" in words
            assert all(f"{choice}: {text}" in words for choice, text in game.differences(name).items() if choice)
            assert all(text in words for text in game.differences(name).values())


def test_defaults_are_written_as_they_are_typed(stich):
    shown = stich("games").out
    assert "march = false" in shown
    assert "target = null" in shown
    assert "bidding = open" in shown


def test_no_spaces_at_the_ends_of_lines(stich):
    assert all(line == line.rstrip() for line in stich("games").out.splitlines())
