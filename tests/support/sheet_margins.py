"""How far from the edges of a sheet of paper its letters begin."""

from pypdf import PageObject, mult

MILLIMETRES = 25.4 / 72  # a point


def margins_of(page: PageObject) -> tuple[int, int, int]:
    """Millimetres on the left, and above the feet of the first line and the second."""
    places = []

    def keep(text, matrix, of_text, *_):
        if text.strip():
            places.append(mult(of_text, matrix)[4:])

    page.extract_text(visitor_text=keep)
    height = float(page.mediabox.height)
    first, second, *_ = sorted({round(height - y) for _, y in places})
    left = min(x for x, _ in places)
    return tuple(round(far * MILLIMETRES) for far in (left, first, second))
