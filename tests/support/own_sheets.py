"""The book's own style sheets of a page, while they take for given what they ask for.

A browser says by `:hover` where the mouse is, and by `(pointer: coarse)` what points:
no test holds it over all elements, or has a hand. Here each question has one answer.
"""

import re
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

NOTHING = re.compile(r"(?!)")
TRUE = ":not(.never)"  # of each element, and as specific as a state
ALWAYS = "(min-width: 0)"
ASLEEP = "(min-width: 99999px)"  # sheets that `asleep` gives
ASKED = (
    "pointer: coarse|forced-colors: active|scripting: none|prefers-reduced-motion:.*?"
)
CASES = {
    "pointed at": (re.compile(r":(hover|active)\b"), TRUE),
    "reached": (re.compile(r":focus(-visible|-within)?\b"), TRUE),
    "asked for": (re.compile(rf"\(({ASKED})\)"), ALWAYS),
    "on the site": (re.compile(re.escape(ASLEEP)), ALWAYS),
}
TOOLS = re.compile(r"/_static/(?!mha/)|/site-packages/")
THEMES = ("pydata-sphinx-theme", "sphinx-book-theme")


def asleep(*paths: Path) -> str:
    """Sheets as one that does nothing, until a page is looked at on the site."""
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return f"@media {ASLEEP} {{{''.join(texts)}}}"


def of_tools() -> list[Path]:
    """The style sheets of the themes, from where they are installed."""
    packages = [name.replace("-", "_") for name in THEMES]
    folders = [Path(str(files(name))) / "theme" / name for name in packages]
    return [
        folder / "static" / "styles" / f"{name}.css"
        for folder, name in zip(folders, THEMES, strict=True)
    ]


class OwnSheets:
    """The sheets of a page that no tool brings, which can be other for a while."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        heads: list[dict] = []
        self.session.on(
            "CSS.styleSheetAdded", lambda event: heads.append(event["header"])
        )
        self.session.send("DOM.enable")
        self.session.send("CSS.enable")
        own = [h["styleSheetId"] for h in heads if not TOOLS.search(h["sourceURL"])]
        self.texts = {each: self._call("get", each)["text"] for each in own}

    def _call(self, verb: str, sheet: str, **given: str) -> dict:
        method = f"CSS.{verb}StyleSheetText"
        return self.session.send(method, {"styleSheetId": sheet, **given})

    @contextmanager
    def as_if(self, case: str):
        """The sheets as they are where what a case names is so."""
        what, answer = CASES[case] if case else (NOTHING, "")
        changed = [sheet for sheet, text in self.texts.items() if what.search(text)]
        for sheet in changed:
            self._call("set", sheet, text=what.sub(answer, self.texts[sheet]))
        yield
        for sheet in changed:
            self._call("set", sheet, text=self.texts[sheet])
