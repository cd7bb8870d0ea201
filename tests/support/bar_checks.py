"""What is drawn as bars and arrows is as long as the numbers beside it."""

import re

import torch

from drawn import HALF, SVG, near, number, sums_hold, tiles, words_of
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.layer import worked_values
from mha_book.pictures.many_heads.proposals import UNIT as PER_NUMBER
from mha_book.pictures.model.sinks import LONGEST
from mha_book.pictures.one_head.matching import UNIT
from mha_book.pictures.one_head.softmax import ALL, PER_POWER, PER_SCORE
from pictures import PICTURES


def bars(root, class_="mha-bar"):
    """Left edge and width of each bar, in the order in which they are drawn."""
    found = [r for r in root.iter(f"{SVG}rect") if r.get("class") == class_]
    edges = [(float(r.get("x")), float(r.get("width"))) for r in found]
    return torch.tensor(edges, dtype=torch.float64)


def axes(root):
    """Where each upright line stands that bars begin at."""
    lines = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-axis"]
    return [float(re.findall(r"-?[\d.]+", line.get("d"))[0]) for line in lines]


def check_softmax_bars(root):
    said = [number(w) for w in words_of(root) if re.fullmatch(r"−?\d\.\d+", w)]
    scores = torch.tensor(said).double()
    assert sums_hold(root) == 6
    signed, upwards = axes(root)
    panels = [panel.T for panel in bars(root).view(3, 3, 2)]
    (starts, long), (zero, high), (first, wide) = panels
    near(long / PER_SCORE, scores.abs(), 0.01)
    near(torch.where(scores < 0, starts + long, starts), torch.full((3,), signed), 0.01)
    near(high / PER_POWER, scores.exp(), 0.01)
    near(zero, torch.full((3,), upwards), 0.01)
    near(wide / ALL, scores.softmax(dim=-1), 0.01)
    near(first[1:], (first + wide)[:-1], 0.02)  # each begins where one ended
    whole = bars(root, "mha-whole")
    near(whole, torch.stack([first[:1], wide.sum()[None]], 1).expand(3, 2), 0.05)
    assert {"sum 4.09", "sum 1.00"} < {*words_of(root)}


def check_matching_directions(root):
    lines = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-line"]
    ends = [[*map(float, re.findall(r"-?[\d.]+", line.get("d")))] for line in lines]
    vectors = torch.tensor(ends)[:, 2:] / UNIT * torch.tensor([1, -1])
    asks, asked = vectors[::2], vectors[1::2]
    near(vectors.norm(dim=1), torch.full((6,), 2.0), 0.01)
    assert torch.equal(asks, asks[:1].expand(3, 2))
    sums = [w.split(" = ") for w in words_of(root) if " = " in w]
    factors = [[*map(number, re.findall(r"−?[\d.]+", left))] for left, _ in sums]
    pairs = torch.tensor(factors).view(3, 2, 2)  # panel, axis, who
    near(torch.stack([asks, asked], dim=2), pairs, 0.01)
    said = [number(right) for _, right in sums]
    near(torch.tensor(said), (asks * asked).sum(dim=1), 0.01)
    assert sums_hold(root) == 3
    verdicts = words_of(root, "mha-small")
    assert verdicts == ["a large score", "a score of 0", "a negative score"]
    assert said[0] > said[1] == 0 > said[2]


def check_head_proposals(root):
    mixed, columns, made, *ends = read_proposals(root)
    near(mixed, torch.cat([worked_values()[f"mixed{h}"][1:2] for h in (0, 1)]))
    near(columns, numbers.matrix("out").T)
    near(mixed * columns, made, 0.01)  # what two decimals of 3.05 leave
    output, word, changed = ends
    near(output, worked_values()["output"][1:2])
    near(word, numbers.embeddings()[1:2])
    near(output, made.sum(dim=0, keepdim=True), 2 * HALF)
    near(changed, output + word, 2 * HALF)
    lines = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-line"]
    ends = [[*map(float, re.findall(r"-?[\d.]+", line.get("d")))] for line in lines]
    steps = torch.tensor(ends, dtype=torch.float64).view(2, 2, 2)  # head, end, x and y
    steps = steps / PER_NUMBER * torch.tensor([1, -1])
    near(steps[:, 1] - steps[:, 0], made, 0.01)
    near(steps[[0, 1], [0, 1]], torch.cat([word, changed]), 0.01)
    near(steps[0, 1], steps[1, 0], 0.01)  # one from the end of the other


def read_proposals(root):
    """Both heads' numbers, columns and products; then the three rows below them."""
    made = tiles(root)
    return *(torch.cat(made[k:6:3]) for k in range(3)), *made[6:]


def check_weights_and_values(root):
    told = PICTURES["weights_and_values"].keywords
    words = words_of(root)
    given = torch.tensor([told["weights"], told["lengths"]], dtype=torch.float64)
    expected = torch.cat([given, given.prod(dim=0, keepdim=True)])
    said = [number(w) for w in words if re.fullmatch(r"\d\.\d+", w)]
    near(torch.tensor(said).view(3, 5), expected)
    long = bars(root)[:, 1].view(3, 5)
    longest = expected.max(dim=1, keepdim=True).values
    near(long / LONGEST, expected / longest, 1e-3)
    starts = bars(root)[:, 0].view(3, 5)
    assert (starts == starts[:, :1]).all()
    names = [w for w in words if w in told["words"]]
    assert names == told["words"] * (len(names) // 5)
