"""Pictures of every page and phase, at every size, in both themes, with fixed deals: to look at, and to mend what is
not good enough. ``make screenshots``, or a few of them, which takes seconds: ``make screenshots ARGS="--only rage.trick
--sizes small sideways --themes dark --languages de fr"``.
"""

import argparse
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import after  # noqa: E402
import alles_oder_nichts  # noqa: E402
import anywhere  # noqa: E402
import null_nichtig  # noqa: E402
import pads  # noqa: E402
import pages  # noqa: E402
import rage  # noqa: E402
import readme  # noqa: E402
import together  # noqa: E402
import trouble  # noqa: E402
from browser.conftest import FLAGS, chromium_path, served  # noqa: E402
from studio import FIXED_SERVER, Studio  # noqa: E402
from support.browser.people import SIZES  # noqa: E402

SUBJECTS = (pages, together, rage, null_nichtig, alles_oder_nichts, anywhere, after, trouble, pads)
THEMES = ("light", "dark")
LANGUAGES = ("en", "de", "fr", "nl")


def main() -> None:
    """Take the pictures that were asked for."""
    scenes = {f"{subject.__name__}.{scene.__name__}": scene for subject in SUBJECTS for scene in subject.SCENES}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "pictures")
    parser.add_argument("--only", nargs="*", default=[""], help="the scenes that have this in their name: see --list")
    parser.add_argument("--list", action="store_true", help="name the scenes, and take no picture")
    parser.add_argument("--readme", action="store_true", help="make the pictures of the documents instead")
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--themes", nargs="*", default=list(THEMES), choices=THEMES)
    parser.add_argument("--languages", nargs="*", default=["en"], choices=LANGUAGES)
    asked = parser.parse_args()
    if asked.list:
        print(*scenes, sep="\n")
        return
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        with served(Path(folder), before=FIXED_SERVER) as server:
            studio = Studio(browser, server, asked.out, asked.sizes, asked.themes, asked.languages)
            if asked.readme:
                readme.make(studio, ROOT / "docs" / "pictures")
                return
            wanted = {name: scene for name, scene in scenes.items() if any(part in name for part in asked.only)}
            failed = [name for name, scene in wanted.items() if not _taken(studio, scene)]
    if failed:
        sys.exit(f"not everything could be seen in {', '.join(failed)}")


def _taken(studio: Studio, scene: Callable[[Studio], None]) -> bool:
    """Whether the scene could be played to its end; one that could not does not keep the others from it."""
    try:
        scene(studio)
    except (AssertionError, PlaywrightError):
        traceback.print_exc()
        return False
    finally:
        studio.everybody_leaves()
    return True


if __name__ == "__main__":
    main()
