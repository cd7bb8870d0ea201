"""What a figure of Matplotlib draws, as lines to be read, in the order of drawing.

Places are those that were given, in data or in shares of a panel: what depends on the
width of letters is left out.
"""

from matplotlib import colors
from matplotlib.collections import Collection, PathCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FixedLocator

from mha_book import palette

NAMES = {
    colors.to_hex(value): name.lower()
    for name, value in vars(palette).items()
    if isinstance(value, str) and value.startswith("#")
}
NAMES |= {colors.to_hex(c): f"group {k}" for k, c in enumerate(palette.GROUPS) if k}


def figure_marks(figure):
    """The lines of a figure."""
    size = numbers(figure.get_size_inches())
    yield f"{size} inches, ground {colour(figure.get_facecolor())}"
    for words in figure.texts:
        yield f"title {_text(words)}"
    for ax in figure.axes:
        yield from _panel(ax)


def _panel(ax):
    at = ax.get_subplotspec()
    ground = colour(ax.get_facecolor())
    yield f"panel in {at.rowspan.start} {at.colspan.start}, {ground}"
    for place in ("left", "center"):
        if ax.get_title(place):
            yield f" titled {ax.get_title(place)}, {place}"
    for name, axis in (("x", ax.xaxis), ("y", ax.yaxis)):
        yield f" {name} {_axis(axis)}"
    spines = [side for side, line in ax.spines.items() if line.get_visible()]
    yield f" spines {spines}, marks on its grid {ax.get_axisbelow()}"
    drawn = [*ax.lines, *ax.patches, *ax.collections, *ax.texts]
    for mark in sorted(drawn, key=lambda each: each.get_zorder()):
        yield f" {_mark(mark)}"
    if ax.get_legend():
        yield from _legend(ax.get_legend())


def _axis(axis):
    low, high = sorted(axis.get_view_interval())
    label = axis.label
    locator = axis.get_major_locator()
    ticks = type(locator).__name__
    if isinstance(locator, FixedLocator):
        ticks = numbers(locator.locs)
        words = [label.get_text() for label in axis.get_ticklabels()]
        ticks += f" {words}"
    elif hasattr(locator, "_nbins"):
        ticks += f" {locator._nbins} {locator._integer}"
    look = axis.get_tick_params()
    tick = axis.get_major_ticks()[0]
    grid = (
        f"grid {colour(tick.gridline.get_color())} {tick.gridline.get_linewidth():.4g}"
    )
    shown = [k for k in ("bottom", "left", "labelbottom", "labelleft") if look.get(k)]
    return (
        f"“{label.get_text()}” {axis.get_scale()} {numbers((low, high))}"
        f"{' inverted' if axis.get_inverted() else ''}, ticks {ticks} "
        f"{' '.join(shown)} length {look.get('length')}, "
        f"{grid if look.get('gridOn') else 'no grid'}, "
        f"letters {label.get_size():.4g} {tick.label1.get_size():.4g} "
        f"{colour(label.get_color())} {colour(tick.label1.get_color())}"
    )


def _legend(legend):
    names = [words.get_text() for words in legend.get_texts()]
    inside = legend.axes.transAxes.inverted()
    corner = numbers(inside.transform(legend.get_bbox_to_anchor().p0))
    look = f"framed {legend.get_frame_on()} {legend.borderpad} {legend.handletextpad}"
    yield f" legend {names} at {legend._loc} of {corner}, {look}, in {legend._ncols}"


def _mark(mark):
    if isinstance(mark, Text):
        return _text(mark)
    if isinstance(mark, Line2D):
        return _line(mark)
    return _area(mark) if isinstance(mark, Collection) else _patch(mark)


def _text(text):
    place = numbers(text.get_position())
    if isinstance(text, Annotation):
        place = f"{numbers(text.xy)} and {place} {text.anncoords}"
    box = text.get_bbox_patch()
    behind = f", on {colour(box.get_facecolor())}" if box else ""
    look = f"{text.get_ha()} {text.get_va()} {text.get_size():.4g} {text.get_weight()}"
    words = text.get_text().replace("\n", " / ")
    return f"“{words}” {place}, {look} {colour(text.get_color())}{behind}"


def _line(line):
    width, size = line.get_linewidth(), line.get_markersize()
    look = f"{line.get_linestyle()} {width:.4g} {line.get_drawstyle()}"
    marker = f", {line.get_marker()} {size:.4g}" if line.get_marker() != "None" else ""
    places = numbers(line.get_xydata().ravel())
    return f"line {look} {colour(line.get_color())}{marker}: {places}"


def _patch(patch):
    kind = type(patch).__name__.lower()
    place = numbers(patch.get_bbox().bounds) if isinstance(patch, Rectangle) else ""
    return (
        f"{kind} {colour(patch.get_facecolor())}, edge "
        f"{colour(patch.get_edgecolor())} {patch.get_linewidth():.4g}: {place}"
    )


def _area(area):
    faces, edges = (
        [*dict.fromkeys(map(colour, found))]
        for found in (area.get_facecolor(), area.get_edgecolor())
    )
    paths = [numbers(path.vertices.ravel()) for path in area.get_paths()]
    offsets = numbers(area.get_offsets().ravel())
    sizes = f", {numbers(area.get_sizes())}" if isinstance(area, PathCollection) else ""
    return (
        f"area {faces}, edge {edges} {numbers(area.get_linewidth())}: "
        f"{'; '.join(paths)} at {offsets}{sizes}"
    )


def colour(value):
    """Its name in the book's palette, and how opaque it is."""
    opacity = colors.to_rgba(value)[3]
    name = NAMES.get(colors.to_hex(value), colors.to_hex(value))
    return "none" if not opacity else name + f" at {opacity:.4g}" * (opacity < 1)


def numbers(values):
    return " ".join(f"{value:z.3f}".rstrip("0").rstrip(".") for value in values)
