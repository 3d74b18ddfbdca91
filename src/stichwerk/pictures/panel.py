"""The panel that every picture stands on: it brings its own ground and its own writing, in the light and in the dark.

What a notebook says of its theme is heard (JupyterLab, VS Code, Colab, Sphinx); where nothing is said, it is light.
"""

from stichwerk.pictures.markup import Markup, joined, tag

#: How notebooks tell that they are dark.
_DARK = ('[data-jp-theme-light="false"]', ".vscode-dark", '[theme="dark"]', '[data-theme="dark"]')

#: The colours of everything, by day and by night.
LIGHT_LOOK = """
--ground:#fffdf8; --felt:#e6efe1; --edge:#c9d8c2; --line:#dfd5c4; --ink:#2a241f; --soft:#62584d; --turn:#a64b06;
--turn-ground:#fdebcf; --good:#1a6b35; --bad:#b3261e; --gold:#f2b632; --accent:#1f6fb4; --other:#c2600c; --cards:none;
"""
DARK_LOOK = """
--ground:#24211e; --felt:#233029; --edge:#3a4d43; --line:#3d3833; --ink:#f3ece1; --soft:#b9aea0; --turn:#f5b454;
--turn-ground:#3d2f18; --good:#7ccf94; --bad:#ff9d92; --gold:#ffc94d; --accent:#6fb0e6; --other:#f0a04b;
--cards:brightness(0.93);
"""

_STYLE = """
.stichwerk { box-sizing:border-box; display:inline-block; max-width:100%; padding:12px 16px 14px; overflow-x:auto;
  border:1px solid var(--line); border-radius:14px; background:var(--ground); color:var(--ink); text-align:left;
  font:14px/1.4 ui-rounded, system-ui, sans-serif; font-variant-numeric:lining-nums tabular-nums }
.stichwerk * { box-sizing:border-box }
.stichwerk .head { display:flex; flex-wrap:wrap; align-items:baseline; gap:2px 12px; margin:0 0 10px }
.stichwerk .title { font-size:17px; font-weight:700 }
.stichwerk .soft { color:var(--soft) }
.stichwerk .note { margin:8px 0 0; font-size:13px; color:var(--soft) }
.stichwerk .symbol { display:inline-block; vertical-align:-0.18em; margin:0 1px }
.stichwerk .card { display:block; flex:none; filter:var(--cards) }
.stichwerk .name { overflow-wrap:anywhere; unicode-bidi:isolate; font-weight:700 }
.stichwerk table { margin:0; border-collapse:collapse; border:0; font-size:13px; color:inherit }
.stichwerk tr, .stichwerk tbody tr:nth-child(n) { background:none }
.stichwerk th, .stichwerk td { padding:3px 10px; border:0; border-bottom:1px solid var(--line); text-align:right;
  vertical-align:baseline; background:none; color:inherit; max-width:11em }
.stichwerk th:first-child, .stichwerk td:first-child { text-align:left; padding-left:2px }
.stichwerk tr:last-child > td, .stichwerk tr.sum > td { border-bottom:0 }
.stichwerk .sum td { font-weight:700; font-size:15px; border-top:2px solid var(--soft) }
.stichwerk small { font-size:12px; color:var(--soft) }
.stichwerk .good { color:var(--good) }
.stichwerk .bad { color:var(--bad) }
"""


def panel(*inside: str, style: str = "", class_: str = "stichwerk") -> Markup:
    """Everything inside, on the ground of a panel; ``style`` is what this picture needs beside what all have."""
    dark = ",".join(f"{notebook} .stichwerk" for notebook in _DARK)
    looks = f".stichwerk{{{LIGHT_LOOK}}}{dark}{{{DARK_LOOK}}}"
    rules = " ".join(f"{looks}{_STYLE}{style}".split())
    return tag("div", tag("style", Markup(rules)), *inside, class_=class_)


def head(title: str, *facts: str) -> Markup:
    """The line on top: what it is, and what is to be said at once."""
    return tag(
        "div", tag("span", title, class_="title"), *(tag("span", fact, class_="soft") for fact in facts), class_="head"
    )


def row(cells: list[str], kind: str = "td", class_: str | None = None) -> Markup:
    """A row of a table."""
    return tag("tr", joined(tag(kind, cell) for cell in cells), class_=class_)
