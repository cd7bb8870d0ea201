"""The command ``mha-train``: does what it is asked for, or says in a line why not."""

import sys
from typing import TYPE_CHECKING

from cyclopts import App, CycloptsError

if TYPE_CHECKING:
    from mha.training.options import Options

# Each task's options, by name alone: their modules import for seconds what no other
# task needs, and until they are there Ctrl-C shall get its line, too.
TASKS = {
    "news": "NewsOptions",
    "language": "LanguageOptions",
    "copying": "CopyingOptions",
}


def main(argv: list[str] | None = None) -> None:
    """Do what is asked for; else one line says why not, and what is kept."""
    options = None
    try:
        options = read_options(argv)
        execute(options)
    except KeyboardInterrupt:
        refuse("stopped", options, status=130)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        refuse(f"{place}{error.strerror or error}", options)
    except (CycloptsError, ValueError) as refusal:
        refuse(str(refusal))


def read_options(argv: list[str] | None = None) -> "Options":
    """A task's options from the command line; --help is answered and ends it.

    Raises:
        CycloptsError: an option is unknown, missing, or has another type.
    """
    app = App(name="mha-train", help="Train a model.", result_action="return_value")
    for task, options_class in TASKS.items():
        app.command(f"mha_book.experiments.{task}:{options_class}", name=task)
    options = app(argv, exit_on_error=False, print_error=False)
    if options is None:  # help was asked for, or nothing was
        sys.exit(0)
    return options


def execute(options: "Options") -> None:
    """Check what can be checked beforehand; then train, alone in the folder.

    Raises:
        ValueError: what is asked for cannot be; says what was found and expected.
        OSError: the folder cannot be written to.
    """
    import torch

    from mha.training.processes import joined
    from mha.training.run_folder import check_folder, hold_folder, train_into_folder

    options.check()
    check_folder(options)
    print(f"{options.task}: reads its data, then trains into {options.out}", flush=True)
    torch.manual_seed(options.seed)
    model, task = options.build()
    with joined(options.device), hold_folder(options.out):
        train_into_folder(options, model, task)


def refuse(why: str, options: "Options | None" = None, status: int = 2) -> None:
    """Say it in one line, with what is kept where a run had begun; exit."""
    if options is not None and options.out.is_dir():
        from mha.training.checkpoint import progress

        why = f"{why}; {progress(options.out)}"
    print(f"mha-train: {why}", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    main()
