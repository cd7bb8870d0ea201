"""How the parts of a page look, as lines: by day, and what differs in other looks.

`tests/js/looks.js` says what of a style is kept, `looked_at.js` of which elements.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from own_sheets import bring_in, take_for_given
from project import PROJECT

SCRIPTS = [PROJECT / "tests" / "js" / f"{name}.js" for name in ("looks", "looked_at")]


@dataclass(frozen=True)
class Look:
    """What a page is looked at with.

    Attributes:
        after: the look with which it is compared.
        case: of `own_sheets`, which the style sheets take for given.
    """

    width: int = 1280
    medium: str = "screen"
    scheme: str = "light"
    after: str = "day"
    case: str = ""

    @property
    def screen(self) -> tuple:
        """What it takes time to turn a page to."""
        return self.width, self.medium, self.scheme


Looks = dict[str, Look]
LOOKS: Looks = {
    "day": Look(),
    "night": Look(scheme="dark"),
    "tablet": Look(width=800),
    "phone": Look(width=390),
    "paper": Look(medium="print"),
    "pointed at": Look(case="pointed at"),
    "reached": Look(case="reached"),
    "asked for": Look(case="asked for"),
}
# Where a phone's width matters more than once.
PHONES = {
    "small phone": Look(width=360, after="phone"),
    "large phone": Look(width=600, after="phone"),
}
# Where the styles of the site's tools, else asleep, are at work.
ON_THE_SITE = {"on the site": Look(case="on the site")}
# A transition that takes no time is still one.
AT_ONCE = (
    "*, *::before, *::after { transition-duration: 0s !important;"
    " transition-delay: 0s !important }"
)
# The site's theme follows the scheme by a script.
FOLLOWED = "want => (document.documentElement.dataset.theme ?? want) === want"
# Who watches its own size has answered a new one after two frames.
FRAME = "await new Promise(requestAnimationFrame)"
SETTLED = f"async () => {{ {FRAME}; {FRAME} }}"
AGAIN = " again"  # one beside its like, of which it says what differs


def looks_of(
    page, select: str, more: Looks | None = None, known: Iterable = ()
) -> dict:
    """For each kind of the selected elements, but the known ones, its look in lines.

    Args:
        page: where it is open.
        select: the elements.
        more: further looks.
        known: kinds that another page has shown.
    """
    looks = LOOKS | (more or {})
    at_once = page.add_style_tag(content=AT_ONCE)
    bring_scripts(page)
    found = seen_in(page, looks, [select, list(known)])
    at_once.evaluate("style => style.remove()")
    afters = [(name, look.after) for name, look in looks.items() if name != "day"]
    kinds = dict.fromkeys(chain(*found.values()))  # some are on paper alone
    lines = {
        kind: [
            *found["day"].get(kind, []),
            *chain(*(other(*pair, found, kind) for pair in afters)),
        ]
        for kind in kinds
    }
    return {kind: own for kind, own in lines.items() if own or AGAIN not in kind}


def bring_scripts(page) -> None:
    """Let a page have what looks at it."""
    for path in SCRIPTS:
        page.add_script_tag(path=path)


def seen_in(page, looks: Looks, among: list) -> dict[str, dict[str, list[str]]]:
    """Each look of each kind; a page is not turned where it need not be."""
    found, screen = {}, None
    bring_in(page)
    for name, look in sorted(looks.items(), key=lambda each: not each[1].case):
        if look.screen != screen:
            turn_to(page, look)
        screen = look.screen
        take_for_given(page, look.case)
        found[name] = page.evaluate("among => looks(...among)", among)
    take_for_given(page, "")
    turn_to(page, looks["day"])
    return found


def turn_to(page, look: Look) -> None:
    """Show a page in a look, but for its case."""
    page.set_viewport_size({"width": look.width, "height": 900})
    page.emulate_media(media=look.medium, color_scheme=look.scheme)
    told = "beforeprint" if look.medium == "print" else "afterprint"
    page.evaluate("name => dispatchEvent(new Event(name))", told)
    page.wait_for_function(FOLLOWED, arg=look.scheme)
    page.evaluate(SETTLED)


def looks_at_once(part, select: str) -> dict[str, list[str]]:
    """The same of what is in a part of a page, as it is now: by day and by night."""
    bring_scripts(part.page)
    read = "(root, select) => newLooks(root, select, new Set())"
    return dict(part.evaluate(read, select))


def other(look: str, after: str, found: dict, kind: str) -> list[str]:
    """What a kind has in one look and not in that before, and what it no longer has."""
    style, usual = (found[name].get(kind) for name in (look, after))
    if style is None:
        return [f"{look}: not there"] * (usual is not None)
    usual = usual or []
    more = [f"{look}: {line}" for line in style if line not in usual]
    named = {line.split(":")[0] for line in style}
    return more + [
        f"{look}: no {n}" for n in (li.split(":")[0] for li in usual) if n not in named
    ]


def in_lines(looks: dict[str, list[str]], known: set[str]) -> list[str]:
    """A line for each kind that is not known yet, which then is."""
    new = [kind for kind in looks if kind not in known]
    known.update(new)
    return [f"{kind}  {'; '.join(looks[kind])}".rstrip() for kind in new]
