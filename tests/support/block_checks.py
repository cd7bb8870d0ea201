"""What is drawn as blocks has the shapes and the looks of the tensors themselves."""

import re

import torch

from drawn import blocks, shape_of, words_of
from mha_book.pictures.kit.blocks import OFF
from mha_book.pictures.many_heads.shape_walk import walk_shapes
from mha_book.scales import on_weight_scale

B, H, D, TQ, TK = 2, 3, 4, 5, 6
LETTERS = {"B": B, "H": H, "D": D, "T": TQ, "Tq": TQ, "Tk": TK, "E": H * D, "1": 1}


def shapes(root, sizes=LETTERS):
    """Every shape that is written, its numbers those of its letters."""
    said = []
    for words in words_of(root):
        if found := re.fullmatch(r"\(([A-Za-z1, ]+)\) = \(([\d, ]+)\)", words):
            letters, numbers = (part.split(", ") for part in found.groups())
            said.append(tuple(map(int, numbers)))
            assert said[-1] == tuple(sizes[letter] for letter in letters)
    return said


def check_tensor_axes(root):
    whole, *swatches = blocks(root)
    q = torch.empty(B, H, TQ, D)
    assert shape_of(whole) == q.shape
    codes = words_of(root, "mha-code")
    taken = [eval(code, {"q": q}) for code in codes]
    assert shapes(root) == [part.shape for part in taken]
    for axis in "BHTD":
        assert f"{axis} = {LETTERS[axis]}" in words_of(root)
    marks = torch.zeros(q.shape)  # how many of the four parts hold a cell
    for code in codes:
        eval(code, {"q": marks}).add_(1)
    order = [swatch[0][0][0][0] for swatch in swatches]
    drawn_marks = torch.tensor(
        [[[[order.index(look) + 1 for look in r] for r in g] for g in s] for s in whole]
    )
    assert torch.equal(drawn_marks, marks.long())


def made_by_pytorch():
    """The shapes of the walk, by PyTorch's own functions."""
    x = torch.zeros(B, TQ, H * D)
    module = torch.nn.MultiheadAttention(H * D, H, batch_first=True)
    output, weights = module(x, x, x, average_attn_weights=False)
    view = x.view(B, TQ, H, D)
    query = key = view.transpose(1, 2)
    mixed = weights @ key
    walk = [x, x, view, query, key, key, weights, weights, mixed]
    return [tuple(made.shape) for made in [*walk, mixed.mT.flatten(1, 2).mT, output]]


def check_shape_walk(root):
    drawn, expected = blocks(root), made_by_pytorch()
    assert shapes(root) == expected
    for block, shape in zip(drawn, expected, strict=True):
        assert shape_of(block) == (shape if len(shape) == 4 else (B, 1, *shape[1:]))
    kinds = [[f"mha-of-{h}" for h in range(H) for _ in range(n)] for n in (D, 1)]
    for k in (1, 9):  # projected, joined: heads side by side in each row
        assert all(row == kinds[0] for sheet in drawn[k] for row in sheet[0])
    for sheet in drawn[2]:  # a grid for each token, a row for each head
        assert all([row[0] for row in grid] == kinds[1] for grid in sheet)
    for k in (3, 4, 5, 8):  # a grid for each head
        assert all([grid[0][0] for grid in sheet] == kinds[1] for sheet in drawn[k])
    weights = walk_shapes()["scores"].softmax(dim=-1)
    colours = [on_weight_scale(w.item())[0] for w in weights.flatten()]
    cells = [c for sheet in drawn[7] for grid in sheet for row in grid for c in row]
    assert cells == colours


def check_mask_broadcasting(root):
    found = [
        torch.tensor([[[[c != OFF for c in r] for r in g] for g in s] for s in block])
        for block in blocks(root)
    ]
    i, j = torch.arange(TK)[:, None], torch.arange(TK)
    past = j <= i  # the first word sees itself alone
    real = (j < torch.tensor([[6], [4]]))[:, None, None]
    back = i - j < torch.tensor([3, 4, 5])[:, None, None]
    masks = [past, real, past & real & back]
    assert shapes(root, LETTERS | {"Tq": TK}) == [tuple(mask.shape) for mask in masks]
    said = [w for w in words_of(root) if w.startswith("repeated ")]
    assert said == [f"repeated {w}" for w in ("along B, H", "along H, Tq", "nowhere")]
    for kept, whole, mask in zip(found[::2], found[1::2], masks, strict=True):
        assert torch.equal(kept, mask.expand(kept.shape))
        assert kept.numel() == mask.numel()
        assert torch.equal(whole, mask.expand(B, H, TK, TK))
        assert whole.any(dim=-1).all()  # no row is empty
