"""A page as it is printed on A4."""

import checks


def put_on_paper(page, address, name):
    """Open a page as A4 has it: its width, less the margins."""
    checks.Visit(page, f"{address}/{name}.html")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 658, "height": 900})
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
