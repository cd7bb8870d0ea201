"""The parts in which `planted` plants mistakes, and the tests that should notice."""

from dataclasses import dataclass

from edits_by_line import Edit, possible
from project import PROJECT

SITE = """chapter_map code_lines figures folds formulas gates grown_file icons
in_sight letters neighbours night page_models private scripts small_pages traces
unbroken"""


@dataclass(frozen=True)
class Part:
    """What is changed, and the tests that should notice."""

    sources: str  # a folder
    tests: tuple[str, ...]
    ending: str = ".py"

    def edits(self) -> list[Edit]:
        paths = sorted((PROJECT / self.sources).rglob(f"*{self.ending}"))
        return [edit for path in paths for edit in possible(path)]


def _room(name: str, *more: str, examples: bool = False) -> Part:
    """A room with its own tests, the doors' defaults, and examples where these run."""
    doctests = (f"src/{name}",) if examples else ()
    return Part(f"src/{name}", (f"tests/{name}", *doctests, *more, DEFAULTS))


DEFAULTS = "tests/test_defaults.py"
PARTS = {
    "attention": _room("mha/attention", examples=True),
    "models": _room("mha/models", examples=True),
    "data": _room("mha/data", "tests/mha/models/test_real_model.py"),
    "training": _room(
        "mha/training",
        "tests/mha_book/experiments/test_command.py",
        "tests/mha/test_extras.py",
    ),
    "checks of a reader's code": _room("mha/check"),
    "tracing": _room("mha/tracing", examples=True),
    "pictures": _room("mha_book/pictures"),
    "plots": _room("mha_book/plots"),
    "explorers' scripts": Part("src/mha_book/explorers", ("tests/js",), ".js"),
    "site": Part(
        "src/mha_book/site",
        tuple(f"tests/mha_book/site/test_{name}.py" for name in SITE.split()),
    ),
}
