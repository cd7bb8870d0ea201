"""What comes from other packages, and what to install where one is missing."""

from importlib.util import find_spec
from pathlib import Path


def require(extra: str, *packages: str) -> None:
    """Raise ModuleNotFoundError unless each package can be imported.

    The message is one line, and says which extra of this project brings it.
    """
    for package in packages:
        if find_spec(package) is None:
            raise ModuleNotFoundError(
                f"{package} is not installed: "
                f"pip install 'attention-number-by-number[{extra}]'",
                name=package,
            )


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
    places = list(getattr(found, "submodule_search_locations", None) or [])
    for place in places:
        if (Path(place) / inside).exists():
            return Path(place) / inside
    raise FileNotFoundError(
        f"{path} is not in {places or 'any package'}: pip install {requirement}"
    )
