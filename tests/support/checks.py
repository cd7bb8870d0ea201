"""The pages' promises as functions: each returns the faults it finds.

The tests of the site expect none of them on the real book; test_gates.py plants faults
and expects each to be found.
"""

import gzip
import json
import re
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

VIEW = "application/vnd.jupyter.widget-view+json"
MOUNTED = ".mha-mount[data-mounted]"
UNMOUNTED = ".mha-mount:not([data-mounted])"
ALL_ALIVE = f"!document.querySelector('{UNMOUNTED}')"
BLANK = "about:blank"


class Visit:
    """Open a page and keep what it asked for and complained about.

    Args:
        page: where.
        url: its address.
        until: "networkidle" where it counts what is asked for late, which takes half
            a second more.
    """

    def __init__(self, page, url: str, until: str = "load"):
        self.page = page
        leave(page)
        self.home = url.rsplit("/", 1)[0]
        self.asked, self.complaints, self.bodies = [], [], []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._console)
        page.on("response", lambda response: self.bodies.append(response))
        page.route(re.compile("^https?:"), self._stay_home)
        page.goto(url, wait_until=until)
        page.wait_for_function(ALL_ALIVE)
        page.evaluate(SETTLED)

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _stay_home(self, route):
        home = route.request.url.startswith(self.home)
        route.continue_() if home else route.abort()

    def outside_requests(self) -> list[str]:
        inside = (self.home, "data:", "blob:")
        return [url for url in self.asked if not url.startswith(inside)]

    def formula_errors(self) -> list[str]:
        """Formulas that are not drawn, or that no screen reader could read."""
        silent = ".math:not(:has(svg)), .math:not(:has(math))"
        return self.page.locator(silent).all_inner_texts()

    def gzip_bytes(self) -> int:
        """Everything the visit loaded, compressed as a web server would."""
        loaded = [r.body() for r in self.bodies if not r.url.startswith("data:")]
        return sum(min(len(gzip.compress(b, 6)), len(b)) for b in loaded)


def leave(tab) -> None:
    """Leave the address that a tab has open."""
    if tab.url != BLANK:
        tab.goto(BLANK)


def as_new(tab, size: dict[str, int], reduced_motion: str = "null") -> None:
    """Give a tab that others have used what a new one has."""
    if tab.viewport_size != size:
        tab.set_viewport_size(size)
    tab.emulate_media(media="null", color_scheme="null", reduced_motion=reduced_motion)
    tab.mouse.move(0, 0)


# In one go: whether it could, once all are alive again.
RESTART = f"""async (link) => {{
  if (!("restart" in window)) return false;
  restart(link);
  while (!({ALL_ALIVE})) await new Promise(requestAnimationFrame);
  return true;
}}"""


def open_page(page, url: str) -> None:
    """Open a page; a tab that has it starts its explorers anew, where it can."""
    address, sign, link = url.partition("#")
    if page.url.split("#")[0] == address and page.evaluate(RESTART, sign + link):
        return
    leave(page)  # else a new link alone would not load the page again
    page.goto(url, wait_until="domcontentloaded")
    page.wait_for_function(ALL_ALIVE)


def unmounted_views(page, notebook: Path) -> list[str]:
    """Widget views of the executed notebook that are not alive on its page."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    outputs = [o for cell in cells for o in cell.get("outputs", [])]
    views = [o["data"][VIEW]["model_id"] for o in outputs if VIEW in o.get("data", {})]
    if views:
        page.evaluate(SETTLED)
    mounts = page.locator(MOUNTED).all()
    alive = {mount.get_attribute("data-model-id") for mount in mounts}
    return [view for view in views if view not in alive]


# The colours of code, the shapes of drawings, and what holds them together: more than
# half of a page's elements, which browsers look at, and nobody who reads a page as it
# was built.
TOKEN = re.compile(r'<span class="[a-z]{1,2}\d?">([^<]*)</span>')
SHAPE = re.compile(r"<(path|rect|use|line|circle|polygon)\b[^>]*(?:/>|></\1>)")
GROUP = re.compile(r"</?(?:g|wbr)\b[^>]*>")


def parsed(path: Path) -> BeautifulSoup:
    """A page as it was built, without its tokens and shapes, with their words."""
    html = TOKEN.sub(r"\1", path.read_text(encoding="utf-8"))
    return BeautifulSoup(GROUP.sub("", SHAPE.sub("", html)), "html.parser")


def explorers_on(page: BeautifulSoup) -> list[str]:
    """The explorers that a page has a place for, by the state that the build saved."""
    saved = page.select_one("script[type='application/vnd.jupyter.widget-state+json']")
    models = json.loads(saved.string)["state"] if saved else {}
    mounts = page.select(".mha-mount")
    kinds = [models[m["data-model-id"]]["state"]["_anywidget_id"] for m in mounts]
    return [kind.rsplit(".")[-1] for kind in kinds]


def bad_alts(page: BeautifulSoup) -> list[str]:
    """Images whose alternative text is missing, short, or the name of a file."""
    images = page.select("article :is(img, svg[role=img])")
    alts = [image.get("alt") or image.get("aria-label") or "" for image in images]
    path = re.compile(r"[\w.-]*/|\.(png|svg|jpe?g|gif)\b", re.IGNORECASE)
    return [alt for alt in alts if len(alt.split()) < 4 or path.search(alt)]


def open_predictions(page: BeautifulSoup) -> list[str]:
    """Predictions whose answer shows unasked, and beside callouts those of old form."""
    article = page.select_one("article")
    callouts = article.select(".admonition.predict")
    old = [p for p in article.select("p > strong") if p.text.startswith("Predict")]
    closed = "details:not([open]) > summary"
    faulty = [c for c in callouts if shown_output(c) or not c.select(closed)]
    return [fault.text for fault in (faulty + old if callouts else [])]


def shown_output(callout) -> bool:
    """Whether a cell that directly follows shows its output."""
    for cell in callout.find_next_siblings(True):
        if "cell" not in cell.get("class", []):
            return False
        if any(not out.find_parent("details") for out in cell.select(".cell_output")):
            return True
    return False


def loose_exercises(page: BeautifulSoup) -> list[str]:
    """Exercises without a level, or without a folded solution that asserts."""
    exercises = page.select(".admonition.exercise")
    return [e.text for e in exercises if not (e.select(".mha-level") and solved(e))]


def solved(exercise) -> bool:
    """Whether it ends with a folded solution, with a cell that asserts."""
    *_, last = exercise.find_all(True, recursive=False)
    if last.name != "details" or last.has_attr("open"):
        return False
    return "assert " in " ".join(c.text for c in last.select(".cell_input"))


# Browsers make a click of the keys Enter and Space, where the focus is.
TOGGLED = """all => all.filter(s => s.checkVisibility()).map(s => {
  s.focus();
  const seen = [document.activeElement === s, s.parentNode.open];
  for (const _ of [1, 2]) { s.click(); seen.push(s.parentNode.open); }
  return [s.innerText, seen.join(" ")];
})"""


def stuck_folds(page) -> list[str]:
    """Folds of the article that are open from the start, or that no key opens."""
    # Explorers have their own; and the whole file, on the last page, stands open.
    own = ".mha-explorer *, .mha-your-file[open] > summary"
    folds = page.locator(f"article summary:not({own})")
    toggled = folds.evaluate_all(TOGGLED)
    stuck = [text for text, seen in toggled if seen != "true false true false"]
    if toggled:  # and real keys for the last, which has the focus
        for key, is_open in (("Enter", True), ("Space", False)):
            page.keyboard.press(key)
            if page.evaluate("document.activeElement.parentNode.open") != is_open:
                stuck.append(toggled[-1][0])
    return stuck


def missing_on_paper(page) -> list[str]:
    """What stands in a fold and would not be printed, but for checks, controls, code
    that only draws, lists of files, how the browser names a head, what the museum
    leaves out, and the list of sections, which paper has by itself."""
    page.emulate_media(media="print")
    missing = page.locator("article details > :not(summary)").evaluate_all(
        "all => all.filter("
        "n => !n.closest('.tag_checked, .tag_hide-input, .mha-options, .mha-jumps'))"
        ".filter(n => !n.matches('.mha-files, .mha-pattern *, .mha-all-lines'))"
        ".filter(n => !n.closest('.mha-on-screen, .tag_on-screen'))"
        ".filter(n => !n.closest('.mha-kept, "
        ".mha-explorer details:has(.mha-inputs, fieldset)'))"
        ".filter(n => !n.checkVisibility())"
        ".map(n => n.textContent)"
    )
    page.emulate_media(media="screen")
    return missing


# axe takes most of its time for thousands of nodes that are alike. Of code's tokens one
# of each kind is left, in each kind of box; what is drawn in figures and formulas has
# checks of its own (it is put back afterwards). And of all that has words of its own,
# the first of each kind is marked: the same element in the same boxes, whose contrast
# is the others', too, also on other pages that have the same styles. Returned are the
# kinds that were new, each as a number.
ONE_OF_EACH = """([known, within, without]) => {
  const drawn = [...document.querySelectorAll("svg.mha-figure, .math svg")];
  const parts = drawn.map((drawing) => [...drawing.childNodes]);
  for (const drawing of drawn) drawing.replaceChildren();
  window.redraw = () => drawn.forEach((drawing, k) => drawing.append(...parts[k]));
  const seen = new Set();
  for (const token of document.querySelectorAll(".highlight pre span[class]")) {
    const box = token.closest(".cell_output, .cell_input, .admonition, details");
    const outer = token.closest(".highlight").parentNode.className;
    const kind = [token.className, outer, box?.className].join(" in ");
    if (seen.has(kind)) token.replaceWith(...token.childNodes);
    seen.add(kind);
  }
  document.querySelectorAll(".highlight pre").forEach((pre) => pre.normalize());
  const states = ["pressed", "checked", "selected", "current", "invalid"];
  const decisive = ["class", "style", "type", "disabled"];
  decisive.push(...states.map((name) => `aria-${name}`));
  const sheets = "style:not(svg *), link[rel=stylesheet]"; // each drawing has its own
  const styles = [...document.querySelectorAll(sheets)];
  const texts = styles.map((one) => one.href?.split("/").pop() ?? one.textContent);
  const colours = texts.filter((text) => /css|color|background|opacity/.test(text));
  const page = [innerWidth, ...[...new Set(colours)].sort()];
  for (const root of [document.documentElement, document.body])
    page.push(...[...root.attributes].map((own) => own.name + own.value));
  const hash = (text) =>
    [...text].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 16777619), 7);
  const kinds = new Map([[document.body, hash(page.join(" "))]]);
  const old = new Set(known), fresh = new Set();
  for (const node of document.body.querySelectorAll("*")) {
    const above = kinds.get(node.parentElement);
    const own = decisive.map((name) => node.getAttribute(name));
    const striped = node.rowIndex % 2;
    const kind = hash([above, node.tagName, striped, ...own].join(" "));
    kinds.set(node, kind);
    const speaks = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    delete node.dataset.kind;
    if (!speaks || old.has(kind) || fresh.has(kind)) continue;
    if (!node.checkVisibility() || !node.closest(within)) continue;
    if (without.some((box) => node.closest(box))) continue;
    fresh.add(kind);
    node.dataset.kind = "";
  }
  return [...fresh];
}"""
SEEN: set[int] = set()  # kinds of which one was looked at, by this process


def in_theme(page, theme: str) -> None:
    """Show a page in a theme."""
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(f"document.documentElement.dataset.theme === '{theme}'")


# What the theme and the width decide; the rest is the same in every look.
OF_A_LOOK = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
OF_A_LOOK += ["target-size"]
MARKED = "axe.configure({rules: [{id: 'color-contrast', selector: '[data-kind]'}]})"
AXE = Axe(f"{AXE_SCRIPT};{MARKED}")


def axe_violations(page, theme: str, within="html", without=(), rules=()) -> list[str]:
    """axe-core's findings in a theme.

    Args:
        page: where.
        theme: light or dark.
        within: a selector of what is looked at; the whole page if it is not given.
        without: selectors of what is not.
        rules: those that are asked for; all if none is named.
    """
    in_theme(page, theme)
    fresh = page.evaluate(ONE_OF_EACH, [list(SEEN), within, list(without)])
    context = {"include": [[within]], "exclude": [[selector] for selector in without]}
    # The nodes of violations alone: gathering the others' takes half of the time.
    options = {"resultTypes": ["violations"]}
    options |= {"runOnly": list(rules)} if rules else {}
    found = AXE.run(page, context, options).response["violations"]
    page.evaluate("redraw()")
    SEEN.update([] if found else fresh)
    return [
        f"{v['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for v in found
        for node in v["nodes"]
    ]


def axe_in_both_themes(page, within: str) -> list[str]:
    """axe-core's findings by day, and what is other by night."""
    by_day = axe_violations(page, "light", within)
    return by_day + axe_violations(page, "dark", within, rules=OF_A_LOOK)


# Two frames, for what is laid out anew; then until all that moves has arrived, for a
# second at most.
SETTLED = """async () => {
  const wait = (most) => new Promise((done) => setTimeout(done, most));
  const frame = () => Promise.race([new Promise(requestAnimationFrame), wait(200)]);
  await frame();
  await frame();
  const moves = (one) => one.playState === "running" && one instanceof CSSTransition;
  const moving = document.getAnimations().filter(moves).map((one) => one.finished);
  await Promise.race([Promise.allSettled(moving), wait(1000)]);
  await frame();
}"""


def resize(page, width: int) -> None:
    """Give the window this width, and the page the time that it takes to follow."""
    if page.viewport_size == {"width": width, "height": 844}:
        return
    page.set_viewport_size({"width": width, "height": 844})
    page.evaluate(SETTLED)


def overflow(page, width: int) -> list[str]:
    """What sticks out of a window of this width."""
    resize(page, width)
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [f"page is {wide} px wide in a window of {width}"] if wide > width else []
