"""A trace as one page of HTML, which needs no network and, to be read, no script."""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from importlib.resources import files
from pathlib import Path

from mha.tracing.compare import Comparison, Moved, compare
from mha.tracing.lines import Line
from mha.tracing.numbers import Numbers, written
from mha.tracing.steps import Origin, Output, Ref, Step, Trace
from mha.tracing.tables import tables
from mha.tracing.told import first_number, told, where

FOLDER = files("mha.tracing")
FUSED = (
    "One fused operation: its scores and weights are in no tensor. Where a layer can "
    "return its weights, ask for them, and it computes them one by one."
)
KINDS = {
    "view": "A view of",
    "same": "The same tensor as",
    "changed": "Changed in place:",
}


def write_page(trace: Trace, path: Path, beside: Trace | None) -> Path:
    """Write the page into a file."""
    path.write_text(page_of(trace, beside), encoding="utf-8")
    return path


def page_of(trace: Trace, beside: Trace | None = None) -> str:
    """The page's HTML; all that comes from the trace is escaped."""
    page = Page(trace, compare(trace, beside) if beside else None)
    parts = {
        "style": FOLDER.joinpath("page.css").read_text(encoding="utf-8"),
        "script": FOLDER.joinpath("page.js").read_text(encoding="utf-8"),
        "title": escape(trace.title) + (", beside another run" if beside else ""),
        "count": f"{len(trace):,} operation{'' if len(trace) == 1 else 's'}",
        "notes": "".join(f"<p class=note>{escape(one)}</p>" for one in trace.notes),
        "compared": page.compared(),
        "list": page.listed(),
        "steps": page.articles(),
    }
    frame = FOLDER.joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], frame)


class Page:
    """The parts of a page that depend on the trace.

    Args:
        trace: what is shown.
        other: what became of it in another run.
    """

    def __init__(self, trace: Trace, other: Comparison | None):
        self.trace, self.other = trace, other
        self.lit = first_number(trace, other) if other else ""
        self.forms: dict[str, str] = {one.key: one.kind for one in trace.origins}
        self.forms |= {str(step.number): step.name for step in trace.steps}
        self.users: dict[str, list[Step]] = {}
        for step in trace.steps:
            for key in dict.fromkeys(ref.key for ref in step.made_from):
                self.users.setdefault(key, []).append(step)

    def compared(self) -> str:
        """What a second run has changed, in words."""
        if self.other is None:
            return ""
        words = [
            escape(one) + (f' <a href="#{at(key)}">Go there</a>' if key else "")
            for one, key in told(self.trace, self.other)
        ]
        words += ["A shade says how far a step has moved."] if self.lit else []
        return f"<p class=compared>{' '.join(words)}</p>"

    def listed(self) -> str:
        """Each operation on a line, below the module that ran it."""
        lines = [self._item(o.key, o.label, o.numbers) for o in self.trace.origins]
        began = f"What it began with ({len(lines)})"
        parts = [
            f"<details><summary>{began}</summary><ol>{''.join(lines)}</ol></details>"
        ]
        parts.append("<ol>")
        module = None
        for step in self.trace.steps:
            parts += self._only_there(step.number - 1)
            if (step.module, step.kind) != module and (step.module or step.kind):
                module = step.module, step.kind
                name = f"{escape(step.module)} <i>{escape(step.kind)}</i>"
                parts.append(f"<li class=in>{name}</li>")
            first = step.outputs[0].numbers if step.outputs else None
            key = str(step.number)
            parts.append(self._item(key, step.name, first, step.number))
        parts += [*self._only_there(len(self.trace)), "</ol>"]
        return "".join(parts)

    def _item(
        self, key: str, name: str, numbers: Numbers | None, number: int | None = None
    ) -> str:
        count = f"<b>{number}</b> " if number else ""
        shape = f" <span>{shape_of(numbers)}</span>" if numbers else ""
        moved = self._moved(key)
        part = max((one.part for one in moved), default=0.0)
        shade = f' style="--m:{max(part, 0.08):.2f}" class=moved' if part else ""
        said = " <em>moved</em>" if part else ""
        if self.other and number and number not in self.other.pairs:
            said = " <em>only here</em>"
        link = f'<a href="#{at(key)}">{count}{escape(name)}{shape}{said}</a>'
        return f"<li{shade}>{link}</li>"

    def _only_there(self, after: int) -> list[str]:
        steps = self.other.there.get(after, []) if self.other else []
        return [
            f"<li class=there>{escape(step.name)} <span>in the other run alone, "
            f"{escape(where(step))}</span></li>"
            for step in steps
        ]

    def _moved(self, key: str) -> tuple[Moved, ...]:
        return self.other.moved.get(key, ()) if self.other else ()

    def articles(self) -> str:
        """Each operation in full, then what it all began with."""
        steps = (self._step(step) for step in self.trace.steps)
        return "".join([*steps, *map(self._origin, self.trace.origins)])

    def _origin(self, origin: Origin) -> str:
        moved = next(iter(self._moved(origin.key)), None)
        body = self._numbers(origin.key, origin.numbers, moved)
        head = f"<h2 tabindex=-1>{escape(origin.label)} <i>{origin.kind}</i></h2>"
        return article(origin.key, origin.label, head + body + self._used(origin.key))

    def _step(self, step: Step) -> str:
        key = str(step.number)
        head = f"<h2 tabindex=-1>#{step.number} {escape(step.name)}</h2>"
        lines = "".join(map(source, step.lines))
        call = "".join(one if isinstance(one, str) else "" for one in step.call)
        parts = [head, self._around(step), lines, self._call(step)]
        parts += [f"<p class=note>{FUSED}</p>"] if "dot_product" in step.name else []
        parts += [f"<p>It gives <code>{escape(step.value)}</code></p>"] * bool(
            step.value
        )
        moves = [*self._moved(key), *[None] * len(step.outputs)]
        several = len(step.outputs) > 1
        for place, (output, moved) in enumerate(zip(step.outputs, moves, strict=False)):
            name = f"<h3>[{place}]</h3>" if several else ""
            parts.append(name + self._output(key, output, moved))
        if self.other and step.number not in self.other.pairs:
            parts.append("<p class=note>The other run has no such operation here.</p>")
        find = (step.name, call, step.module, step.kind, *map(text_of, step.lines))
        shapes = (shape_of(one.numbers) for one in step.outputs)
        parts += [self._used(key), self._returned(key)]
        return article(key, " ".join((*find, *shapes)), "".join(parts))

    def _around(self, step: Step) -> str:
        path = f"<code>{escape(step.module)}</code> " if step.module else ""
        return f"<p class=in>in {path}{escape(step.kind)}</p>" if step.kind else ""

    def _call(self, step: Step) -> str:
        plain = (x if isinstance(x, str) else replace(x, changed=0) for x in step.call)
        call = "".join(escape(x) if isinstance(x, str) else link(x) for x in plain)
        sources = [link(ref, self.forms[ref.key]) for ref in step.made_from]
        made = f"<p>Made from {joined(sources)}.</p>" if sources else ""
        return (
            f'<p><code class=call title="{escape(step.full)}">{call}</code></p>{made}'
        )

    def _output(self, key: str, output: Output, moved: Moved | None) -> str:
        kind = f"{KINDS[output.kind]} {link(output.of)}" if output.of else ""
        memory = ", and no number was copied" if output.kind == "view" else ""
        also = [link(ref) for ref in output.also]
        also = (
            f" What lies in the same memory has changed with it: {joined(also)}."
            * bool(also)
        )
        kind = f"<p class=kind>{kind}{memory}.{also}</p>" if kind else ""
        return kind + self._numbers(key, output.numbers, moved)

    def _numbers(self, key: str, numbers: Numbers, moved: Moved | None) -> str:
        return self._form(numbers, moved) + tables(numbers, moved, key == self.lit)

    def _form(self, numbers: Numbers, moved: Moved | None) -> str:
        parts = [
            f"<b>{shape_of(numbers)}</b>",
            f"strides {shape_of(numbers, 'stride')}",
        ]
        parts += [escape(numbers.dtype), escape(numbers.range)]
        parts += ["each row sums to 1"] if numbers.rows_sum_to_1 else []
        parts += [escape(numbers.device)] if numbers.device != "cpu" else []
        if moved and moved.by:
            small = (
                f"{written(moved.by)} at most"
                if moved.by < float("inf")
                else "out of measure"
            )
            if moved.other.shape != numbers.shape:
                small = f"there the shape is {shape_of(moved.other)}"
            parts.append(f"<em>moved: {small}</em>")
        return f"<p class=form>{' · '.join(filter(None, parts))}</p>"

    def _used(self, key: str) -> str:
        users = [
            link(Ref(str(one.number), f"#{one.number}"), one.name)
            for one in self.users.get(key, [])
        ]
        return f"<p>Used by {joined(users)}.</p>" if users else ""

    def _returned(self, key: str) -> str:
        places = [
            place
            for place, ref in self.trace.returned
            if ref and key == (str(ref.changed) if ref.changed else ref.key)
        ]
        if not places:
            return ""
        names = joined(f"<code>{escape(one)}</code>" for one in places if one)
        return f"<p>Returned{f' as {names}' if names else ''}.</p>"


def article(key: str, find: str, body: str) -> str:
    """A step of the page, and the words that a search finds it by."""
    words = escape(" ".join(find.split()).lower())
    return f'<article id="{at(key)}" data-find="{words}">{body}</article>'


def source(line: Line) -> str:
    """A line of source, with the part marked that is the call."""
    call = re.sub(r"(?m)\S.*$", r"<mark>\g<0></mark>", escape(line.call))  # each line
    text = escape(line.before) + call + escape(line.after)
    if not (line.before + line.call + line.after).strip():
        text = "<i>This line's text cannot be read.</i>"
    whose = "" if line.whose == "yours" else " class=library"
    caption = f"<figcaption>{escape(line.place)}</figcaption>"
    return f"<figure{whose}>{caption}<pre>{text}</pre></figure>"


def text_of(line: Line) -> str:
    """A line as one searches for it."""
    return f"{line.place} {line.before}{line.call}{line.after}"


def link(ref: Ref, name: str = "") -> str:
    """A link to what made a tensor, by its name, and to what has changed it since."""
    text = f'<a href="#{at(ref.key)}">{escape(ref.label)}</a>'
    text += f" <i>{escape(name)}</i>" if name else ""
    changed = str(ref.changed)
    after = f' as <a href="#{at(changed)}">#{changed}</a> left it'
    return text + after if ref.changed else text


def at(key: str) -> str:
    """Where an operation or an origin stands on the page."""
    return f"s{key}" if key.isdigit() else key


def shape_of(numbers: Numbers, what: str = "shape") -> str:
    """Sizes or strides, as Python writes them."""
    return str(getattr(numbers, what))


def joined(parts: Iterable[str]) -> str:
    """A list, in words."""
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last
