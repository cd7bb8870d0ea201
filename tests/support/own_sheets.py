"""The book's own style sheets of a page, while they take for given what they ask for.

A browser says by `:hover` where the mouse is, and by `(pointer: coarse)` what points:
no test holds it over all elements, or has a hand. Here each question has one answer.
"""

import re
from importlib.resources import files
from pathlib import Path

NOTHING = r"(?!)"
TRUE = ":not(.never)"  # of each element, and as specific as a state
ALWAYS = "(min-width: 0)"
ASLEEP = "(min-width: 99999px)"  # sheets that `asleep` gives
ASKED = (
    "pointer: coarse|forced-colors: active|scripting: none|prefers-reduced-motion:.*?"
)
CASES = {
    "pointed at": (r":(hover|active)\b", TRUE),
    "reached": (r":focus(-visible|-within)?\b", TRUE),
    "asked for": (rf"\(({ASKED})\)", ALWAYS),
    "on the site": (re.escape(ASLEEP), ALWAYS),
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


# A page changes what stands in it faster than the browser's tools do, which read each
# sheet twice; so a linked sheet comes to stand there.
BRING_IN = """function (text) {
  const own = Object.assign(document.createElement("style"), { textContent: text });
  if (this.matches("link")) this.replaceWith(own);
}"""
# A sheet that says already what it shall say is left alone.
TURN = """([what, answer]) => {
  const asked = new RegExp(what, "g");
  for (const sheet of document.querySelectorAll("style")) {
    sheet.said ??= sheet.textContent;
    const said = sheet.said.replaceAll(asked, answer);
    if (sheet.textContent !== said) sheet.textContent = said;
  }
}"""


def bring_in(page) -> None:
    """Let all sheets of a page that no tool brings stand in the page itself."""
    if not page.evaluate("!!document.querySelector('link[rel=stylesheet]')"):
        return
    session, heads = page.context.new_cdp_session(page), []
    session.on("CSS.styleSheetAdded", lambda event: heads.append(event["header"]))
    session.send("DOM.enable")
    session.send("CSS.enable")
    for head in heads:
        if not TOOLS.search(head["sourceURL"]):
            _bring_one_in(session, head)
    session.detach()


def _bring_one_in(session, head: dict) -> None:
    sheet = {"styleSheetId": head["styleSheetId"]}
    text = session.send("CSS.getStyleSheetText", sheet)["text"]
    node = session.send("DOM.resolveNode", {"backendNodeId": head["ownerNode"]})
    owner = {"objectId": node["object"]["objectId"], "arguments": [{"value": text}]}
    session.send("Runtime.callFunctionOn", owner | {"functionDeclaration": BRING_IN})


def take_for_given(page, case: str) -> None:
    """Let the sheets be as they are where what a case names is so; none is as it is."""
    what, answer = CASES[case] if case else (NOTHING, "")
    page.evaluate(TURN, [what, answer])
