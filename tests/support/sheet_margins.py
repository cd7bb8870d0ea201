"""How far from the edges of a sheet of paper its letters begin."""

from pypdf import PageObject, mult

MILLIMETRES = 25.4 / 72  # a point


def margins_of(page: PageObject) -> tuple[int, int]:
    """Millimetres on the left, and above the feet of the first line."""
    places = []

    def keep(text, matrix, of_text, *_):
        if text.strip():
            places.append(mult(of_text, matrix)[4:])

    page.extract_text(visitor_text=keep)
    left, top = min(x for x, _ in places), max(y for _, y in places)
    height = float(page.mediabox.height)
    return round(left * MILLIMETRES), round((height - top) * MILLIMETRES)
