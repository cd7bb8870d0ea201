"""What to install where a part of the package needs more than the rest."""

from importlib.util import find_spec


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
