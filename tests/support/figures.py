"""Every kind of figure, drawn from a few made-up numbers, with its axes' names."""

import pandas as pd
import torch

from mha_book.plots.bars import bars
from mha_book.plots.costs import memory_curves, ratio_map
from mha_book.plots.guesses import add_others, model_loss_curves, probability_bars
from mha_book.plots.lengths import beyond_training, seed_table
from mha_book.plots.runs import courses, loss_curves, row_dots

FOUND = "What was found, in a few words"
RUNS = pd.DataFrame(
    [
        {"model": model, "part": part, "seed": seed, "epoch": epoch, "loss": loss + off}
        for model, off in (("one", 0.0), ("two", 0.05))
        for part, gap in (("held out", 0.0), ("training", 0.125))
        for seed in (0, 1)
        for epoch, loss in ((1, 0.5 + seed / 10 - gap), (2, 0.25 - gap))
    ]
)
HELD_OUT = RUNS.query("part == 'held out'")
CURVES = {
    (model, seed): torch.linspace(start, 0.25 * seed, 6)
    for model, start in (("one", 0.5), ("other", 0.75))
    for seed in (0, 1)
}
LENGTHS = seed_table(CURVES, ("model", "place", "share"))
BARS = add_others(pd.DataFrame({"here": [0.5, 0.25], "there": [0, 0.125]}, ["a", "b"]))
LEVELS = ["batch", "tokens", "num_heads"]
RATIOS = pd.DataFrame(
    {
        (1, 16, 2): (0.9, 1.0, 1.3),
        (1, 16, 4): (0.97, 1.004, 1.02),
        (1, 64, 2): (1.81, 1.94, 2.14),
        (8, 64, 4): (0.7, 0.75, 0.77),
    },
    ["low", "median", "high"],
).T.rename_axis(LEVELS)
HELD = {"split": ([0, 1], [1, 0]), "fused": ([0, 2, 1], [1, 3, 0])}

# Each figure with its title, and what its axes are called.
FIGURES = {
    "losses": (loss_curves(RUNS, FOUND), "epoch", "loss"),
    "losses of kinds": (
        model_loss_curves(RUNS, "model", {"even": 0.4, "best": 0.2}, FOUND),
        "epoch",
        "loss",
    ),
    "courses": (
        courses(HELD_OUT, y="loss", by="model", lines={"even": 0.4}, finding=FOUND),
        "epoch",
        "loss",
    ),
    "dots": (
        row_dots(RUNS, x="loss", row="model", by="part", finding=FOUND),
        "loss",
        "",
    ),
    "bars": (probability_bars(BARS, FOUND), "probability", ""),
    "bars with numbers": (
        bars(
            BARS,
            "share",
            marked={"a"},
            line=0.4,
            spans=(BARS - 0.1, BARS + 0.2),
            finding=FOUND,
        ),
        "share",
        "",
    ),
    "lengths": (
        beyond_training(LENGTHS, trained=3, chance=0.1, finding=FOUND),
        "place",
        "share",
    ),
    "lengths that one had": (
        beyond_training(
            LENGTHS, trained={"other": 2}, chance=0.9, shade="seen", finding=FOUND
        ),
        "place",
        "share",
    ),
    "memory": (memory_curves(HELD, unit="tables", finding=FOUND), "", "tables"),
    "ratios": (ratio_map(RATIOS, names=("long", "many", "at once")), "long", "many"),
}

SIZES = pd.DataFrame(
    [
        {"width": width, "time": time, "kind": kind, "pass": way}
        for way, part in (("there", 1.0), ("back", 2.5))
        for kind, time in (("a", part), ("b", 3 * part))
        for width in (4, 16, 64)
    ]
)
