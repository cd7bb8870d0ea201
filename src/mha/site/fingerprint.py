"""One name for the code that chapters run with."""

import hashlib
from pathlib import Path


def fingerprint(project: Path) -> str:
    """Hash the package's files and the pinned environment.

    Args:
        project: the folder that holds ``src`` and ``requirements.txt``.

    Returns:
        16 hexadecimal digits; any change in a name or a content gives others.
    """
    files = sorted(
        path
        for path in (project / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not _is_metadata(path)
    )
    digest = hashlib.sha256()
    for path in [*files, project / "requirements.txt"]:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(project)} {content}\n".encode())
    return digest.hexdigest()[:16]


def _is_metadata(path: Path) -> bool:
    return any(part.endswith(".egg-info") for part in path.parts)
