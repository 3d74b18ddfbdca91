"""The browser client has words for all that the server offers. (That all languages have the same is tested there.)"""

import json
from pathlib import Path

from stichwerk.server import catalogue

TEXTS = Path(__file__).resolve().parent.parent.parent / "web" / "src" / "text" / "en" / "pages.json"


def test_every_game_option_and_level_has_words():
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    wanted = {f"level.{each.level}{part}" for each in catalogue.about().levels for part in ("", ".line")}
    for game in catalogue.all_games():
        wanted |= {f"game.{game.id}", f"game.{game.id}.line"}
        wanted |= {f"game.{game.id}.note"} if game.note else set()
        for option in game.options:
            wanted |= {f"option.{option.key}"} | {f"option.{choice.key}" for choice in option.choices}
            wanted |= {f"option.{each.key}.differs" for each in (option, *option.choices) if each.differs}
            wanted |= {f"option.{option.key}.none"} if option.may_be_null else set()
    found = {key for key in texts if key.split(".")[0] in ("level", "game", "option")}
    assert found == wanted
