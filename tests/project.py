"""Where the project's files are."""

from pathlib import Path

PROJECT = Path(__file__).parent.parent
CHAPTERS = sorted(
    path
    for path in (PROJECT / "book").glob("*.md")
    if path.read_text(encoding="utf-8").startswith("---\njupytext")
)
