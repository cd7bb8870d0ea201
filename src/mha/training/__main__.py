"""The command ``mha-train``, also ``python -m mha.training``."""

import argparse

import torch

from mha.training import baselines, language, news
from mha.training.processes import join
from mha.training.run import check_folder
from mha.training.words import check_words

TASKS = {
    "news": (news, "which subject has this article?"),
    "language": (language, "which token comes next?"),
    "baselines": (baselines, "what needs no training of attention, on the news"),
}


def main(arguments: list[str] | None = None) -> None:
    """Do what the words say, or say in one line what is wrong with them."""
    made = parser()
    options = made.parse_args(arguments)
    try:
        check_words(options)
        check_folder(options)
        torch.manual_seed(getattr(options, "seed", 0))
        run = TASKS[options.task][0].build(options)
    except ValueError as refusal:
        made.error(str(refusal))
    state = join(getattr(options, "device", "cpu"))
    run()
    state.destroy_process_group()


def parser() -> argparse.ArgumentParser:
    """The command's words."""
    made = argparse.ArgumentParser(prog="mha-train", description="Train a model.")
    tasks = made.add_subparsers(dest="task", required=True)
    for name, (task, question) in TASKS.items():
        part = tasks.add_parser(name, help=question, description=question)
        task.add_words(part)
    return made


if __name__ == "__main__":
    main()
