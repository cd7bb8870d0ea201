"""Which colour, width and letters each kind of mark has: a browser works it out."""

from figure_checks import rgb

# Of each kind of mark, by its classes and those around it: what the first one wears.
LOOKS = """() => {
  const worn = (part) => [...part.classList].map((name) => name.replace("mha-", "."));
  const kind = (part) => (part.matches("svg") ? ""
    : `${kind(part.parentElement)} ${part.tagName}${worn(part).join("")}`)
    .replace(/ g(?= |$)/g, "").trim();
  const look = (part) => {
    const { fill, stroke, strokeWidth, strokeDasharray, opacity, fontSize, fontWeight,
      fontFamily, textAnchor } = getComputedStyle(part);
    const line = [strokeWidth, `dashes ${strokeDasharray}`];
    const letters = [fontSize, fontWeight, textAnchor, fontFamily.split(",")[0]];
    const words = part.matches("text, tspan");
    return [fill, stroke, [...(stroke === "none" ? [] : line),
      ...(words ? letters : []), `opacity ${opacity}`].join(" ")];
  };
  const found = new Map();
  for (const part of document.querySelectorAll("svg.mha-diagram *:not(style, g)")) {
    const name = kind(part);
    if (!part.hasAttribute("style") && !found.has(name)) found.set(name, look(part));
  }
  return [...found];
}"""


def looks(page, colours):
    """A line for each kind of mark; colours have the names that are given."""
    names = {tuple(rgb(colour)): name for name, colour in colours.items()}

    def named(colour):
        if colour == "none":
            return colour
        shares = rgb(colour)
        return names.get(tuple(shares)) or " ".join(f"{share:.2f}" for share in shares)

    for kind, (fill, stroke, rest) in sorted(page.evaluate(LOOKS)):
        yield f"{kind}: {named(fill)}, line {named(stroke)}, {rest}"
