"""A page's drawing as a file of its own, for what is no browser.

On a page a drawing takes its colours from CSS variables, mixed and by theme. Here they
are the light page's, written out. Of variables only ``--part``, the colour of a role,
differs from element to element; so each element gets a class for its part, and each
rule is written once for each of them.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from itertools import product

from matplotlib.colors import to_hex, to_rgb

from mha_book import palette

SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", SVG)  # its elements have no prefix where they are written
SPACE = re.compile(r' xmlns(:\w+)?="[^"]*"')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MEDIA = re.compile(r"@\w+[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
OWN = re.compile(r"(--[\w-]+)\s*:\s*([^;]+);?")
# Of nested ones, the innermost.
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
MIXED = re.compile(r"color-mix\(in srgb, ([^(),]+?) ([\d.]+)%, ([^(),]+)\)")
DAY = re.compile(r"light-dark\(([^(),]+),[^()]*\)")
SIZE = re.compile(r"font-size: ([\d.]+)px")
NARROWER = 0.88  # letters of the type that a file is drawn in are so much wider
PART, NONE = "--part", "mha-none"  # a role's colour; the class of what has no role
PAGE = {
    "--pst-color-text-base": palette.INK,
    "--pst-color-background": palette.GROUND,
}


def narrow(svg: str) -> str:
    """A drawing with letters that fit where it is drawn in the type of a file."""
    return SIZE.sub(lambda size: f"font-size: {NARROWER * float(size[1]):g}px", svg)


def flatten(svg: str) -> ET.Element:
    """A drawing whose style has no variables.

    Args:
        svg: as it stands on a page, with style sheets inside it.
    """
    root = ET.fromstring(restore_names(svg))
    css = "".join(sheet.text or "" for sheet in take_sheets(root))
    css = MEDIA.sub("", COMMENT.sub("", css))
    known, parts = read_variables(css)
    rules = [rule.groups() for rule in RULE.finditer(css)]
    lines = [
        f"{name_part(selectors, part)} {{{resolve(declared, known | colour)}}}"
        for (selectors, declared), (part, colour) in product(rules, parts.items())
        if OWN.sub("", declared).strip()
    ]
    mark(root, NONE, known, parts)
    sheet = ET.Element(f"{{{SVG}}}style")
    sheet.text = "\n".join(lines)
    root.insert(0, sheet)
    return root


def restore_names(svg: str) -> str:
    """A drawing as XML wants it: HTML has no capitals in names, and no namespaces."""
    svg = SPACE.sub("", svg).replace(" viewbox=", " viewBox=")
    svg = svg.replace("clippath", "clipPath")
    return svg.replace("xlink:href", "href").replace("<svg ", f'<svg xmlns="{SVG}" ', 1)


def take_sheets(root: ET.Element) -> list[ET.Element]:
    """The style sheets in a drawing, taken out of it."""
    found = []
    for parent in list(root.iter()):
        for sheet in [child for child in parent if child.tag.endswith("style")]:
            parent.remove(sheet)
            found.append(sheet)
    return found


def read_variables(css: str) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """What style sheets call by a name, and the colour of each part by its class."""
    known, parts = dict(PAGE), {NONE: {}}
    for selector, declared in RULE.findall(css):
        for name, value in OWN.findall(declared):
            if name == PART:
                parts[selector.strip().rsplit(".")[-1]] = {PART: value}
            else:
                known.setdefault(name, value)
    return known, parts


def resolve(value: str, known: Mapping[str, str]) -> str:
    """Declarations with their colours in hexadecimal digits."""
    value = OWN.sub("", value).replace("currentColor", palette.INK)
    before = ""
    while value != before:
        before = value
        value = VARIABLE.sub(lambda v: known.get(v[1]) or v[2] or palette.INK, value)
        value = DAY.sub(r"\1", MIXED.sub(mix, value))
    return value


def mix(found: re.Match[str]) -> str:
    """A colour, so much of it, and another; what is transparent shows the ground."""
    share = float(found[2]) / 100
    pair = [c.replace("transparent", palette.GROUND) for c in (found[1], found[3])]
    (r, g, b), (red, green, blue) = map(to_rgb, pair)
    rest = 1 - share
    mixed = share * r + rest * red, share * g + rest * green, share * b + rest * blue
    return to_hex(mixed)


def name_part(selectors: str, part: str) -> str:
    """Selectors of what belongs to a part."""
    return ", ".join(f"{one.strip()}.{part}-part" for one in selectors.split(","))


def mark(
    element: ET.Element, part: str, known: dict[str, str], parts: dict[str, dict]
) -> None:
    """Give an element, and all inside it, the class of its part."""
    classes = element.get("class", "").split()
    part = next((name for name in classes if name in parts), part)
    element.set("class", " ".join([*classes, f"{part}-part"]))
    if style := element.get("style"):
        element.set("style", resolve(style, known | parts[part]))
    for child in element:
        mark(child, part, known, parts)
