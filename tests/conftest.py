"""Settings that every test shares."""

from pathlib import Path

from hypothesis import settings

PROJECT = Path(__file__).parent.parent
CHAPTERS = sorted(
    path
    for path in (PROJECT / "book").glob("*.md")
    if path.read_text(encoding="utf-8").startswith("---")
)

# Seeds are drawn anew in each run and printed with a failure; machines differ in
# speed, so no example is failed for being slow.
settings.register_profile("book", deadline=None, print_blob=True, max_examples=100)
settings.load_profile("book")
