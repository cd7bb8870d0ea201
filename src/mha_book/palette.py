"""The book's colours, defined once for figures and explorers.

Query, key and value: Okabe and Ito's palette, told apart by every kind of colour
vision. Attention weights: one sequential scale, pale for 0, dark for 1. Numbers of
either sign: one diverging scale, pale for 0.

These are the colours of a notebook. On the site ink, lines and ground are the page's
own, and on a dark page 0 is dark on either scale (`mha_book.site.figures`): each has a
scale of its own for the night. That of the weights is never too pale for white digits,
so that no neighbour has black ones. All others stay, and stand out from a white and a
black page by 3 : 1 at least.
"""

INK = "#222222"
FAINT = "#d6d3cc"  # lines that should not stand out
GROUND = "#fbfaf7"
# Text on a cell of a scale. Not black itself, the ink of what was given no colour.
ON_PALE, ON_DARK = "#000001", "#ffffff"  # after dark the other one
BLACK, WHITE = "#000002", "#fffffe"  # after dark the same

QUERY = "#0072B2"  # blue
KEY = "#D55E00"  # vermilion
VALUE = "#009E73"  # bluish green
# Of measurements: no role. The second is the weights' purple, a little paler: it stands
# out from a black page, too, and on the site it is the page's own.
GROUPS = (INK, "#8F4AA3", "#6E87A0", "#A9802F")
FILLED = "#808080"  # what may be attended to
WEIGHTS = (  # ColorBrewer's nine-class BuPu; nine anchors, linear in between
    "#f7fcfd",
    "#e0ecf4",
    "#bfd3e6",
    "#9ebcda",
    "#8c96c6",
    "#8c6bb1",
    "#88419d",
    "#810f7c",
    "#4d004b",
)
WEIGHTS_NIGHT = (  # the same on a dark page: 0 is nearly its ground, and 0.1 is not
    "#15171b",
    "#25294a",
    "#34305f",
    "#433873",
    "#543e84",
    "#673e91",
    "#7a43a2",
    "#9147b2",
    "#ad4ac6",
)
SIGNED = (  # −1 to 1: ColorBrewer's eleven-class BrBG, brown, pale, green
    "#543005",
    "#8c510a",
    "#bf812d",
    "#dfc27d",
    "#f6e8c3",
    "#f5f5f5",
    "#c7eae5",
    "#80cdc1",
    "#35978f",
    "#01665e",
    "#003c30",
)
SIGNED_NIGHT = (  # the same on a dark page: the middle is near its ground
    "#f2d5a4",
    "#d9ac64",
    "#b0833a",
    "#835f26",
    "#5b431f",
    "#2b2b2b",
    "#1d4d47",
    "#286e65",
    "#3f958a",
    "#71baae",
    "#afded6",
)
