"""What ``mha-train`` does with its words."""

import sys
from collections.abc import Callable
from typing import Annotated, NoReturn

import torch
from cyclopts import App, CycloptsError, Parameter

from mha.training.options import Options
from mha.training.processes import join
from mha.training.run import check_folder
from mha.training.tasks.baselines import BaselinesOptions
from mha.training.tasks.copying import CopyingOptions
from mha.training.tasks.language import LanguageOptions
from mha.training.tasks.news import NewsOptions

TASKS = (NewsOptions, LanguageOptions, CopyingOptions, BaselinesOptions)


def main(words: list[str] | None = None) -> None:
    """Do what the words say, or say in one line what is wrong with them."""
    try:
        options = read(words)
        options.check()
        check_folder(options)
        torch.manual_seed(getattr(options, "seed", 0))
        run = options.build()
    except (CycloptsError, ValueError) as refusal:
        refuse(str(refusal))
    state = join(getattr(options, "device", "cpu"))
    run()
    state.destroy_process_group()


def read(words: list[str] | None = None) -> Options:
    """A task's options from the command's words; --help is answered and ends it.

    Raises:
        CycloptsError: a word is unknown, missing, or has another type.
    """
    app = App(name="mha-train", help="Train a model.", result_action="return_value")
    for task in TASKS:
        app.command(_reader(task), name=task.task)
    options = app(words, exit_on_error=False, print_error=False)
    if options is None:  # help was asked for, or there was no word
        sys.exit(0)
    return options


def refuse(why: str) -> NoReturn:
    """Say it in one line, as the command; exit with status 2."""
    print(f"mha-train: {why}", file=sys.stderr)
    sys.exit(2)


def _reader(task: type[Options]) -> Callable[[Options], Options]:
    def read(options: Options) -> Options:
        return options

    read.__annotations__["options"] = Annotated[task, Parameter(name="*")]
    read.__doc__ = task.__doc__
    return read
