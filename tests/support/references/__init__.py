"""What the scripts' arithmetic is held against: the same by PyTorch and matplotlib."""

import json
import math
from importlib import import_module
from itertools import permutations
from pathlib import Path
from random import Random
from unittest.mock import patch

import torch
from bs4 import BeautifulSoup

import copying_by_hand
import page_model
from every_explorer import EXPLORERS, GIVEN, results_of
from mha_book import explorers, palette, plots
from mha_book.editor.posed import all_posed as written
from mha_book.exercises.contents import PAGES, WRITTEN
from mha_book.exercises.posed import all_posed
from mha_book.explorers import MapExplorer
from mha_book.explorers.base import ENTRY, Explorer
from mha_book.explorers.link import read_in_order
from mha_book.explorers.modules import read_module
from mha_book.scales import luminance

SHAPES = [(2, 3, 3, 1), (1, 2, 3, 2), (2, 1, 3, 5), (6, 1, 1, 2), (3, 2)]
NEW_SHAPES = [(2, 3, 3), (2, 3, 2), (12,), (1, 12), (30,), (5, 6), (2, 15), (3, 1, 2)]
HERE = Path(__file__).parent
NAMES = sorted(path.stem[5:] for path in HERE.glob("draw_*.py"))
TIMES = 20  # that each explorer is made with inputs drawn anew


@patch.object(Explorer, "open", lambda explorer: None)  # no page listens
def references(seed: int) -> dict[str, object]:
    """One entry for each file of tests that compares, in plain lists and numbers."""
    torch.manual_seed(seed)
    drawn = {name: states(name, Random(seed)) for name in NAMES}
    return drawn | {
        "strides": views(),
        "colour": colours(),
        "luminance": luminances(Random(seed)),
        "softmax": softmaxes(),
        "pictures": MapExplorer().pictures,
        "exports": exports(),
        "opened": opened(),
        "editor": {page: written(page) for page in WRITTEN},
        "in_page": page_model.references(seed),
        "trained": copying_by_hand.references(seed),
        "exercises": {page: all_posed(all_) for page, all_ in PAGES.items()},
    }


def states(name: str, random: Random) -> list[dict[str, object]]:
    """One kind of explorer, as `draw_<name>.py` makes it, time after time."""
    module = import_module(f"references.draw_{name}")
    beside = getattr(module, "beside", lambda explorer: {})
    drawn = [module.draw(random) for _ in range(TIMES)]
    return [state_of(explorer) | plain(beside(explorer)) for explorer in drawn]


def opened() -> dict[str, object]:
    """Each kind of explorer as a page opens it, by the name of its folder.

    With what its tables for readers without scripts are called.
    """
    made = [kind(*GIVEN.get(kind, [])) for kind in EXPLORERS]
    return {
        explorer.folder.name: state_of(explorer) | {"tables": captions_of(explorer)}
        for explorer in made
    }


def captions_of(explorer: Explorer) -> list[str]:
    """Those of its tables, as they stand in the page before a script has run."""
    tables = BeautifulSoup(explorer.static_tables(), "html.parser")
    return [caption.get_text() for caption in tables.select("caption")]


def state_of(explorer: Explorer) -> dict[str, object]:
    """Inputs, as a script gets them, without drawings; and Python's results."""
    named = {name for name in explorer.keys if not name.startswith("_")}
    state = explorer.get_state(named - {"pictures"}) | results_of(explorer)
    return json.loads(json.dumps(state | {"pictures": None}, default=str))


def plain(numbers: object) -> object:
    """Tensors as lists; JSON has no −∞, so None stands for it."""
    if isinstance(numbers, torch.Tensor):
        return plain(numbers.tolist())
    if isinstance(numbers, dict):
        return {name: plain(part) for name, part in numbers.items()}
    if isinstance(numbers, list):
        return [plain(part) for part in numbers]
    return None if numbers == -math.inf else numbers


def views() -> list[dict]:
    """Which strides read a tensor under a new shape; None where it must be copied."""
    made = []
    for shape in SHAPES:
        for order in permutations(range(len(shape))):
            tensor = torch.empty(shape).permute(order)
            for new in (n for n in NEW_SHAPES if math.prod(n) == tensor.numel()):
                made.append(
                    {
                        "shape": list(tensor.shape),
                        "strides": list(tensor.stride()),
                        "contiguous": tensor.is_contiguous(),
                        "new": list(new),
                        "view": view_strides(tensor, new),
                    }
                )
    assert len(made) > 100
    return made


def view_strides(tensor: torch.Tensor, shape: tuple[int, ...]) -> list[int] | None:
    try:
        return list(tensor.view(shape).stride())
    except RuntimeError:
        return None


def colours() -> dict[str, object]:
    scale = plots.weight_colormap()
    steps = [step / 100 for step in range(101)]
    rgb = [[255 * channel for channel in scale(step)[:3]] for step in steps]
    weights = list(zip(palette.WEIGHTS, palette.WEIGHTS_NIGHT, strict=True))
    anchors = {"anchors": weights, "signed": list(palette.SIGNED)}
    return anchors | {"weights": steps, "rgb": rgb}


def luminances(random: Random) -> list[tuple[list[int], float]]:
    colours = [[random.randrange(256) for _ in range(3)] for _ in range(TIMES)]
    return [(rgb, luminance([c / 255 for c in rgb])) for rgb in colours]


def softmaxes() -> list[list[list[float]]]:
    rows = 100 * torch.randn(20, 5, dtype=torch.float64)
    return [[row.tolist(), row.softmax(0).tolist()] for row in rows]


def exports() -> dict[str, list[str]]:
    """What each script exports, as the linker reads it."""
    folder = Path(explorers.__file__).parent
    translated = map(read_module, folder.glob("*/*.??.js"))
    modules = [*read_in_order(folder.glob(f"*/{ENTRY}")).values(), *translated]
    return {str(module.path): sorted(module.exports) for module in modules}
