"""The command ``mha-train``, also ``python -m mha.training``."""

import argparse
import json
from pathlib import Path

import pandas as pd
from accelerate.utils import set_seed
from safetensors.torch import save_model
from torch import nn

from mha.benchmark.record import circumstances, save
from mha.training.checkpoint import checkpoints
from mha.training.loop import Task, train
from mha.training.news import ATTENTIONS, CLASSIFIERS, POSITIONS, news_model, news_task

LEARN = ("epochs", "learning_rate", "mixed_precision")


def main(arguments: list[str] | None = None) -> None:
    """Train what the words say; write table, weights and circumstances."""
    made = parser()
    options = made.parse_args(arguments)
    words = {key: value for key, value in vars(options).items() if key != "out"}
    check(made, options, words)
    set_seed(options.seed)
    model, task = news(options)
    options.out.mkdir(parents=True, exist_ok=True)
    about = circumstances("cpu") | {"words": words}
    save(options.out / "run.json", about)
    table = train(
        model,
        task,
        seed=options.seed,
        out=options.out,
        **{name: getattr(options, name) for name in LEARN},
    )
    finish(options.out, model, table)


def news(options: argparse.Namespace) -> tuple[nn.Module, Task]:
    """The model and the data that the words name."""
    sizes = {name: getattr(options, name) for name in ("vocab_size", "max_len")}
    model = news_model(
        options.attention,
        options.positions,
        options.pool,
        embed_dim=options.embed_dim,
        num_heads=options.heads,
        **sizes,
    )
    task = news_task(masked=not options.no_mask, batch_size=options.batch_size, **sizes)
    return model, task


def finish(out: Path, model: nn.Module, table: pd.DataFrame) -> None:
    """Write the table and the weights, and say how it went."""
    table.to_csv(out / "table.csv", index=False)
    save_model(model, str(out / "model.safetensors"))
    print(table.tail(2).to_string(index=False))
    print(f"written to {out}")


def check(
    made: argparse.ArgumentParser, options: argparse.Namespace, words: dict[str, object]
) -> None:
    """Refuse now, in one line, what would fail later or mix two runs."""
    for name in ("epochs", "batch_size", "embed_dim", "heads"):
        if getattr(options, name) < 1:
            made.error(f"--{name.replace('_', '-')} {getattr(options, name)}: below 1")
    if options.embed_dim % options.heads:
        made.error(f"--embed-dim {options.embed_dim} / --heads {options.heads}: uneven")
    if not options.learning_rate > 0:
        made.error(f"--learning-rate {options.learning_rate}: expected above 0")
    if options.out.exists() and not options.out.is_dir():
        made.error(f"--out {options.out} is a file; expected a folder")
    if checkpoints(options.out):
        _check_same_run(made, options.out, words)


def _check_same_run(
    made: argparse.ArgumentParser, out: Path, words: dict[str, object]
) -> None:
    """More epochs may follow; everything else is as it was."""
    earlier = json.loads((out / "run.json").read_text(encoding="utf-8"))["words"]
    for name, value in words.items():
        if name != "epochs" and earlier.get(name) != value:
            made.error(
                f"{out} holds a run with {name} {earlier.get(name)}, not {value}: "
                "choose another --out"
            )


def parser() -> argparse.ArgumentParser:
    """The command's words."""
    made = argparse.ArgumentParser(prog="mha-train", description="Train a model.")
    tasks = made.add_subparsers(dest="task", required=True)
    part = tasks.add_parser("news", help="which subject has this article?")
    part.add_argument("--attention", choices=ATTENTIONS, default="split")
    part.add_argument("--positions", choices=POSITIONS, default="none")
    part.add_argument("--pool", choices=CLASSIFIERS, default="first")
    part.add_argument("--no-mask", action="store_true", help="padding is read too")
    part.add_argument("--vocab-size", type=int, default=1000)
    part.add_argument("--max-len", type=int, default=256, help="tokens an article")
    part.add_argument("--embed-dim", type=int, default=64)
    part.add_argument("--heads", type=int, default=8)
    part.add_argument("--batch-size", type=int, default=32)
    part.add_argument("--epochs", type=int, default=10)
    part.add_argument("--learning-rate", type=float, default=1e-3)
    part.add_argument("--mixed-precision", choices=("no", "fp16", "bf16"), default="no")
    part.add_argument("--seed", type=int, default=0)
    part.add_argument("--out", type=Path, required=True, help="folder for the run")
    return made


if __name__ == "__main__":
    main()
