"""What comes from other packages: what to install, and whether it is what it was."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path


def require(*packages: str, extra: str = "texts") -> None:
    """Raise ModuleNotFoundError unless each package can be imported.

    The message is one line, and says what to type in a copy of this project.

    Args:
        packages: their names, as they are imported.
        extra: the list in pyproject.toml that brings them.
    """
    for package in packages:
        if find_spec(package) is None:
            raise ModuleNotFoundError(
                f"{package} is not installed: in a copy of this project, "
                f"pip install '.[{extra}]'",
                name=package,
            )


def inside_package(
    path: str, requirement: str, sha256: Mapping[str, str] | None = None
) -> Path:
    """Where a file or folder of an installed package lies.

    The package is found, not imported, since importing it may load a whole library.

    Args:
        path: the package's name, then the way inside it, as "package/folder/file".
        requirement: what pip installs to have it.
        sha256: what files, or folders of texts, below the path must have; "." is the
            path itself.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.
        ValueError: a file is not what it was; says which, expected and found.
    """
    package, _, inside = path.partition("/")
    found = find_spec(package)
    places = list(getattr(found, "submodule_search_locations", None) or [])
    for place in (Path(place) / inside for place in places):
        if place.exists():
            for name, expected in (sha256 or {}).items():
                _check_sha256(place / name, expected, requirement)
            return place
    raise FileNotFoundError(
        f"{path} is not in {places or 'any package'}: pip install {requirement}"
    )


def _check_sha256(place: Path, expected: str, requirement: str) -> None:
    again = f"pip install --force-reinstall {requirement}"
    files = [place] if place.is_file() else sorted(place.glob("*.txt"))
    if not files:
        raise FileNotFoundError(f"there is no {place}: {again}")
    states = [file.stat() for file in files]
    changes = tuple((state.st_size, state.st_mtime_ns) for state in states)
    found = _sha256(place, tuple(files), changes)
    if found != expected:
        what = f"{place} ({len(files)} files)" if place.is_dir() else place
        raise ValueError(f"{what} has sha256 {found}; expected {expected}: {again}")


@cache  # read once, unless a size or a time of change tells that it is another
def _sha256(place: Path, files: tuple[Path, ...], changes: tuple) -> str:
    """A file's; or a folder's, of a line for each of its files: name, then sha256."""
    digests = []
    for file in files:
        with file.open("rb") as content:
            digests.append(hashlib.file_digest(content, "sha256").hexdigest())
    if files == (place,):
        return digests[0]
    pairs = zip(files, digests, strict=True)
    lines = "".join(f"{file.name} {digest}\n" for file, digest in pairs)
    return hashlib.sha256(lines.encode()).hexdigest()
