"""How the parts of a page look, as lines: by day, and what differs in other looks.

`tests/js/looks.js` says what of a style is kept.
"""

from project import PROJECT

SCRIPT = PROJECT / "tests" / "js" / "looks.js"
LOOKS = {  # width, medium, scheme; the first is what others are compared with
    "day": (1280, "screen", "light"),
    "night": (1280, "screen", "dark"),
    "tablet": (800, "screen", "light"),
    "phone": (390, "screen", "light"),
    "paper": (1280, "print", "light"),
}
AT_ONCE = "*, *::before, *::after { transition: none !important }"
# The site's theme follows the scheme by a script.
FOLLOWED = "want => (document.documentElement.dataset.theme ?? want) === want"
# Who watches its own size has answered a new one after two frames.
FRAME = "await new Promise(requestAnimationFrame)"
SETTLED = f"async () => {{ {FRAME}; {FRAME} }}"


def looks_of(page, select: str) -> dict[str, list[str]]:
    """For each kind of the selected elements the lines of its look."""
    at_once = page.add_style_tag(content=AT_ONCE)
    page.add_script_tag(path=SCRIPT)
    found = {}
    for look, (width, media, scheme) in LOOKS.items():
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media=media, color_scheme=scheme)
        page.wait_for_function(FOLLOWED, arg=scheme)
        page.evaluate(SETTLED)
        found[look] = page.evaluate("select => looks(select)", select)
    page.set_viewport_size({"width": LOOKS["day"][0], "height": 900})
    page.emulate_media(media="screen", color_scheme="light")
    at_once.evaluate("style => style.remove()")
    day = found.pop("day")
    return {
        kind: [
            *style,
            *(line for look in found for line in other(look, found, kind, style)),
        ]
        for kind, style in day.items()
    }


def looks_at_once(part, select: str) -> dict[str, list[str]]:
    """The same of what is in a part of a page, as it is now: by day and by night."""
    part.page.add_script_tag(path=SCRIPT)
    read = "(root, select) => newLooks(root, select, new Set())"
    return dict(part.evaluate(read, select))


def other(look: str, found: dict, kind: str, day: list[str]) -> list[str]:
    """What a kind has in another look and not by day, and what it has by day alone."""
    style = found[look].get(kind, [])
    more = [f"{look}: {line}" for line in style if line not in day]
    named = {line.split(":")[0] for line in style}
    return more + [
        f"{look}: no {n}" for n in (li.split(":")[0] for li in day) if n not in named
    ]


def in_lines(looks: dict[str, list[str]], known: set[str]) -> list[str]:
    """A line for each kind that is not known yet, which then is."""
    new = [kind for kind in looks if kind not in known]
    known.update(new)
    return [f"{kind}  {'; '.join(looks[kind])}".rstrip() for kind in new]
