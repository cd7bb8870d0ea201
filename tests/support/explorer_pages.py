"""An explorer on the page where readers meet it, and the inputs that it starts with."""

import copy
import json
from urllib.parse import urlencode

import checks
from mha_book.explorers import (
    AttentionExplorer,
    FaultFinder,
    GradientInspector,
    HeadBrowser,
    LearningExplorer,
    MapExplorer,
    MaskExplorer,
    PositionExplorer,
    SentenceExplorer,
    TensorLayoutExplorer,
    WriterExplorer,
)
from mha_book.explorers.base import Explorer

# A page that has one of its kind, how it is spoken of there, and its name in links.
PAGES = {
    AttentionExplorer: ("attention-by-hand", "Attention explorer", "products"),
    FaultFinder: ("bug-museum", "Find the bug", "finder"),
    GradientInspector: ("walk-back", "Gradient inspector", "gradient"),
    HeadBrowser: ("several-heads", "Head browser", "browser"),
    LearningExplorer: ("watch-a-head-form", "Training", "learning"),
    MapExplorer: ("map", "The map", "map"),
    MaskExplorer: ("padding-and-packing", "Mask explorer", "mask"),
    PositionExplorer: ("rotary-and-relative", "Position explorer", "position"),
    SentenceExplorer: ("several-heads", "Your sentence", "sentence"),
    TensorLayoutExplorer: (
        "products-in-four-spellings",
        "Tensor layout explorer",
        "layout",
    ),
    WriterExplorer: ("write-the-next-word", "A model that writes", "writer"),
}


def open_explorer(page, address: str, kind: type[Explorer], **inputs: object):
    """Open an explorer on its page, with the inputs of a link where some are given."""
    file, title, name = PAGES[kind]
    texts = {key: json.dumps(value) for key, value in inputs.items()}
    link = "#" + urlencode({"explorer": name, **texts}) if inputs else ""
    checks.open_page(page, f"{address}/{file}.html{link}")
    return page.get_by_role("region", name=title, exact=True)


def start_of(kind: type[Explorer], *names: str) -> dict[str, object]:
    """These inputs as the explorer starts with them, free to be changed."""
    started = kind()
    return {name: copy.deepcopy(getattr(started, name)) for name in names}
