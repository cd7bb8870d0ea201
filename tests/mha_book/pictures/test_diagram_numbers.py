"""Each number in a diagram follows from those beside it, and from the book's code."""

import math
import re
from functools import partial

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from bar_checks import (  # noqa: F401 - found by name
    check_head_proposals,
    check_matching_directions,
    check_softmax_bars,
    check_weights_and_values,
)
from block_checks import (  # noqa: F401 - found by name
    check_mask_broadcasting,
    check_shape_walk,
    check_tensor_axes,
)
from change_checks import check_four_changes  # noqa: F401 - found by name
from drawn import (
    HALF,
    SVG,
    drawn,
    hands,
    is_product,
    names_stand_at_cells,
    near,
    number,
    sums_hold,
    tiles,
    words_of,
)
from kept_checks import check_kept_by_kind  # noqa: F401 - found by name
from learning_checks import (  # noqa: F401 - found by name
    check_loss_of_a_guess,
    check_training_loop,
)
from mha import (
    Block,
    DynamicNTKScaling,
    LanguageModel,
    MultiHeadAttention,
    SwiGLU,
    scaled_dot_product_attention,
    sinusoidal,
    split_heads,
)
from mha_book import pictures
from mha_book.examples import HOW_ARE_YOU, THE_CAT_SAT, TWO_HEADS
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.layer import worked_values
from mha_book.pictures.kit.shapes import digits
from mha_book.pictures.learning.gradients import (
    EDGES,
    ROLES,
    TARGET,
    WIDE,
    WIDTH,
    worked_back,
)
from mha_book.pictures.many_heads.heads import STEP, THICKEST
from mha_book.pictures.one_head.by_hand import THICK
from mha_book.pictures.one_head.projections import UNIT
from mha_book.pictures.positions.clocks import SHOWN
from pictures import PICTURES, SCALINGS, STEPS


def shapes_said(root, **sizes):
    """How many shapes are written, each with the numbers of its letters."""
    words = "\n".join(words_of(root))
    said = re.findall(r"\(([A-Z, ]+)\) = \(([\d, ]+)\)", words)
    for letters, sizes_said in said:
        expected = ", ".join(str(sizes[letter]) for letter in letters.split(", "))
        assert sizes_said == expected
    return len(said)


def check_weighted_average(root):
    *parts, output = tiles(root)
    x, shares = torch.cat(parts[0::2]), torch.cat(parts[1::2]).T
    near(x, numbers.embeddings())
    given = torch.tensor(HOW_ARE_YOU.scores).double().softmax(dim=-1)[:1]
    near(shares, given)
    is_product(shares, x, output)
    assert sums_hold(root) == 1
    bands = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-strand"]
    thick = [float(re.search(r"width: ([\d.]+)", b.get("style"))[1]) for b in bands]
    expected = THICK * given[0].repeat_interleave(2)
    near(torch.tensor(thick), expected, 0.06)


def check_one_head_strip(root):
    x, xt, products, scores, weights, again, output = tiles(root)
    near(x, numbers.embeddings())
    near(xt, x.T)
    near(again, x)
    near(products, x @ xt)
    near(scores, products / 2**0.5)
    near(weights, scores.softmax(dim=-1), 2 * HALF)
    is_product(weights, again, output)
    assert sums_hold(root) == 4
    lit = [digits(score) for score in scores[1].tolist()]
    (said,) = (words for words in words_of(root) if words.startswith("weight: "))
    assert re.findall(r"e\^([\d.]+)", said) == [lit[2], *lit]
    assert shapes_said(root, T=3, E=2) == 2


def check_batched_scores(root):
    x, xt, scores, *again = tiles(root)
    near(x, numbers.embeddings())
    for left, right, made in ((x, xt, scores), again):
        near(left.T, right)
        near(left @ right, made)
    you_how_are = [2, 0, 1]
    assert torch.equal(again[0], x[you_how_are])
    assert torch.equal(again[2], scores[you_how_are][:, you_how_are])
    assert sums_hold(root) == 1
    places = re.findall(r"scores\[(\d), (\d), (\d)\]", " ".join(words_of(root)))
    both = torch.stack([scores, again[2]])
    assert {both[tuple(map(int, at))].item() for at in places} == {13.55}
    assert len(places) == 2
    assert shapes_said(root, B=2, T=3, E=2) == 6


def check_one_matrix_for_all(root):
    x, w, made, second, again, behind = tiles(root)
    near(x, numbers.embeddings())
    near(w, numbers.matrix("query")[:1].T)
    assert torch.equal(again, w)
    assert torch.equal(second, x[[2, 0, 1]])
    near(x @ w, made)
    near(second @ w, behind)
    assert sums_hold(root) == 1
    assert shapes_said(root, B=2, T=3, E=2, D=1) == 6


def check_three_vectors(root):
    x, w_q, q, w_k, k, w_v, v = tiles(root)
    for w, made in ((w_q, q), (w_k, k), (w_v, v)):
        near(x @ w, made)
    scores = [number(w) for w in words_of(root) if re.fullmatch(r"−?\d\.\d\d", w)][-3:]
    near(torch.tensor(scores), (numbers.projected("key") @ q[0]))
    near(k[0], numbers.projected("key")[1])
    (arrow,) = (p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-line")
    *_, right, down = map(float, re.findall(r"-?[\d.]+", arrow.get("d")))
    near(torch.tensor([right, -down]) / UNIT, q[0])
    # From each key a thin line to its foot: the nearest point of the arrow's line.
    thin = (
        p for p in root.iter(f"{SVG}path") if p.get("class").endswith("thin mha-key")
    )
    for line, key in zip(thin, numbers.projected("key"), strict=True):
        ends = torch.tensor([*map(float, re.findall(r"-?[\d.]+", line.get("d")))])
        start, foot = ends.view(2, 2) * torch.tensor([1, -1]) / UNIT
        near(start, key, 0.01)
        exact = numbers.projected("query")[1]
        near(foot, (key @ exact) / (exact @ exact) * exact, 0.01)


def check_score_tables(root):
    made = tiles(root)
    x, q, k = numbers.embeddings(), *map(numbers.projected, ("query", "key"))
    for table, expected in zip(made, (x @ x.T, q @ q.T, q @ k.T), strict=True):
        near(table, expected)
    said = [number(w.split(": ")[1]) for w in words_of(root) if " asks " in w]
    for table, there, back in zip(made, said[::2], said[1::2], strict=True):
        assert (there, back) == (table[0, 2].item(), table[2, 0].item())
    verdicts = [w for w in words_of(root) if w.endswith("the same")]
    equal = [torch.equal(table, table.T) for table in made]
    assert equal == [w == "the same" for w in verdicts] == [True, True, False]


def check_two_sentences(root):
    (table,) = tiles(root)
    near(table, PICTURES["two_sentences"].keywords["weights"])
    lines = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-strand"]
    thick = [float(re.search(r"width: ([\d.]+)", p.get("style"))[1]) for p in lines]
    near(torch.tensor(thick).reshape(3, 4), 1 + 9 * table, 0.06)
    words = [w for w in root.iter(f"{SVG}text") if "mha-word" in w.get("class", "")]
    above, below = (
        [float(w.get("x")) for w in part] for part in (words[:4], words[4:])
    )
    ends = [re.findall(r"[\d.]+", p.get("d"))[::2] for p in lines]
    pairs = [[x, far] for x in below for far in above]
    near(torch.tensor([[*map(float, pair)] for pair in ends]), torch.tensor(pairs), 0.1)
    assert "(Tq, Tk) = (3, 4)" in words_of(root)


def check_two_texts(root):
    words = words_of(root)
    assert "source: is asked, Tk = 3" in words
    assert "target: asks, Tq = 4" in words
    assert words.count("(Tk, D) = (3, 24)") == 2  # keys, and values
    assert "(Tq, D) = (4, 24)" in words
    assert "(Tq, Tk) = (4, 3)" in words
    (table,) = (
        g
        for g in root.iter(f"{SVG}g")
        if g.get("class") == "mha-weights" and len(g) > 2
    )
    cells = [c for c in table if "mha-cell" in c.get("class", "")]
    assert len(cells) == 4 * 3
    # The source's words stand above the columns too; a row is named by what it writes.
    sides = {("25", "November", "2026"): 2, ("start", "2026", "-", "11"): 1}
    sides["→ 2026", "→ -", "→ 11", "→ -"] = 1
    for row, times in sides.items():
        found = [tuple(words[k : k + len(row)]) for k in range(len(words))]
        assert found.count(row) == times


def check_attending(root):
    told = PICTURES["attending"].keywords
    asking, weights = told["asking"], torch.tensor(told["weights"])
    *both, rest = words_of(root)
    assert both[::2] == told["words"]
    near(torch.tensor([*map(number, both[1::2])]), weights)
    near(torch.tensor(number(rest.split()[0])), 1 - weights.sum())
    lines = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-strand"]
    thick = [float(re.search(r"width: ([\d.]+)", p.get("style"))[1]) for p in lines]
    to = [k for k, w in enumerate(weights) if w > 0.015 and k != asking]
    near(torch.tensor(thick), 1 + 9 * weights[to], 0.06)
    places = [w for w in root.iter(f"{SVG}text") if "mha-word" in w.get("class", "")]
    x = [float(place.get("x")) for place in places]
    ends = [[*map(float, re.findall(r"-?[\d.]+", p.get("d"))[::2])] for p in lines]
    found = torch.tensor([[first, last] for first, _, last in ends])
    near(found, torch.tensor([[x[asking], x[k]] for k in to]), 0.06)


def check_word_moves(root):
    told, said = PICTURES["word_moves"].keywords, words_of(root)
    features, places = told["features"], told["places"]
    assert said[:6] == [*features, *places]
    paths = {kind: [] for kind in ("mha-axis", "mha-line")}
    for path in root.iter(f"{SVG}path"):
        paths.get(path.get("class"), []).append(numbers_in(path.get("d")))
    unit = torch.tensor([1.0, -1.0]) * paths["mha-axis"][0][2] / 3.3
    start = torch.tensor(places[told["word"]])
    assert said[6::3] == [" ".join(sentence) for sentence in told["sentences"]]
    for k, words in enumerate(told["sentences"]):
        x = torch.tensor([places[word] for word in words])
        output = scaled_dot_product_attention(x * 2**0.5, x, x)[0]  # not scaled
        output = output[words.index(told["word"])]
        names, shown = zip(
            *(w.split(" = ") for w in said[7 + 3 * k :][:2]), strict=True
        )
        assert names == features
        near(torch.tensor([*map(number, shown)]), output)
        near(paths["mha-line"][k], torch.cat([start * unit, output * unit]), 0.06)


def numbers_in(path):
    """Each number of a path's data."""
    return torch.tensor([*map(float, re.findall(r"-?[\d.]+", path))])


def check_split_heads_in_memory(root):
    (whole,) = tiles(root)
    assert shapes_said(root, T=3, E=2) == 1
    groups = [g for g in root.iter(f"{SVG}g") if g.get("class") == "mha-bricks"]
    cells = [number(w) for w in words_of(root) if re.fullmatch(r"−?\d\.\d\d", w)]
    memory, right, again, wrong = (cells[k : k + 6] for k in (6, 12, 18, 24))
    assert len(groups) == 2
    assert memory == again == whole.flatten().tolist()
    heads = split_heads(whole[None], 2)[0]  # (H, T, D)
    assert right == heads.flatten().tolist()
    assert wrong == whole.reshape(2, 3, 1).flatten().tolist() != right


def arcs(root):
    """The points of each line that is bent, around 0, 0, up positive."""
    lines = [p.get("d") for p in root.iter(f"{SVG}path") if p.get("d").count("L") > 3]
    ends = [[*map(float, re.findall(r"-?[\d.]+", line))] for line in lines]
    return [torch.tensor(line).view(-1, 2) * torch.tensor([1, -1]) for line in ends]


def check_faces(root):
    """Where query and key stand, how far each was turned, and its hand, face by face.

    A pair turns by one radian for each position, against the clock.
    """
    words = words_of(root)
    assert {"before the turn", "q of are, k of you"} <= {*words}
    places = [re.fullmatch(r"q at (\d), k at (\d)", w) for w in words]
    places = torch.tensor([[int(n) for n in m.groups()] for m in places if m])
    assert places.tolist() == [[1, 2], [4, 5], [1, 5]]
    turns = [re.fullmatch(r"turned (\d+)°, (\d+)°", w) for w in words]
    turns = torch.tensor([[int(n) for n in m.groups()] for m in turns if m])
    near(turns, places.double().rad2deg(), 0.5)
    first, *faces = torch.tensor(hands(root)).double()
    for hand, place in zip(faces, places, strict=True):
        cos, sin = place.double().cos(), place.double().sin()
        x = first[:, 0] * cos - first[:, 1] * sin
        y = first[:, 0] * sin + first[:, 1] * cos
        near(hand, torch.stack([x, y], dim=1), 0.01)


def check_rotary_clocks(root):
    said = [float(w[6:-1]) for w in words_of(root) if w.startswith("angle ")]
    scores = [number(w.split("= ")[1]) for w in words_of(root) if w.startswith("q · k")]
    for ((a, b), (c, d)), angle in zip(hands(root), said, strict=True):
        assert abs(math.hypot(a, b) - 1) < 0.01 > abs(math.hypot(c, d) - 1)
        between = math.degrees(math.acos(a * c + b * d))
        assert abs(between - angle) < 0.6
    ends = zip(arcs(root), hands(root), said, strict=True)
    for arc, ((a, b), (c, d)), angle in ends:
        far = arc.norm(dim=1)  # of its points, up positive
        assert far.max() - far.min() < 0.02
        long = arc.diff(dim=0).norm(dim=1).sum() / far[0]
        assert abs(math.degrees(long) - angle) < 1  # the shorter way round
        near(arc[[0, -1]] / far[[0, -1], None], torch.tensor([[a, b], [c, d]]), 0.01)
    for role, hand in zip(("query", "key"), hands(root)[0], strict=True):
        dashed = f"mha-line mha-thin mha-dashed mha-{role}"  # where it was unturned
        ghosts = [
            p.get("d") for p in root.iter(f"{SVG}path") if p.get("class") == dashed
        ]
        assert len(ghosts) == 4
        for ghost in ghosts:
            *_, x, y = map(float, re.findall(r"-?[\d.]+", ghost))
            near(torch.tensor([x, -y]) / math.hypot(x, y), torch.tensor(hand), 0.01)
    check_faces(root)
    for found in (said, scores):  # unturned, one apart twice, four apart
        assert found[1] == found[2]
        assert len(set(found)) == 3
    lengths = [
        numbers.projected(name)[n].norm() for name, n in (("query", 1), ("key", 2))
    ]
    for score, angle in zip(scores, said, strict=True):
        expected = lengths[0] * lengths[1] * math.cos(math.radians(angle))
        assert abs(score - expected) < 0.06


def check_waves_as_clocks(root):
    table = sinusoidal(max(SHOWN) + 1, 8)[list(SHOWN)]
    pairs = table.unflatten(1, (-1, 2)).transpose(0, 1).flatten(0, 1)  # row by row
    # A hand goes as far up as the sine says, and as far right as the cosine.
    near(torch.tensor(hands(root))[:, 0], pairs.flip(1), 0.01)


def check_two_orders(root, placed=False):
    panels = [tiles(root)[k : k + 2] for k in (0, 2)]
    for (x, output), order in zip(panels, numbers.ORDERS, strict=True):
        near(x, numbers.embeddings()[list(order)] + placed * sinusoidal(3, 2))
        heads = [(slice(0, 1), slice(0, 1)), (slice(1, 2), slice(1, 2))]
        mixed = []
        for own, _ in heads:
            q, k, v = (x @ numbers.matrix(n)[own].T for n in ("query", "key", "value"))
            mixed.append(scaled_dot_product_attention(q, k, v)[0])
        near(output, torch.cat(mixed, dim=1) @ numbers.matrix("out").T, 0.03)
    (_, output), (_, shuffled) = panels
    assert torch.equal(shuffled, output[[2, 0, 1]]) != placed
    verdict = "Three other rows." if placed else "The same three rows."
    assert words_of(root, "mha-name").count(verdict) == 1


def check_turned_arrow(root):
    ends = [w for w in words_of(root, "mha-name") if w.startswith("(")]
    right, up, both = (
        torch.tensor([*map(number, end.strip("()").split(", "))]) for end in ends
    )
    (a, b), cos, sin = (2, 1), 3**0.5 / 2, 1 / 2  # of 30°
    near(right, torch.tensor([a * cos, a * sin]), 0.005)
    near(up, torch.tensor([-b * sin, b * cos]), 0.005)
    near(both, right + up, 0.011)
    for code, end in (("a * cos a * sin", right), ("-b * sin b * cos", up)):
        written = [
            eval(c, {"a": a, "b": b, "cos": cos, "sin": sin})
            for c in re.findall(r"-?\w \* \w+", code)
        ]
        near(torch.tensor(written), end, 0.005)
        assert code in " ".join(words_of(root, "mha-code"))
    drawn = [
        numbers_in(path.get("d")).view(-1, 2)
        for path in root.iter(f"{SVG}path")
        if path.get("class") == "mha-line"
    ]
    unit = drawn[0][1, 0] / (a * cos)  # px; upwards is negative
    for found, end in zip(drawn, (right, up, both), strict=True):
        near(found[1], unit * end * torch.tensor([1.0, -1.0]), 0.5)


def check_two_orders_placed(root):
    check_two_orders(root, placed=True)


def check_score_diagonals(root):
    tables = [g for g in root.iter(f"{SVG}g") if g.get("class") == "mha-tile"]
    distances, biases, penalties = (
        [words_of(cell)[0] for cell in table if "mha-cell" in cell.get("class", "")]
        for table in tables
    )
    read = torch.tensor([*map(number, distances)]).view(3, 3)
    assert torch.equal(read, torch.arange(3.0) - torch.arange(3.0)[:, None])
    assert biases == [f"b({distance})" for distance in distances]
    near(torch.tensor([*map(number, penalties)]).view(3, 3), -read.abs() / 16, 5e-5)
    lit = [
        [words_of(cell)[0] for cell in table if "mha-lit" in cell.get("class", "")]
        for table in tables
    ]
    assert lit == [["−1"] * 2, ["b(−1)"] * 2, ["−0.0625"] * 2]


def check_alibi_by_head(root):
    (weights,) = tiles(root)
    distances = torch.arange(7.0, -1, -1)
    powers = (-distances / 2 ** torch.arange(1, 9)[:, None]).exp()
    near(weights, powers / powers.sum(dim=1, keepdim=True))
    slopes = [f"slope 1/{2**h}" for h in range(1, 9)]
    apart = [*(f"−{distance}" for distance in range(7, 0, -1)), "0"]
    assert words_of(root, "mha-label") == slopes + apart


def check_rotary_pairings(root):
    cells = {}
    for group in root.iter(f"{SVG}g"):
        if "mha-cell" in group.get("class", ""):
            box = group.find(f"{SVG}rect")
            at = float(box.get("y")), float(box.get("x")) + float(box.get("width")) / 2
            cells[at] = words_of(group)[0]
    above, below = (
        [c for at, c in sorted(cells.items()) if at[0] == y] for y in (0, 90)
    )
    assert above == ["0", "1", "2", "3", "4", "5"]
    assert below == ["0", "2", "4", "1", "3", "5"]
    arcs = [p for p in root.iter(f"{SVG}path") if "mha-line" in p.get("class", "")]
    assert len(arcs) == 6
    pairs = []
    for arc in arcs:
        a, edge, *_, b, _ = map(float, re.findall(r"-?[\d.]+", arc.get("d")))
        pairs.append(cells[min(edge, 90), a] + cells[min(edge, 90), b])
    assert sorted(pairs) == ["01", "01", "23", "23", "45", "45"]


def check_causal_mask_strip(root):
    scores, mask, hidden, weights = tiles(root)
    head_0 = [numbers.projected(name)[:, :1] for name in ("query", "key")]
    near(scores, numbers.scores_of(*head_0))
    assert torch.equal(scores + mask, hidden)
    near(weights, hidden.softmax(dim=-1), 2 * HALF)


def check_one_new_row(root):
    keys, query, row, last = tiles(root)
    head_0 = [numbers.projected(name)[:, :1] for name in ("query", "key")]
    is_product(query, keys, row)
    near(row, numbers.scores_of(*head_0)[-1:])
    near(last, row.softmax(dim=-1), 2 * HALF)


def check_look_back(root):
    """What the triangle allows, the arrows draw; what it does not, is hatched."""
    cells = [g for g in root.iter(f"{SVG}g") if "mha-cell" in g.get("class", "")]
    past = [j <= i for i in range(4) for j in range(4)]
    assert [words_of(cell)[0] for cell in cells] == [str(int(may)) for may in past]
    assert ["mha-hidden" not in cell.get("class") for cell in cells] == past
    said = "Arrows lead back, never ahead."
    (looking,) = (group for group in root if words_of(group)[:1] == [said])
    places = [float(t.get("x")) for t in looking.iter(f"{SVG}text")][1:]
    curves = [p.get("d") for p in looking.iter(f"{SVG}path") if "C" in p.get("d")]
    ends = [re.findall(r"-?[\d.]+", curve) for curve in curves]
    looks = [tuple(nearest(float(x), places) for x in (e[0], e[-2])) for e in ends]
    assert sorted(looks) == [(j, i) for j in range(4) for i in range(j + 1)]


def nearest(x, places):
    return min(range(len(places)), key=lambda k: abs(x - places[k]))


def check_mask_kinds(root):
    i, j = torch.arange(6)[:, None], torch.arange(6)
    past = j <= i
    expected = [past, past & (i - j < 3), past | (j < 3), past & (i // 3 == j // 3)]
    *square, padding = tiles(root)
    for made, rule in zip(square, expected, strict=True):
        assert torch.equal(made, rule.double())
    assert torch.equal(padding, (j < 4)[None].double())
    hidden = [c for c in root.iter(f"{SVG}g") if "mha-hidden" in c.get("class", "")]
    zeros = sum(int((made == 0).sum()) for made in tiles(root))
    assert len(hidden) == zeros
    assert all(c.find(f"{SVG}text").text == "0" for c in hidden)
    assert shapes_said(root, B=1, T=6) == 5


def check_mask_polarity(root):
    past = torch.ones(3, 3).tril() == 1
    real = torch.tensor([[1, 1, 1], [1, 1, 0]]) == 1
    grids = [
        [cell for cell in g if "mha-cell" in cell.get("class")]
        for g in root.iter(f"{SVG}g")
        if g.get("class", "").startswith("mha-tile")
    ]
    said = [[c.find(f"{SVG}text").text for c in grid] for grid in grids]
    writing = [("True", "False"), ("False", "True"), ("0", "−∞"), ("1", "0")]
    seen = [past, real, past, real, past, real]
    pairs = [writing[k] for k in (0, 0, 1, 1, 2, 3)]
    for grid, words, mask, (may, may_not) in zip(grids, said, seen, pairs, strict=True):
        assert words == [may if each else may_not for each in mask.flatten()]
        hatched = torch.tensor(["mha-hidden" in c.get("class") for c in grid])
        assert torch.equal(hatched, ~mask.flatten())


def check_packed_texts(root):
    words = words_of(root, "mha-label")[:6]
    assert words_of(root, "mha-label") == words * 4
    table = dict(zip(HOW_ARE_YOU.tokens, numbers.embeddings(), strict=True))
    x = torch.stack([table[word] for word in words])
    q, k = (x @ numbers.matrix(name)[:1].T for name in ("query", "key"))
    past = torch.ones(6, 6).tril() == 0
    alone = torch.block_diag(torch.ones(3, 3), torch.ones(3, 3)) == 0
    for made, hidden in zip(tiles(root), (past, past | alone), strict=True):
        near(made, (q @ k.T).masked_fill(hidden, -math.inf).softmax(dim=-1))
    positions = [word for word in words_of(root, "mha-small") if word.isdigit()]
    assert "".join(positions) == "012345" + "012012"


def check_padding_sides(root):
    cells = [c for c in root.iter(f"{SVG}g") if "mha-cell" in c.get("class", "")]
    words = [c.find(f"{SVG}text").text for c in cells]
    hidden = ["mha-hidden" in c.get("class") for c in cells]
    assert hidden == [word == "pad" for word in words]
    assert " ".join(words) == "how are you how are pad how are you pad how are"
    small = words_of(root, "mha-small")
    positions = [word for word in small if word == "–" or word.isdigit()]
    assert positions == [*"01201–012–01"]
    follows = [word for word in small if word.startswith(("what", "no word"))]
    last = words[2::3]
    assert follows == [
        "no word here" if word == "pad" else f"what follows {word}" for word in last
    ]
    assert shapes_said(root, B=2, T=3, E=2) == 4
    lanes = root.findall(f".//{SVG}g[@class='mha-lane']/{SVG}rect")
    frames = [(float(r.get("x")), float(r.get("width"))) for r in lanes]
    boxes = [c.find(f"{SVG}rect") for c in cells]
    places = [float(box.get("x")) + float(box.get("width")) / 2 for box in boxes]
    for k, (left, width) in enumerate(frames):  # around each batch's last column
        inside = [abs(x - left - width / 2) < width / 2 for x in places[6 * k :][:6]]
        assert inside == [False, False, True] * 2
    assert len(frames) == 2


def check_next_word_window(root):
    cells = [c for c in root.iter(f"{SVG}g") if "mha-cell" in c.get("class", "")]
    said = [c.find(f"{SVG}text").text for c in cells]
    row, digits = said[:10], said[10:]
    assert " ".join(row) == "[CLS] how are you [SEP] [CLS] you how are [SEP]"
    second = ["mha-stripe" in c.get("class") for c in cells[:10]]
    assert second == [False] * 5 + [True] * 5  # articles
    blocks = torch.block_diag(torch.ones(5, 5), torch.ones(2, 2)).tril()
    assert digits == [str(int(d)) for d in blocks.flatten()]
    hatched = ["mha-hidden" in c.get("class") for c in cells[10:]]
    assert hatched == [d == "0" for d in digits]
    names = [word for word in words_of(root, "mha-small") if word in row]
    assert names == row[:7] * 2 + row[1:8]


def check_joined_pieces(root):
    steps = PICTURES["joined_pieces"].keywords["steps"]
    cells = [c for c in root.iter(f"{SVG}g") if "mha-cell" in c.get("class", "")]
    pieces = [c.find(f"{SVG}text").text for c in cells]
    assert pieces == [piece for *_, words in steps for word in words for piece in word]
    lit = [p for p, c in zip(pieces, cells, strict=True) if "mha-lit" in c.get("class")]
    assert lit == ["ow", "ow", "how", "ar"]
    said = [int(n) for w in words_of(root) for n in re.findall(r"found (\d+) times", w)]
    assert said == [times for _, times, _ in steps[1:]]
    boxes = [c.find(f"{SVG}rect") for c in cells]
    lefts, widths = ([float(b.get(k)) for b in boxes] for k in ("x", "width"))
    assert [w / widths[0] for w in widths] == [len(p) for p in pieces]
    rights = [x + w for x, w in zip(lefts, widths, strict=True)]
    gaps = [b - a for a, b in zip(rights[:8], lefts[1:9], strict=True)]
    assert [k for k, gap in enumerate(gaps) if gap] == [2, 5]  # between words alone


def check_three_parts(root):
    bars = {
        kind: [r for r in root.iter(f"{SVG}rect") if r.get("class") == f"mha-{kind}"]
        for kind in ("part", "other")
    }
    parts = PICTURES["three_parts"].keywords["sizes"]
    widths = torch.tensor([float(bar.get("width")) for bar in bars["part"]])
    sizes = torch.tensor([float(size) for size in parts.values()])
    whole = float(bars["other"][0].get("width"))
    near(widths / whole, sizes / sizes.sum(), 1e-3)
    starts = torch.tensor([float(bar.get("x")) for bar in bars["part"]])
    near(starts[1:] - starts[:-1], widths[:-1], 0.2)  # each begins where one ended
    said = [int(n) for w in words_of(root) for n in re.findall(r": (\d+) articles", w)]
    assert said == list(parts.values())


def check_growing_cache(root, k):
    """What word k makes, by the causal table of the whole sentence."""
    query, keys, values, *weights, joined = tiles(root)
    q, k_, v = (numbers.projected(name).T for name in ("query", "key", "value"))
    near(query, q.T[k : k + 1])
    for kept, whole in ((keys, k_), (values, v)):
        near(kept, whole.T[: k + 1])
    causal = torch.ones(3, 3).tril().log()
    whole = (q[:, :, None] * k_[:, None] + causal).softmax(dim=-1)  # (H, T, T)
    near(torch.stack(weights), whole[:, k : k + 1, : k + 1])
    near(joined, (whole @ v[..., None])[:, k].T)
    # Of each word before: its query, its outputs, and its row of weights in two heads.
    gone = root.findall(f".//{SVG}g[@class='mha-cell mha-empty']")
    assert len(gone) == sum(2 + 2 + 2 * (word + 1) for word in range(k))
    new = root.findall(f".//{SVG}g[@class='mha-cell mha-lit']")
    assert len(new) == 4 * 2 + 2 * (k + 1)
    assert sums_hold(root) == 1


def check_shared_heads(root):
    panels = [panel for panel in root if panel.get("transform")]
    for panel, groups in zip(panels, (4, 2, 1), strict=True):
        middle = {}
        for group in panel.iter(f"{SVG}g"):
            if "mha-cell" in group.get("class", ""):
                box = group.find(f"{SVG}rect")
                x = float(box.get("x")) + float(box.get("width")) / 2
                middle[group.find(f"{SVG}text").text] = x
        names = [f"{letter}{g}" for g in range(groups) for letter in "KV"]
        assert list(middle) == [f"Q{h}" for h in range(4)] + names
        lines = [p for p in panel.iter(f"{SVG}path") if p.get("class") == "mha-line"]
        ends = [re.findall(r"[\d.]+", p.get("d"))[::2] for p in lines]
        reads = [(middle[f"Q{h}"], middle[f"K{h * groups // 4}"]) for h in range(4)]
        assert [(float(a), float(b)) for a, b in ends] == reads
        heights = {tuple(re.findall(r"[\d.]+", p.get("d"))[1::2]) for p in lines}
        assert heights == {("74", "112")}  # from a query's lower edge to a key's upper
        assert f"num_kv_heads={groups}" in words_of(panel)
        assert any(w.startswith(f"2·{groups}·64 = ") for w in words_of(panel))
    assert sums_hold(root) == 3


def check_deep_model(root):
    (tower,) = (g for g in root.iter(f"{SVG}g") if g.get("class") == "mha-tower")
    rows = [[rect.get("x") for rect in row] for row in tower.iter(f"{SVG}g")][1:]
    assert [len(set(row)) for row in rows] == [9, 9, 9, 9]
    assert words_of(tower) == ["0", "1", "2", "⋮", "29"]
    with torch.device("meta"):
        model = LanguageModel(
            *(49152, 576, 9, 30),
            num_kv_heads=3,
            norm=torch.nn.RMSNorm,
            mlp=lambda width: SwiGLU(width, 1536),
            bias=False,
        )
    words, count = words_of(root), sum(p.numel() for p in model.parameters())
    assert f"{count:,} parameters" in words
    middle = {}
    for group in root.iter(f"{SVG}g"):
        box, label = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        if "mha-cell" in group.get("class", "") and label is not None:
            x, width = float(box.get("x")), float(box.get("width"))
            name = label.text
            middle[name] = x + width if name[0] == "K" else x + width / 2
    assert [name for name in middle if name[0] == "Q"] == [f"Q{h}" for h in range(9)]
    lines = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-line"]
    ends = [tuple(map(float, re.findall(r"[\d.]+", p.get("d"))[::2])) for p in lines]
    assert ends == [(middle[f"Q{h}"], middle[f"K{h // 3}"]) for h in range(9)]
    assert sums_hold(root) == 1


def check_decoder(root):
    parts = decoder_parts(embed_dim=4)
    names = words_of(root, "mha-code")
    assert len(names) == 9
    assert all(name.replace("[", ".").rstrip("]") in parts for name in names)
    assert shapes_said(root, B=1, T=3, E=4, V=11) == 13
    assert "MLP: 4 → 8 → 4" in words_of(root)


def check_transformer_block(root):
    parts = decoder_parts(embed_dim=2)
    names = words_of(root, "mha-code")
    assert names == ["attention_norm", "attention", "mlp_norm", "mlp"]
    assert all(name in parts for name in names)
    assert shapes_said(root, B=1, T=3, E=2) == 6
    assert "MLP: 2 → 4 → 2" in words_of(root)


def decoder_parts(embed_dim):
    """Of a model as today's are made, and of one of its blocks, by their names."""
    sizes = {"vocab_size": 11, "embed_dim": embed_dim, "num_heads": 2, "num_layers": 2}
    model = LanguageModel(**sizes, relative=None, norm=torch.nn.RMSNorm, mlp=SwiGLU)
    parts = dict(model.named_modules()) | dict(model.named_parameters())
    return parts | dict(model.blocks[0].named_modules())


def check_norm_orders(root):
    block = Block(MultiHeadAttention(4, 2))
    names = words_of(root, "mha-code")
    before, after = names[:4], names[4:]
    assert before == ["attention_norm", "attention", "mlp_norm", "mlp"]
    assert after == ["attention", "attention_norm", "mlp", "mlp_norm"]
    assert all(name in dict(block.named_modules()) for name in before)
    norms = [m for m in block.modules() if isinstance(m, torch.nn.LayerNorm)]
    counts = [w for w in words_of(root) if w.endswith("norms on the stream")]
    on_stream = [0, 12 * len(norms)]
    assert counts == [f"12 blocks: {n} norms on the stream" for n in on_stream]
    assert shapes_said(root, B=1, T=3, E=4) == 4


def check_model_cost(root):
    """Each bar and its words, by the parts of a real model on no device."""
    with torch.device("meta"):
        model = LanguageModel(50257, 768, 12, 12, relative=None)
        tables = torch.nn.Embedding(1024, 768).weight, model.embedding.weight
        attention, mlp = model.blocks[0].attention, model.blocks[0].mlp
    parts = [[*attention.parameters()], [], [*mlp.parameters()]]
    sizes = [12 * sum(p.numel() for p in own if p.dim() == 2) for own in parts]
    counts = [[*sizes, sum(table.numel() for table in tables)]]
    for length in (1024, 8192):
        x = torch.empty(1, length, 768, device="meta")
        flops = []
        for run in (attention, mlp, lambda x: x @ model.embedding.weight.T):
            with FlopCounterMode(display=False) as counter:
                run(x)
            flops.append(counter.get_total_flops())
        matrices = 2 * length * sizes[0]
        counts.append([matrices, 12 * flops[0] - matrices, 12 * flops[1], flops[2]])
    bars = [float(part.get("width")) for part in root.iter(f"{SVG}rect")]
    said = [w for w in words_of(root) if w.endswith("%")]
    shares = [n / sum(row) for row in counts for n in row]
    assert said == [f"{share:.0%}" for share in shares]
    assert bars == pytest.approx([200 * share for share in shares], abs=0.01)
    coloured = root.findall(f".//{SVG}g[@class='mha-weights']/{SVG}rect")
    assert [float(bar.get("width")) for bar in coloured] == bars[1::4]


def check_chain_or_stream(root):
    made = [tiles(root)[k : k + 4] for k in (0, 4)]
    layer = MultiHeadAttention(2, 2, bias=False).double().requires_grad_(False)
    state = {f"{n}_proj.weight": numbers.matrix(n) for n in vars(TWO_HEADS)}
    layer.load_state_dict(state)
    said = [number(w.split(": ")[1]) for w in words_of(root) if "how to you" in w]
    for added, steps, far in zip((0, 1), made, (said[:4], said[4:]), strict=True):
        x = numbers.embeddings()
        for step, apart in zip(steps, far, strict=True):
            near(step, x)
            assert abs((x[0] - x[2]).norm().item() - apart) <= HALF
            x = added * x + layer(x)[0]


def check_layer_norm_strip(root):
    x, mean, centred, deviation, result = tiles(root)
    exact = torch.cat([numbers.embeddings(), sinusoidal(3, 2).double()], dim=1)
    near(x, exact)
    near(mean, exact.mean(dim=1, keepdim=True))
    near(centred, exact - exact.mean(dim=1, keepdim=True))
    near(deviation, exact.std(dim=1, keepdim=True, unbiased=False))
    near(result, torch.nn.functional.layer_norm(exact, (4,)), 2 * HALF)
    assert sums_hold(root) == 3


def check_swept_angles(root, slower=((1.0,) * 4,)):
    speeds = torch.tensor([10000 ** (-2 * i / 8) for i in range(4)]).double()
    now = 63 * speeds / torch.tensor(slower).double()  # (rows, pairs), radians
    seen = (15 * speeds).expand(now.shape)
    for name, angles in (("seen", seen), ("now", now)):
        said = [re.fullmatch(rf"{name} to ([\d.]+)°", w) for w in words_of(root)]
        said = torch.tensor([float(m[1]) for m in said if m]).double()
        off = (said.view(now.shape) - angles.rad2deg()).abs()
        assert (off <= torch.where(said.view(now.shape) < 10, 0.05, 0.5)).all()
    ends = torch.stack([now.cos(), now.sin()], dim=-1).flatten(0, 1)
    near(torch.tensor(hands(root))[:, 0], ends, 0.01)
    new = [p for p in root.iter(f"{SVG}path") if "mha-unseen" in p.get("class")]
    assert len(new) == ((seen < math.tau) & (now > seen)).sum()


def check_angles_of_scalings(root):
    ntk = [4 ** (i / 3) for i in range(4)]  # D / 2 − 1 = 3 steps
    yarn = [1, 4, 4, 4]  # pair 0 alone made a turn or more in training
    check_swept_angles(root, [[1] * 4, [4] * 4, ntk, yarn])
    assert words_of(root, "mha-name")[4:] == [*SCALINGS]


def check_gradient_graph(root):
    names = ["W_Q", "W_K", "W_V", "Q", "K", "V", "S", "P", "head 0", "head 1"]
    names += ["joined", "W_O", "O", "L"]
    pairs = dict(zip(names, zip(*[iter(tiles(root))] * 2, strict=True), strict=True))
    v = {name: value for name, (value, _) in pairs.items()}
    d = {name: gradient for name, (_, gradient) in pairs.items()}
    x = torch.tensor(HOW_ARE_YOU.embeddings).double()
    for name, given in zip("QKV", ("query", "key", "value"), strict=True):
        near(v[f"W_{name}"].T, torch.tensor(getattr(TWO_HEADS, given)[:1]).double())
        is_product(x, v[f"W_{name}"], v[name])
        is_product(x.T, d[name], d[f"W_{name}"])
    is_product(v["Q"], v["K"].T, v["S"])
    near(v["P"], v["S"].softmax(dim=-1), 2 * HALF)
    is_product(v["P"], v["V"], v["head 0"])
    near(v["head 1"], worked_values()["mixed1"])
    for each in (v, d):
        near(torch.cat([each["head 0"], each["head 1"]], 1), each["joined"])
    is_product(v["joined"], v["W_O"], v["O"])
    near(d["O"], v["O"] - torch.tensor(TARGET))
    assert d["L"].item() == 1
    near(v["L"], 0.5 * d["O"].square().sum(), 0.03)
    is_product(d["O"], v["W_O"].T, d["joined"])
    is_product(v["joined"].T, d["O"], d["W_O"])
    is_product(d["head 0"], v["V"].T, d["P"])
    is_product(v["P"].T, d["head 0"], d["V"])
    rows = (d["P"] * v["P"]).sum(dim=1, keepdim=True)
    near(d["S"], v["P"] * (d["P"] - rows), 0.06)
    is_product(d["S"], v["K"], d["Q"])
    is_product(d["S"].T, v["Q"], d["K"])
    shafts = [p.get("class") for p in root.iter(f"{SVG}path") if p.get("class")]
    back = sum("mha-back" in kind for kind in shafts)  # dashed, as the legend says
    assert back == sum(kind == "mha-arrow" for kind in shafts) == len(EDGES)
    is_wide = not root.get("viewBox").startswith("0 0 358 ")
    for name, role in ROLES.items():  # an arrow has the colour of where it begins
        owned = root.findall(f".//{SVG}g[@class='mha-{role}']")
        arrows = [p for g in owned for p in g if p.get("class") == "mha-arrow"]
        begins = [float(re.match(r"M([\d.]+)", p.get("d"))[1]) for p in arrows]
        assert begins == [WIDE[name][0] + v[name].shape[1] * WIDTH + 1] * is_wide


def check_chain_rule(root):
    order = ["q", "k", "s", "L"]
    found = (table.item() for table in tiles(root))
    v, d = ({}, {})
    for name in order:
        v[name], d[name] = next(found), next(found)
    wanted = 4
    assert v["s"] == v["q"] * v["k"]
    assert v["L"] == 0.5 * (v["s"] - wanted) ** 2
    assert (d["L"], d["s"]) == (1, v["s"] - wanted)
    assert (d["q"], d["k"]) == (v["k"] * d["s"], v["q"] * d["s"])
    assert f"L = ½ (s − {wanted})²" in words_of(root)
    slopes = [float(w[2:]) for w in words_of(root) if w.startswith("× ")]
    assert slopes == [v["k"], v["q"], d["s"]]
    assert sums_hold(root) == 3


def check_softmax_gradient(root):
    jacobian, above, made, *rest = tiles(root)
    assert torch.equal(rest[1], above)
    p = worked_values()["weights0"][0]
    near(jacobian, torch.diag(p) - torch.outer(p, p))
    near(rest[0], torch.diag(jacobian.diag()))
    near(above, worked_back()["P"][1][:1])
    is_product(above, jacobian, made)
    is_product(above, rest[0], rest[2])
    sums = [number(w[4:]) for w in words_of(root) if w.startswith("sum ")]
    near(torch.tensor(sums), torch.stack([made.sum(), rest[2].sum()]), 0.02)
    assert sums[0] == 0


def check_kept_to_scale(root):
    boxes = [
        [float(part.get(side)) for side in ("width", "height")]
        for part in root.iter(f"{SVG}rect")
    ]
    said = [w for w in words_of(root) if " + " in w]
    shapes = re.findall(r"\((\d+), (\d+)\)", " ".join(words_of(root)))
    lengths = [int(w.split()[0]) for w in words_of(root) if w.endswith(" tokens")]
    assert re.findall(r"(\d+)·", " ".join(words_of(root))) == ["4"] * len(lengths)
    for k, (length, words) in enumerate(zip(lengths, said, strict=True)):
        strips, square = (int(part.replace(",", "")) for part in words.split(" + "))
        assert (strips, square) == (4 * length * 64, length**2)
        sizes = [(length, 64), (length, length)]
        assert [(int(a), int(b)) for a, b in shapes[2 * k : 2 * k + 2]] == sizes
        *four, last = boxes[5 * k : 5 * k + 5]
        areas = sum(wide * high for wide, high in four), last[0] * last[1]
        assert areas[1] / areas[0] == pytest.approx(square / strips, rel=0.01)


def check_tiled_attention(root, k):
    """One tile of the table, and what its rows carry on, by the whole softmax."""
    q, keys, values, scores, peak, total, mixed, *outputs = tiles(root)
    for name, made in (("query", q), ("key", keys.T), ("value", values.T)):
        near(made, numbers.projected(name)[:, :1])
    whole = q @ keys
    part, seen = [(0, 2), (0, 2), (2, 3), (2, 3)][k], [2, 3, 2, 3][k]
    rows = slice(*part)
    near(scores, whole[rows, 0 if seen == 2 else 2 : seen], 0.02)
    near(peak, whole[rows, :seen].amax(dim=1, keepdim=True), 0.02)
    powers = (whole[rows, :seen] - peak).exp()
    near(total, powers.sum(dim=1, keepdim=True), 0.03)
    near(mixed, powers @ values[:, :seen].T, 0.1)
    expected = whole.softmax(dim=-1) @ values.T
    done = [0, 2, 2, 3][k]
    near(torch.cat([torch.empty(0, 1), *outputs]).double(), expected[:done], 0.03)
    assert sums_hold(root) == [3, 5, 3, 5][k]


def check_multi_head(root):
    x, *heads, joined, w_o, output = tiles(root)
    near(x, numbers.embeddings())
    mixes = []
    for k in range(2):
        w_q, q, w_k, kt, w_v, v, scores, masked, weights, mixed = heads[10 * k :][:10]
        for matrix, name in ((w_q, "query"), (w_k, "key"), (w_v, "value")):
            near(matrix[0], torch.tensor(getattr(TWO_HEADS, name)[k]).double())
        is_product(x, w_q.T, q)
        is_product(x, w_k.T, kt.T)
        is_product(x, w_v.T, v)
        is_product(q, kt, scores)
        near(masked, scores)
        near(weights, masked.softmax(dim=-1), 2 * HALF)
        is_product(weights, v, mixed)
        mixes.append(mixed)
    near(joined, torch.cat(mixes, dim=1))
    near(w_o.T, torch.tensor(TWO_HEADS.out).double())
    is_product(joined, w_o, output)


def check_induction_circuit(root):
    """Each token's note is the one before; the query's match is what comes next."""
    columns: dict = {}
    for group in root.iter(f"{SVG}g"):
        look = group.get("class", "").removeprefix("mha-cell").strip()
        if look != group.get("class", "") and "." not in words_of(group)[0]:
            x = float(group.find(f"{SVG}rect").get("x"))
            columns.setdefault(x, {})[look] = words_of(group)[0]
    looks = ("", "mha-key", "mha-query", "mha-value mha-lit")
    tokens, notes, asked, copied = (
        [columns[x].get(look) for x in sorted(columns)] for look in looks
    )
    assert notes[1:-1] == [f"after {token}" for token in tokens[:-2]]
    assert asked[-2] == f"after {tokens[-2]}?"
    match = notes.index(asked[-2].rstrip("?"))
    assert copied[-1] == tokens[match]
    (weights,) = tiles(root)
    scores = torch.tensor([10.0 * (k == match) for k in range(len(tokens) - 1)])
    near(weights[0], scores.double().softmax(dim=0))


def check_heads_as_lines(root):
    said = [number(w) for w in words_of(root) if re.fullmatch(r"\d\.\d\d", w)]
    lines = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-strand"]
    thick = [float(re.search(r"width: ([\d.]+)", p.get("style"))[1]) for p in lines]
    weights = torch.stack([worked_values()[f"weights{h}"] for h in (0, 1)])
    near(torch.tensor(thick).view(2, 3, 3) / THICKEST, weights)
    near(torch.tensor(said).view(2, 3), weights[:, 1])
    from_and_to = [re.findall(r"-?[\d.]+", p.get("d"))[1::2] for p in lines]
    expected = [[str(i * STEP), str(j * STEP)] for i in range(3) for j in range(3)]
    assert from_and_to == expected * 2
    followed = [p.get("style").endswith("opacity: 1.00") for p in lines]
    assert followed == [i == 1 for i in range(3) for _ in range(3)] * 2


def check_one_head_or_two(root):
    panels = [tiles(root)[k : k + 3] for k in (0, 3, 6)]
    matrices = {
        name: torch.tensor(getattr(THE_CAT_SAT, name)).double()
        for name in ("embeddings", "query", "key", "value")
    }
    for (weights, v, output), own in zip(
        panels, (slice(0, 4), slice(0, 2), slice(2, 4)), strict=True
    ):
        q, k, expected = (
            matrices["embeddings"] @ matrices[name][own].T
            for name in ("query", "key", "value")
        )
        near(weights, (q @ k.T / q.shape[1] ** 0.5).softmax(dim=-1))
        near(v, expected)
        is_product(weights, v, output)
        said = "the and sat: " + "not " * (output[0] != output[2]).any() + "equal"
        assert said in words_of(root)
    assert [len(w[0]) for _, w, _ in panels] == [4, 2, 2]
    assert torch.equal(panels[0][2][0], panels[0][2][2])
    assert sum(w.endswith(": not equal") for w in words_of(root)) == 2


def check_wrapper_and_split(root):
    x, w_0, q_0, w_1, q_1, again, w, q, first, second = tiles(root)
    near(x, numbers.embeddings())
    near(again, x)
    near(w, torch.tensor(TWO_HEADS.query).double())
    near(torch.cat([w_0, w_1]), w)
    is_product(x, w_0.T, q_0)
    is_product(x, w_1.T, q_1)
    near(q, torch.cat([q_0, q_1], dim=1))
    near(torch.cat([first, second], dim=1), q)


def of_two_heads(**options):
    """PyTorch's module with the worked example's matrices."""
    made = torch.nn.MultiheadAttention(2, 2, bias=False, dtype=torch.float64, **options)
    names = ("query", "key", "value", "out")
    *rows, out = (torch.tensor(getattr(TWO_HEADS, name)).double() for name in names)
    state = {"in_proj_weight": torch.cat(rows), "out_proj.weight": out}
    made.load_state_dict(state)
    return made.requires_grad_(False)


def check_packed_projection(root):
    xt, *bands = tiles(root)[:7]
    heads = tiles(root)[7:]
    near(xt.T, numbers.embeddings())
    stored, made = torch.cat(bands[::2]), torch.cat(bands[1::2])
    near(stored, of_two_heads().in_proj_weight)
    near(made, stored @ xt)
    for head in range(2):
        rows = [2 * band + head for band in range(3)]
        assert f"head {head}: rows {', '.join(map(str, rows))}" in words_of(root)
        near(torch.cat(heads[3 * head :][:3], dim=1).T, made[rows])
    height, width = stored.shape
    assert f"(3·E, E) = ({height}, {width})" in words_of(root)
    assert words_of(root, "mha-label")[3:9] == [f"row {k}" for k in range(height)]
    curves = [p.get("d") for p in root.iter(f"{SVG}path") if " C" in p.get("d", "")]
    ends = [[*map(float, re.findall(r"-?[\d.]+", curve))] for curve in curves]
    heads_met = [end[-1] > 155 for end in sorted(ends, key=lambda end: end[1])]
    assert heads_met == [False, True] * (len(curves) // 2)  # the narrow one has none


def check_batch_axes(root):
    words = [w for w in words_of(root) if w in HOW_ARE_YOU.tokens]
    first, second = words[:3], words[3:6]
    table = dict(zip(HOW_ARE_YOU.tokens, numbers.embeddings(), strict=True))
    batch = torch.stack([torch.stack([table[w] for w in s]) for s in (first, second)])
    right, wrong = (
        of_two_heads(batch_first=axis)(batch, batch, batch)[1] for axis in (True, False)
    )
    for drawn_weights, weights in ((tiles(root)[:2], right), (tiles(root)[2:], wrong)):
        near(torch.stack(drawn_weights), weights)
        shape = ", ".join(map(str, weights.shape))
        assert f"attention weights, averaged: ({shape})" in words_of(root)


def check_of(name):
    """The check of a picture, or of one step of it."""
    if name not in STEPS:
        return globals()[f"check_{name}"]
    picture, k = name.rsplit("_", 1)
    return partial(globals()[f"check_{picture}"], k=int(k))


CHECKS = {name: check_of(name) for name in PICTURES}


@pytest.mark.parametrize("name", PICTURES)
def test_every_number_follows(name):
    diagram = PICTURES[name]()
    for form in (diagram.wide, diagram.narrow or diagram.wide):
        root = drawn(form)
        CHECKS[name](root)
        names_stand_at_cells(root)


def changed_whole(part):
    """The same, of a whole number in a cell."""
    if part.text and re.fullmatch(r"\d", part.text):
        right, part.text = part.text, str(int(part.text) + 7)
        yield f"{right} as {part.text}"
        part.text = right


def changed_words(part):
    """A text's number, share or shape wrong, where it is one."""
    right = part.text or ""
    if re.fullmatch(r"−?\d\.\d+", right):
        part.text = digits(number(right) + 0.4)
    elif found := re.search(r"(?<== )−?\d+\.\d+$", right):
        part.text = right[: found.start()] + digits(number(found[0]) + 0.4)
    elif re.fullmatch(r"\d+%", right):
        part.text = f"{int(right[:-1]) + 1}%"
    elif re.search(r"\) = \(|: \d+ articles|found \d+ times|= [\d,]+ numbers", right):
        part.text = re.sub(r"\d", "7", right, count=1)
    else:
        return
    yield f"{right} as {part.text}"
    part.text = right


def changed(root):
    """The same drawing with one number, one shape or one line wrong, each in turn."""
    for part in (*root.iter(f"{SVG}text"), *root.iter(f"{SVG}tspan")):
        yield from changed_words(part)
    for part in root.iterfind(f".//{SVG}g[@class]/{SVG}rect/../{SVG}text"):
        yield from changed_whole(part)
    for line in root.iter(f"{SVG}path"):
        if line.get("class") == "mha-line":
            right = line.get("d")
            line.set("d", re.sub(r"L-?[\d.]+,(-?[\d.]+)", r"L9,\1", right, count=1))
            if line.get("d") != right:
                yield f"a line to {line.get('d')}"
            line.set("d", right)


@pytest.mark.parametrize("name", PICTURES)
def test_any_wrong_number_is_found(name):
    root, count = drawn(PICTURES[name]().wide), 0
    for fault in changed(root):
        print(fault)  # the last one printed was not found
        with pytest.raises(AssertionError):
            CHECKS[name](root)
        count += 1
    assert count > 2


def test_a_scaling_that_follows_the_length_is_shown_for_the_longer_text():
    dynamic = DynamicNTKScaling(4.0, 16)

    def fixed(length):
        return lambda speeds, *, base, **_: dynamic(speeds, base=base, length=length)

    shown, longer, trained = (
        pictures.swept_angles({"dynamic": scaling}).svg()
        for scaling in (dynamic, fixed(64), fixed(16))
    )
    assert shown == longer != trained
