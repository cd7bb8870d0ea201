"""Reads a diagram back: its matrices, its words, its hands, and whether they agree."""

import itertools
import math
import re
import xml.etree.ElementTree as ET
from collections import defaultdict

import torch

from mha_book.pictures.kit.markup import serialise

SVG = "{http://www.w3.org/2000/svg}"
HALF = 0.005 + 1e-9  # of the last digit that two decimals show


def drawn(drawing):
    """A drawing, read back from its markup."""
    root = drawing.root()
    root.set("xmlns", SVG.strip("{}"))
    return ET.fromstring(serialise(root))


def number(words):
    return float(words.replace("−", "-").replace("∞", "inf"))


def tiles(root):
    """Every matrix of numbers, in the order in which they are drawn."""
    made = []
    for group in root.iter(f"{SVG}g"):
        if "mha-tile" not in group.get("class", "").split():
            continue
        rows = defaultdict(list)
        for part in group:
            if "mha-cell" in part.get("class", ""):
                words = part.find(f"{SVG}text").text
                rows[part.find(f"{SVG}rect").get("y")].append(number(words))
        made.append(torch.tensor(list(rows.values()), dtype=torch.float64))
    return made


def names_stand_at_cells(root):
    """Each name above a column or left of a row stands at the middle of its own."""
    for group in root.iter(f"{SVG}g"):
        if "mha-tile" not in group.get("class", "").split():
            continue
        cells = [part for part in group if "mha-cell" in part.get("class", "")]
        words = [cell.find(f"{SVG}text") for cell in cells]
        middles = [[float(each.get(k)) for each in words] for k in "xy"]
        names = [part for part in group if "mha-label" in part.get("class", "")]
        left = [part for part in names if "mha-end" in part.get("class")]
        above = [part for part in names if part not in left]
        for k, part, axis in ((0, above, "x"), (1, left, "y")):
            places = [float(name.get(axis)) for name in part]
            assert places in ([], sorted({*middles[k]}))


def blocks(root):
    """Every tensor drawn as a block: the look of each cell, at its four indices."""
    made = []
    for group in root.iter(f"{SVG}g"):
        if "mha-block" in group.get("class", "").split():
            sheets = [_grids(sheet) for sheet in reversed(group)]  # the first in front
            sizes = {(len(s), len(s[0]), len(s[0][0])) for s in sheets}
            assert len(sizes) == 1
            made.append(sheets)
    return made


def shape_of(block):
    """Sheets, grids in a sheet, rows in a grid, cells in a row."""
    return len(block), len(block[0]), len(block[0][0]), len(block[0][0][0])


def _grids(sheet):
    """The cells of one sheet as grids, rows and cells, from where they stand."""
    looks, sides = {}, set()
    for path in sheet:
        look = path.get("class") or path.get("style", "").removeprefix("fill: ")
        assert "(" not in path.get("class", "")  # a colour is no class
        for cell in re.findall(r"M([\d.]+),([\d.]+)h([\d.]+)", path.get("d")):
            x, y, side = map(float, cell)
            looks[x, y] = look
            sides.add(side)
    across = sorted({x for x, _ in looks})
    gaps = [b for a, b in itertools.pairwise(across) if b - a > max(sides)]
    edges = [across[0], *gaps, math.inf]
    return [
        [
            [looks[x, y] for x in across if left <= x < right]
            for y in sorted({y for _, y in looks})
        ]
        for left, right in itertools.pairwise(edges)
    ]


def words_of(root, class_=""):
    found = (part for part in root.iter(f"{SVG}text"))
    return [words_in(t) for t in found if class_ in t.get("class", "")]


def words_in(text):
    """What a text says, in one line: a power stands behind a caret."""
    words = text.text or ""
    for part in text:
        said = part.text or ""
        if part.get("class") == "mha-high":
            said = f"^({said})" if " " in said else f"^{said}"
        words += said + (part.tail or "")
    return words


def near(made, expected, within=HALF):
    """Everywhere, but where the expected number is infinite."""
    off = (made - expected).abs()[expected.isfinite()]
    assert (off <= within).all(), f"{made} is not {expected}"


def is_product(a, b, made):
    """Within what rounding all three to two decimals leaves."""
    room = HALF * (a.abs().sum(1, keepdim=True) + b.abs().sum(0) + 2)
    assert ((a @ b - made).abs() <= room).all(), f"{made} is not {a} @ {b}"


def sums_hold(root):
    """Each written equation: the left side, computed, is the right side."""
    lines = [line for line in words_of(root) if re.search(r"= −?\d", line)]
    for line in lines:
        for left, right in re.findall(r"([^=,:]+) = (−?[\d.]+)", line):
            left = re.sub(r"^[A-Za-z ]*(?=[\d(e])", "", left.strip())
            left = re.sub(r"^(max|sum|mixed|powers|shrink) ", "", left)
            left = re.sub(r"e\^(\(|−?[\d.]+)", _power, left).replace("·", "*")
            value = eval(
                left.replace("−", "-").replace("√2", "2**.5"), {"exp": math.exp}
            )
            assert abs(value - number(right)) < 0.03, line
    return len(lines)


def _power(found):
    return "exp(" if found[1] == "(" else f"exp({found[1]})"


def hands(root):
    """The ends of each clock's hands, around its middle, up positive, radius 1."""
    found = []
    for clock in root.iter(f"{SVG}g"):
        if clock.get("class") == "mha-clock":
            radius = float(clock.find(f"{SVG}circle").get("r"))
            lines = [
                p for p in clock.iter(f"{SVG}path") if p.get("class") == "mha-line"
            ]
            ends = [re.findall(r"-?[\d.]+", line.get("d")) for line in lines]
            ends = [[float(n) for n in end] for end in ends]
            found.append([((c - a) / radius, (b - d) / radius) for a, b, c, d in ends])
    return found
