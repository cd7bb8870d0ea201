"""A room as HTML: each exhibit a fold, whose label says the belief and refutes it."""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import cache
from html import escape
from importlib.resources import files
from textwrap import dedent

from mha.check.fault import Belief, Fault, Listing
from mha.check.subject import Subject
from mha_book.display.marked import marked
from mha_book.display.show import wrap
from mha_book.museum.beside import Exhibit, Stage
from mha_book.museum.followed import on_the_map
from mha_book.museum.maps import draw_stage
from mha_book.museum.rooms import exhibits_in
from mha_book.museum.sights import sight
from mha_book.museum.verdicts import verdicts

ISSUE = re.compile(r"([\w.-]+/[\w.-]+) (?:PR )?#(\d+)")
JOINT = re.compile(r"[/_]")  # behind it, a repository's long name may part
RIGHT, WRONG = "✓", "✗"  # before lines that differ
MISSING = "(no line)"  # where a fault leaves lines out, and writes none
IMPORT = re.compile(r"(import|from) ")


class Room:
    """Exhibits below each other: folds in a notebook and on the page, else names."""

    def __init__(self, exhibits: tuple[Exhibit, ...]) -> None:
        self.exhibits = exhibits

    def _repr_html_(self) -> str:
        folds = "".join(map(draw, self.exhibits))
        return in_style(folds)

    def __repr__(self) -> str:
        return "\n".join(
            f"{one.subject.name}: {one.fault.name}" for one in self.exhibits
        )


def room(name: str) -> Room:
    """Show a room of the museum.

    Args:
        name: one of `ROOMS`.
    """
    return Room(exhibits_in(name))


def in_style(folds: str) -> str:
    """Folds, and how they look."""
    return wrap(f'<style>{_style()}</style><div class="mha-museum">{folds}</div>')


@cache
def _style() -> str:
    return files("mha_book.museum").joinpath("style.css").read_text("utf-8")


def draw(exhibit: Exhibit) -> str:
    """An exhibit as a fold."""
    parts = (*_label(exhibit), *_numbers(exhibit), *_tests(exhibit), *_story(exhibit))
    return fold(exhibit.subject, exhibit.fault.name, sight(exhibit), parts)


def fold(subject: Subject, name: str, seen: str, parts: Iterable[str]) -> str:
    """What is shown of a fault, or of a belief, behind its name and a sight of it."""
    owner = f"<code>{escape(subject.name)}</code>"
    title = f'<span class="mha-name">{escape(name)}</span>'
    return (
        f'<details class="mha-exhibit"><summary>{title} {owner}{seen}</summary>'
        f'<div id="{address_of(subject, name)}">{"".join(parts)}</div></details>'
    )


def slug(exhibit: Exhibit) -> str:
    """What an address calls it."""
    return address_of(exhibit.subject, exhibit.fault.name)


def address_of(subject: Subject, name: str) -> str:
    """What an address calls a fault, or a belief, of something that is checked."""
    words = f"{subject.name} {name}".lower()
    return re.sub(r"[^a-z0-9]+", "-", words.replace("'", "")).strip("-")


def _label(exhibit: Exhibit) -> Iterator[str]:
    yield doubt(exhibit.fault)
    yield code(differing(exhibit.subject.listing, exhibit.fault))


def doubt(one: Fault | Belief) -> str:
    """What one thinks, and what is so instead."""
    return (
        f"<p><strong>One thinks:</strong> “{marked(one.belief)}”</p>"
        f"<p><strong>It is not so, because</strong> {marked(one.truth)}</p>"
    )


def code(lines: str) -> str:
    """Lines of HTML, those of a listing."""
    return f'<pre class="mha-differing" tabindex="0">{lines}</pre>'


def differing(listing: Listing, change: Fault | Belief) -> str:
    """The lines that differ: first as the listing has them, then changed.

    Their signs say which are right: what one doubts is, too, and stands together below
    all of the book's lines. What is imported is no part of either.
    """
    before = listing.source.splitlines()
    after = listing.text_with(change).splitlines()
    changed = RIGHT if isinstance(change, Belief) else WRONG
    shown = []
    for tag, *spans in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag != "equal":
            shown += [("del", RIGHT, one) for one in before[slice(*spans[:2])]]
            shown += [("ins", changed, one) for one in after[slice(*spans[2:])]]
    shown = [one for one in shown if one[-1].strip() and not IMPORT.match(one[-1])]
    if changed == RIGHT:
        shown.sort(key=lambda one: one[0] == "ins")
    elif all(mark == "del" for mark, *_ in shown):
        indent = len(shown[0][-1]) - len(shown[0][-1].lstrip())
        shown.append(("ins", WRONG, " " * indent + MISSING))
    plain = dedent("\n".join(line for *_, line in shown)).split("\n")
    marks = [(mark, sign) for mark, sign, _ in shown]
    return "".join(
        f'<{mark} data-sign="{sign}">{sign} {escape(line)}\n</{mark}>'
        for (mark, sign), line in zip(marks, plain, strict=True)
    )


def _numbers(exhibit: Exhibit) -> Iterator[str]:
    on = marked(exhibit.setting.told)
    if exhibit.faulty.counted:
        yield "<p>It runs, and nothing is raised. Its check counts its parameters:</p>"
    elif exhibit.message:
        yield f"<p>On {on} it gives no numbers, but a message:</p>"
    if exhibit.message:
        yield f'<pre tabindex="0">{escape(exhibit.message)}</pre>'
        return
    first, *rest = exhibit.seen
    yield f"<p>On {on}, the first step that differs is {_first(first)}</p>"
    yield draw_stage(first, exhibit.setting)
    for stage in rest:
        yield f"<p>What comes of it, in <code>{escape(stage.name)}</code>:</p>"
        yield draw_stage(stage, exhibit.setting)


def _first(stage: Stage) -> str:
    name = f"<code>{escape(stage.name)}</code>"
    if not stage.same_shape:
        return f"{name}, whose shape is another:"
    place = list(stage.place)
    where = f", at {place}," if place else ""
    framed = f". The first number that moves{where} has a frame"
    return f"{name}{on_screen(framed)}:"


def _tests(exhibit: Exhibit) -> Iterator[str]:
    rows = "".join(
        f"<tr><td>{escape(one.asked)}</td>"
        f"<td>{'✓ passes' if one.passes else '✗ fails'}</td>"
        f"<td>{escape(one.said)}</td></tr>"
        for one in verdicts(exhibit)
    )
    yield (
        '<table class="mha-verdicts"><thead><tr><th scope="col">a test whether …</th>'
        '<th scope="col">says</th><th scope="col">it sees</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _story(exhibit: Exhibit) -> Iterator[str]:
    fault = exhibit.fault
    yield f"<p><strong>What one sees:</strong> {marked(fault.symptom)}</p>"
    if fault.measured:
        measured = f"<strong>Loss and score:</strong> {marked(fault.measured)}"
        yield f'<p class="mha-on-screen">{measured}</p>'
    page = f"{exhibit.subject.page}.html"
    followed = on_the_map(exhibit)
    also = (
        f'<a href="{escape(followed)}">Follow it on the map</a>. ' if followed else ""
    )
    yield sourced(
        f"Made, and found, in {linked(fault.source)}. ",
        f'{also}<a href="{page}">The page that writes it as it should be</a>. '
        f'<a href="#{slug(exhibit)}">A link to this exhibit</a>.',
    )


def sourced(said: str, more: str) -> str:
    """Where it comes from, and what else can be opened."""
    return f'<p class="mha-source">{said}{on_screen(more)}</p>'


def on_screen(said: str) -> str:
    """What a printed exhibit leaves out, to be short."""
    return f'<span class="mha-on-screen">{said}</span>'


def linked(sources: str) -> str:
    """Reports, each with its address."""
    return ", ".join(map(_source, sources.split("; ")))


def _source(source: str) -> str:
    """A report with its address, where it says whose repository it is."""
    found = ISSUE.match(source)
    if not found:
        return escape(source)
    address = f"https://github.com/{found[1]}/issues/{found[2]}"
    named = JOINT.sub(r"\g<0><wbr>", escape(source))
    return f'<a href="{address}">{named}</a>'
