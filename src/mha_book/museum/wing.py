"""The wing of beliefs as HTML: what is doubted, why it is right, and what comes out."""

from collections.abc import Iterator
from html import escape

from mha_book.display.marked import marked
from mha_book.museum.beliefs import Doubted, all_doubted
from mha_book.museum.draw import (
    ISSUE,
    address_of,
    code,
    differing,
    doubt,
    fold,
    in_style,
    linked,
    on_screen,
    sourced,
)
from mha_book.museum.maps import draw_equal


class Wing:
    """Right code below each other: folds in a notebook and on the page, else names."""

    def __init__(self, exhibits: list[Doubted]) -> None:
        self.exhibits = exhibits

    def _repr_html_(self) -> str:
        return in_style("".join(map(draw, self.exhibits)))

    def __repr__(self) -> str:
        return "\n".join(
            f"{one.subject.name}: {one.belief.name}" for one in self.exhibits
        )


def wing() -> Wing:
    """Show the right code that readers take for wrong."""
    return Wing(all_doubted())


def draw(exhibit: Doubted) -> str:
    """One of them as a fold."""
    parts = (*_label(exhibit), *_numbers(exhibit), *_check(exhibit), *_story(exhibit))
    return fold(exhibit.subject, exhibit.belief.name, "", parts)


def _label(exhibit: Doubted) -> Iterator[str]:
    belief, listing = exhibit.belief, exhibit.subject.listing
    yield doubt(belief)
    if belief.lines:
        yield "<p>First the book’s lines, and then those that are doubted:</p>"
        yield code(differing(listing, belief))
    else:
        yield "<p>It is the book’s own code that is doubted:</p>"
        yield code(escape(exhibit.verdict.solution()))


def _numbers(exhibit: Doubted) -> Iterator[str]:
    if not exhibit.belief.lines:
        return
    on = marked(exhibit.setting.told)
    here = on_screen("Here they are:")
    yield f"<p>On {on}, both give the same numbers, but for rounding. {here}</p>"
    for name, one in exhibit.book.results.items():
        yield draw_equal(name, one, exhibit.own.results[name], exhibit.setting)


def _check(exhibit: Doubted) -> Iterator[str]:
    held = exhibit.verdict.right
    listed = "".join(f"<li>{escape(one)}</li>" for one in held)
    yield (
        f"<p><strong>Its check says:</strong> ✓ right, {len(held)} properties hold.</p>"
        '<details class="mha-on-screen"><summary>Show them</summary>'
        f"<ul>{listed}</ul></details>"
    )


def _story(exhibit: Doubted) -> Iterator[str]:
    source = exhibit.belief.source
    if ISSUE.match(source):
        said = f"Asked about, or doubted, in {linked(source)}. "
    else:
        said = f"It is written so in {marked(source)}. " if source else ""
    page = exhibit.belief.page or exhibit.subject.page
    here = address_of(exhibit.subject, exhibit.belief.name)
    yield sourced(
        said,
        f'<a href="{page}.html">The page that explains it</a>. '
        f'<a href="#{here}">A link to this exhibit</a>.',
    )
