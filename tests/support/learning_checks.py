"""What a guess costs and what a round of training does, by PyTorch's own functions."""

import itertools
import re

import torch

from drawn import SVG, near, number, words_of
from mha_book.pictures.learning.loop import PUSH, RATE
from mha_book.pictures.learning.loss import HIGH

STEPS = ["batch", "forward", "loss", "backward", "step"]


def check_loss_of_a_guess(root):
    lines = [w for w in words_of(root) if w.startswith("−log")]
    said = torch.tensor([[*map(float, re.findall(r"[\d.]+", w))] for w in lines])
    guesses, costs = said.T
    near(costs, -guesses.log())
    (curve,) = (p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-line")
    points = torch.tensor([*map(float, re.findall(r"-?[\d.]+", curve.get("d")))])
    x, y = points.view(-1, 2).T
    wide = x.max()  # a probability of 1, where the loss is 0
    near(-y / HIGH, -(x / wide).log(), 0.02)
    ticks = [t for t in root.iter(f"{SVG}text") if re.fullmatch(r"[\d.]+", t.text)]
    near(
        torch.tensor([float(t.get("x")) / wide - float(t.text) for t in ticks]),
        0 * y[:3],
    )
    dots = [[float(c.get(k)) for k in ("cx", "cy")] for c in root.iter(f"{SVG}circle")]
    across, up = torch.tensor(dots).T
    near(across / wide, guesses, 1e-3)
    near(-up / HIGH, costs)


def check_training_loop(root):
    words = [" ".join(words_of(root)[3 * k :][:3]) for k in range(5)]
    assert [w.split()[1] for w in words] == STEPS
    shown, wanted = map(number, re.findall(r"\d\.\d", words[0]))
    (
        (answer,),
        (_, _, loss),
        (*pushed, change, apart, slope),
        (before, rate, again, after),
    ) = ([*map(number, re.findall(r"−?\d+\.\d+", w))] for w in words[1:])
    w = torch.tensor(before, requires_grad=True)
    error = torch.nn.functional.mse_loss(w * shown, torch.tensor(wanted))
    error.backward()
    assert f"({answer} − {wanted})²" in words[2]
    near(torch.tensor(apart), torch.tensor(2 * PUSH))
    near(torch.tensor(change), torch.tensor(pushed[0] - pushed[1]))
    moved_to = before + torch.tensor([PUSH, -PUSH])
    near(torch.tensor(pushed), (moved_to * shown - wanted) ** 2)
    assert again == slope
    near(torch.tensor([answer, loss, slope]), torch.stack([w * shown, error, w.grad]))
    torch.optim.SGD([w], lr=RATE).step()
    near(torch.tensor([after, rate]), torch.stack([w, torch.tensor(RATE)]))
    then = (w.item() * shown - wanted) ** 2
    moved = f"w: {before} → {after}", f"loss: {loss:.2f} → {then:.2f}"
    assert {*moved} < {*words_of(root)}
    check_circle(root)


def check_circle(root):
    """Each line ends where the box of the next step begins, as its tip does."""
    boxes = [
        {k: float(r.get(k)) for k in ("x", "y", "width", "height")}
        for r in root.iter(f"{SVG}rect")
    ]
    tips = [p for p in root.iter(f"{SVG}path") if p.get("class") == "mha-tip"]
    at = [re.findall(r"-?[\d.]+", p.get("transform"))[:2] for p in tips]
    for box, (x, y) in zip(itertools.chain(boxes[1:], boxes[:1]), at, strict=True):
        off = [
            max(low - place, place - low - size)
            for low, size, place in (
                (box["x"], box["width"], float(x)),
                (box["y"], box["height"], float(y)),
            )
        ]
        assert 0 < max(off) < 4
