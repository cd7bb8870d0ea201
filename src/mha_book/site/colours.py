"""The book's colours as CSS, readable on the light page and on the dark one.

Each role has a colour for lines and areas, `--mha-query`, and one for words,
`--mha-query-text`: the palette's own where it stands out enough, else mixed with
black or white until it does.
"""

from matplotlib.colors import to_hex, to_rgb

from mha_book import palette
from mha_book.scales import contrast, luminance

ROLES = {
    "query": palette.QUERY,
    "key": palette.KEY,
    "value": palette.VALUE,
    "weights": palette.WEIGHTS[6],
}
# The theme's grounds: the page's and, harder, that of code and callouts.
GROUNDS = {"light": "#f3f4f5", "dark": "#29313d"}
CONTRASTS = {"": 3.0, "-text": 4.5}  # WCAG 2.1, 1.4.11 and 1.4.3
# On the site, and in JupyterLab.
WHERE = {
    "light": ":root",
    "dark": "html[data-theme=dark], body[data-jp-theme-light=false]",
}


def readable(colour: str, ground: str, least: float) -> str:
    """The colour, mixed with black or white until it has this contrast."""
    end = 0.0 if luminance(ground) > 0.18 else 1.0
    for percent in range(101):
        share = percent / 100
        red, green, blue = ((1 - share) * c + share * end for c in to_rgb(colour))
        mixed = to_hex((red, green, blue))
        if contrast(mixed, ground) >= least:
            break
    return mixed


def tokens() -> str:
    """The style that names each role's colours, in each theme."""
    rules = []
    for theme, ground in GROUNDS.items():
        names = "; ".join(
            f"--mha-{role}{use}: {readable(colour, ground, least)}"
            for role, colour in ROLES.items()
            for use, least in CONTRASTS.items()
        )
        rules.append(f"{WHERE[theme]} {{{names}}}")
    return "\n".join(rules)
