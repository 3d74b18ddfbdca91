"""What every scene needs: people whose time can be stopped, tables with fixed deals, and a camera that takes the same
moment at every size, in both themes and in several languages.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser

from stichwerk.client import Pace, Seat, SeatWish
from support.browser.people import CORNER, SIZES, Player
from support.browser.tables import FIXED_SEED, done
from support.server.running import Running

Theme = Literal["light", "dark"]

#: The same deals and the same bots every time: the server draws no seed, and bots are not moved by chance …
FIXED_SERVER = "; ".join(
    (
        FIXED_SEED,
        "import stichwerk.server.live.runner as runner",
        "seat_rng = runner.seat_rng",
        "runner.seat_rng = lambda _, seat: seat_rng('screenshots', seat)",
    )
)
#: … and a browser cuts with the same salt. (Numbers that are no bytes make secrets, which have to be long.)
FIXED_CUT = "crypto.getRandomValues = (array) => array.fill(array.BYTES_PER_ELEMENT > 1 ? 0x77777777 : 7)"
#: How long the page gets to come to rest before a picture, in milliseconds.
REST = 260
#: How far the time of the page goes on at a time, in milliseconds: a card flies for 380, a banner stays for 1500.
TICK = 120
#: A whole game takes its time on a busy machine: seconds.
PATIENCE = 400


class Sitter(Player):
    """Somebody at a table for whom time only goes on when we say so: what flies by can be looked at at length."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"reduced_motion": "no-preference", "has_touch": False, "painted": True, **settings})
        self.page.add_init_script(FIXED_CUT)
        self.page.clock.install()

    def stop(self) -> None:
        """From now on time stands still until `wait`."""
        self.page.clock.pause_at(self.page.evaluate("(Date.now() + 1000) / 1000"))

    def wait(self, milliseconds: int = TICK) -> None:
        """Time goes on for so long, in the page; the bots do not need more than a blink."""
        self.page.clock.run_for(milliseconds)
        self.page.wait_for_timeout(15)

    def take(self, seat: Seat, **settings: Any) -> None:
        """Go to a table as the one who opened it, and start the game."""
        self.keep("seats", {seat.table: seat.token})
        self.keep("settings", settings)
        self.page.goto(f"{self.url}/#/table/{seat.table}")
        self.page.reload()
        self.page.locator(".go .primary").click()
        self.page.locator("[data-hand] [data-card]").first.wait_for()
        self.stop()

    def looks_at_the_result(self) -> None:
        """After the last round, when everything before it was shown."""
        while not self.on_screen("footer .main, .podium"):
            self.wait()
        super().looks_at_the_result()

    def watch(self, selector: str, seconds: float = PATIENCE) -> None:
        """Play on until this is on the screen."""
        self.play(seconds, lambda: self.on_screen(selector))

    def speaks(self, language: str) -> None:
        """Another language from now on, as if it had been chosen in another tab."""
        if self.page.locator("html").get_attribute("lang") != language:
            self.page.evaluate(_SPEAK, language)
            self.page.locator(f"html[lang={language}]").wait_for(state="attached")

    def collects(self, players: int) -> None:
        """Play on until a trick is complete, and send it on its way."""
        self.play(until=lambda: self.page.locator(".lying").count() == players)
        while not self.page.evaluate(_ON_THE_WAY):
            self.tap(".felt")

    def ends_the_round(self) -> None:
        """Play on until the round is over, and its arithmetic has come."""
        self.watch(".end")
        self.page.locator(".end .part").first.wait_for()

    def on_screen(self, selector: str) -> bool:
        """Whether this is on the screen."""
        return self.page.locator(f"{selector} >> visible=true").count() > 0

    def tap(self, selector: str) -> None:
        """Tap the first of these, in its corner."""
        self.page.locator(f"{selector} >> visible=true").first.click(position=CORNER)

    def rests(self) -> None:
        """Play nothing, but let everybody else play until it is one's turn."""
        while not self.may_act:
            self.wait()

    @property
    def table(self) -> dict[str, Any]:
        """What lies on the table."""
        found: dict[str, Any] = self.views[-1]["play"]["table"]
        return found

    @property
    def told(self) -> dict[str, Any]:
        """All that the page was told of the game."""
        found: dict[str, Any] = self.views[-1]["play"]
        return found


class Studio:
    """The server, the browser, and the camera."""

    def __init__(
        self, browser: Browser, server: Running, out: Path, sizes: list[str], themes: list[Theme], languages: list[str]
    ) -> None:
        self.browser, self.server, self.out = browser, server, out
        self.sizes, self.themes, self.languages = sizes, themes, languages
        self._people: list[Sitter] = []

    def sitter(self, url: str | None = None, **settings: Any) -> Sitter:
        """Somebody with a browser of their own."""
        self._people.append(Sitter(self.browser, url or self.server.url, locale=self.languages[0], **settings))
        return self._people[-1]

    def everybody_leaves(self) -> None:
        """The scene is over."""
        for each in self._people:
            each.leave()
        self._people.clear()

    def at_a_table(self, game: str, players: int, options: dict[str, Any] | None = None, **settings: Any) -> Sitter:
        """A person and bots; the cards are dealt, and time stands still."""
        sitter = self.sitter()
        sitter.take(self.table(game, players, options), **settings)
        return sitter

    def at_a_lesson(self, game: str, at: int = 0) -> Sitter:
        """Somebody in the guided round of a game, before this move."""
        sitter = self.sitter()
        sitter.keep("lessons", {game: {"at": at, "done": False}})
        sitter.page.goto(f"{sitter.url}/#/learn/{game}")
        sitter.page.reload()
        sitter.page.locator("[data-hand] [data-card]").first.wait_for()
        return sitter

    def table(
        self, game: str, players: int, options: dict[str, Any] | None = None, name: str = "Anja", **wish: Any
    ) -> Seat:
        """A table with bots at all other seats, where nobody has begun."""
        bots = [SeatWish("bot", 1)] * (players - 1)
        wish = {"seats": bots, "pace": Pace(bots=0), "options": options or {}, **wish}
        return done(self.server.client.open(game, name, wish.pop("seats"), **wish))

    def shot(self, sitter: Sitter, name: str, whole: bool = False) -> None:
        """The same moment at every size, in each language and both themes. ``whole``: the page as long as it is."""
        for language in self.languages:
            sitter.speaks(language)
            for size in self.sizes:
                self._sized(sitter, size)
                sitter.page.wait_for_timeout(REST)
                if whole:
                    self._sized(sitter, size, sitter.page.evaluate("document.documentElement.scrollHeight"))
                    sitter.page.wait_for_timeout(REST)
                self._in_both_themes(sitter, f"{name}-{size}-{{}}-{language}.png")
        sitter.speaks(self.languages[0])
        self._back_to_the_phone(sitter, name)

    def _in_both_themes(self, sitter: Sitter, name: str, **how: Any) -> None:
        for theme in self.themes:
            sitter.page.emulate_media(color_scheme=theme)
            sitter.page.wait_for_timeout(60)
            sitter.page.screenshot(path=self.out / name.format(theme), **{"animations": "disabled", **how})

    def while_it_flies(self, sitter: Sitter, name: str, begin: Callable[[], None], part: float) -> None:
        """Something on its way. Where it goes depends on the size, so that each size has a flight of its own."""
        for size in self.sizes:
            self._sized(sitter, size)
            sitter.page.wait_for_timeout(REST)
            begin()
            sitter.page.evaluate(_STOP_FLIGHTS, part)
            self._in_both_themes(sitter, f"{name}-{size}-{{}}-{self.languages[0]}.png", animations="allow")
            sitter.page.evaluate("document.getAnimations().forEach((each) => each.finish())")
        self._back_to_the_phone(sitter, name)

    def _back_to_the_phone(self, sitter: Sitter, name: str) -> None:
        """Where every button is on the screen."""
        self._sized(sitter, "phone")
        sitter.page.wait_for_timeout(REST)
        print(name, flush=True)

    def _sized(self, sitter: Sitter, size: str, at_least: int = 0) -> None:
        width, height = SIZES[size]
        sitter.page.set_viewport_size({"width": width, "height": max(height, at_least)})


#: Whether a trick is being collected: what flies then does not come back.
_ON_THE_WAY = "document.getAnimations().some((each) => each.effect.getTiming().fill === 'forwards')"
_SPEAK = """language => {
    const key = "stichwerk-settings";
    const settings = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...settings, language }));
    dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
}"""
#: Every flight at the same part of the whole time, with those that start later behind.
_STOP_FLIGHTS = """part => {
    const flights = document.getAnimations().filter((each) => !(each instanceof CSSTransition));
    const last = Math.max(...flights.map((each) => each.effect.getComputedTiming().endTime));
    for (const each of flights) { each.pause(); each.currentTime = last * part; }
}"""
