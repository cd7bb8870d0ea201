"""What each kind of mark or box looks like: a browser works it out from the styles."""

import re

from figure_checks import rgb

# Of each kind, by its classes and those around it: what the first one wears.
KINDS = """(which, look) => {
  const worn = (part) => [...part.classList].map((name) => name.replace("mha-", "."));
  const kind = (part) => (part.matches("svg, body") ? ""
    : `${kind(part.parentElement)} ${part.tagName.toLowerCase()}${worn(part).join("")}`)
    .replace(/ g(?= |$)/g, "").trim();
  const found = new Map();
  for (const part of document.querySelectorAll(which)) {
    const name = kind(part);
    if (!found.has(name)) found.set(name, look(part, getComputedStyle(part)));
  }
  return [...found];
}"""
MARKS = "svg.mha-diagram *:not(style, g, [style])"
MARK = """(part, style) => {
  const line = [style.strokeWidth, `dashes ${style.strokeDasharray}`];
  const letters = [style.fontSize, style.fontWeight, style.textAnchor,
    style.fontFamily.split(",")[0]];
  const words = part.matches("text, tspan");
  return [[style.fill, style.stroke], [...(style.stroke === "none" ? [] : line),
    ...(words ? letters : []), `opacity ${style.opacity}`]];
}"""
BOXES = "body *:not(style, input, svg, svg *)"
# What is other than of a part with the same tag that no style knows.
BOX = """(part, style) => {
  const bare = document.body.appendChild(document.createElement(part.tagName));
  const plain = getComputedStyle(bare);
  const names = ["color", "background-color", "border-top", "border-left",
    "border-bottom", "border-radius", "box-shadow", "display", "position", "opacity",
    "margin", "padding", "gap", "align-items", "flex", "flex-wrap", "order",
    "min-width", "max-width", "font-size", "font-weight", "font-variant-numeric",
    "text-align", "vertical-align", "white-space", "caption-side", "border-collapse",
    "cursor"];
  const own = names.filter((name) => style[name] !== plain[name])
    .map((name) => `${name} ${style[name]}`);
  bare.remove();
  return [[], own];
}"""
COLOUR = re.compile(r"(?:rgba?|color)\([^)]*\)")


def of_marks(page, colours):
    """A line for each kind of mark; colours have the names that are given."""
    return _looks(page, MARKS, MARK, colours)


def of_boxes(page, colours):
    """A line for each kind of box around a drawing, or of a table."""
    return _looks(page, BOXES, BOX, colours)


def _looks(page, which, look, colours):
    names = {tuple(rgb(colour)): name for name, colour in colours.items()}

    def named(colour):
        shares = rgb(colour[0])
        words = names.get(tuple(shares)) or " ".join(f"{each:.2f}" for each in shares)
        opacity = re.search(r"(?:[,/]\s*)([\d.]+)\)$", colour[0])
        clear = opacity and colour[0].startswith(("rgba", "color"))
        return f"{words} at {float(opacity[1]):.2f}" if clear else words

    found = page.evaluate(f"() => ({KINDS})({which!r}, {look})")
    return [
        COLOUR.sub(named, f"{kind}: {', '.join([*worn, *rest])}")
        for kind, (worn, rest) in sorted(found)
    ]
