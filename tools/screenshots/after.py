"""After a game: the deals checked in the page, the rematch, and the replay."""

from studio import Studio


def fairness(studio: Studio) -> None:
    """The deals are recomputed; somebody wants to play once more."""
    anja = studio.at_a_table("alles-oder-nichts", 3, {"rounds": 2})
    anja.play()
    anja.watch(".over .sheet")
    anja.tap(".fair button")
    anja.page.locator(".verdict").wait_for()
    studio.shot(anja, "over-fair", whole=True)


def replay(studio: Studio) -> None:
    """The start, the middle, open hands, another seat; and a record from a file."""
    for game, players in (("alles-oder-nichts", 4), ("null-nichtig", 6)):
        anja = studio.at_a_table(game, players, {"rounds": 1})
        anja.play()
        anja.watch(".over .sheet")
        table = anja.views[-1]["id"]
        anja.page.clock.resume()
        anja.page.goto(f"{anja.url}/#/replay/{table}/1?seat=0")
        anja.page.locator(".controls").wait_for()
        studio.shot(anja, f"replay-{game}-start")
        for _ in range(2):
            anja.tap("button.trickOn")
        for _ in range(3):
            anja.tap("button.on")
        studio.shot(anja, f"replay-{game}-middle")
        anja.tap(".box input")
        anja.page.locator("main.open").wait_for()
        studio.shot(anja, f"replay-{game}-open", whole=True)
    anja.visit("/replay")
    studio.shot(anja, "replay-file")


def review(studio: Studio) -> None:
    """A reviewed game, and the costliest decision in its replay."""
    anja = studio.at_a_table("rage", 4)
    anja.play()
    anja.watch(".over .sheet")
    table = anja.views[-1]["id"]
    anja.page.clock.resume()
    anja.page.goto(f"{anja.url}/#/review/{table}/1?seat=0")
    anja.page.locator("article").first.wait_for()
    studio.shot(anja, "review-under-way", whole=True)
    anja.page.locator("progress").wait_for(state="detached", timeout=120_000)
    studio.shot(anja, "review", whole=True)
    anja.tap("ol a")
    anja.page.locator(".verdict").wait_for()
    studio.shot(anja, "review-moment")
    anja.tap("details summary")
    anja.page.locator("details .colours").first.wait_for()
    studio.shot(anja, "review-held", whole=True)


def your_games(studio: Studio) -> None:
    """What one's own games say."""
    anja = studio.at_a_table("rage", 3)
    anja.play()
    anja.watch(".over .sheet")
    table = anja.views[-1]["id"]
    anja.page.clock.resume()
    anja.page.goto(f"{anja.url}/#/review/{table}/1?seat=0")
    anja.page.locator("progress").wait_for(state="attached")
    anja.page.locator("progress").wait_for(state="detached", timeout=120_000)
    anja.visit("/me")
    anja.page.locator("dl").first.wait_for()
    studio.shot(anja, "your-games", whole=True)


SCENES = (fairness, replay, review, your_games)
