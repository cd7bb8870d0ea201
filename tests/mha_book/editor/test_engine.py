"""Listings in the page's own Python: what is right passes, and each fault is named."""

import random
from pathlib import Path

import pytest
import torch

from mha_book.editor import bundle
from mha_book.editor.parts import PAGES
from mha_book.editor.posed import arguments_of, posed
from mha_book.exercises.contents import WRITTEN
from python_on_pages import answers_to, job_of
from records import Record
from seeds import any_seed

READ = Record(Path(__file__).with_name("told.txt"))
PARTS = [(page, part) for page, parts in PAGES.items() for part in parts]
HEAD = "def attend(query, key, value, mask=None):\n    "
OWN = "def own(query):\n    return query.sofmax(-1)\n\n\n"
SEEN = {
    "no Python": "def attend(:",
    "no function": "x = 3",
    "no such package": "import numpy",
    "a star": "x = [*range(3)]",
    "nothing comes back": HEAD + "...",
    "no such method": HEAD + "x = query.sofmax(-1)",
    "no such name": HEAD + "return query / sqrt(2), key",
    "an argument is changed": HEAD + "query += 1\n    return query, key",
    "sizes that do not meet": HEAD + "return key @ query, 1",
    "one thing": HEAD + "return query",
    "three things": HEAD + "return query, key, value",
    "no tensor": HEAD + "return query, 1",
    "another shape": HEAD + "return query, key",
    "in a function of one's own": OWN + HEAD + "return own(query), key",
    "for a run by itself": 'if __name__ == "__main__":\n    1 / 0',
    "whole numbers": HEAD + "return value[:1].long(), key[:1].long()",
}


def own_text(part, *faults) -> str:
    """The catalogue's listing as one would type it on the page."""
    lines = part.subject.listing.text_with(*faults).splitlines()
    return "\n".join(line for line in lines if "mha.check" not in line)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The listing of each part, right and with each fault, and what came of it."""
    asked = [
        (page, part, fault)
        for page, part in PARTS
        for fault in (None, *part.subject.listing.faults)
    ]
    jobs = [
        job_of(posed(page, part), own_text(part, *([fault] if fault else [])))
        for page, part, fault in asked
    ]
    attend = posed(*PARTS[0])
    jobs += [job_of(attend, source) for source in SEEN.values()]
    found = answers_to(jobs, tmp_path_factory.mktemp("runs"))
    judged = {
        (part.name, fault and fault.name): one
        for (_, part, fault), one in zip(asked, found, strict=False)
    }
    return judged, found[len(asked) :]


@pytest.mark.parametrize(("page", "part"), PARTS, ids=[part.name for _, part in PARTS])
def test_what_is_right_passes_and_each_fault_gets_its_own_name(page, part, runs):
    judged, _ = runs
    assert judged[part.name, None]["verdict"] == {"is": "right"}
    told = {fault["name"] for fault in posed(page, part)["faults"]}
    for fault in part.subject.listing.faults:
        found = judged[part.name, fault.name]
        if fault.name in told:
            assert fault.name in found["told"], fault.name
        else:  # of what the page does not write: an argument of a later one
            assert found["verdict"] == {"is": "right"}, fault.name


def test_what_one_starts_from_gives_nothing_and_is_no_mistake(tmp_path):
    starts = [posed(page, part) for page, part in PARTS]
    found = answers_to([job_of(one, one["start"]) for one in starts], tmp_path)
    for start, one in zip(starts, found, strict=True):
        assert one["verdict"]["is"] == "unknown", start["name"]
        assert "it returns nothing" in one["told"], start["name"]


def test_nearly_every_fault_is_told():
    silent = [
        f"{part.name}: {fault.name}"
        for page, part in PARTS
        for fault in part.subject.listing.faults
        if fault.name not in {one["name"] for one in posed(page, part)["faults"]}
    ]
    assert silent == ["rotate: The start is ignored"]


def test_what_is_told_of_what_goes_wrong_is_what_was_read(runs):
    _, found = runs
    for (name, source), one in zip(SEEN.items(), found, strict=True):
        READ.holds(name, [*source.splitlines(), one["told"]])
    READ.has_only(set(SEEN))


def test_a_class_is_handed_matrices_by_the_names_of_what_they_make():
    asked = {part.name: arguments_of(page, part) for page, part in PARTS if part.roles}
    matrices = [f"matrix of the {one}" for one in ("query", "key", "value", "output")]
    for name, told in asked.items():
        assert told == ["x", *matrices[: len(told) - 3], "", "mask"], name
    assert asked


def test_the_exercises_count_what_is_written():
    names = {page: tuple(one.name for one in parts) for page, parts in PAGES.items()}
    assert names == WRITTEN


CALLS = """a + b|a - b|a * b|a / b|2 * a|0.5 - a|1 / b|2.0 ** a|a ** 2|-a|a == b|a < b
a >= 0|~(a > 0)|a @ b.mT|(a @ b.mT).softmax(dim=-1)|a.softmax(dim=0)|a.transpose(0, 1)
a.mT|a.reshape(3, -1)|a.view(2, -1)|a.flatten(-2)|a.permute(2, 0, 1)|a.movedim(0, -1)
a[0]|a[..., -1, :]|a[:, None]|a[:, 1:]|a[..., ::2]|a[a > 0]|a.sum(dim=-1, keepdim=True)
a.mean()|a.max(dim=-1).values|a.argmax(dim=-1)|a.amax(dim=0)|a.tril()|a.triu(diagonal=1)
a.exp()|a.abs().sqrt()|a.sin()|a.cos()|a.masked_fill(b > 0, float("-inf"))|a.std(dim=-1)
torch.where(a > b, a, b)|torch.cat([a, b], dim=1)|torch.stack([a, b], dim=-1)|a.flip(0)
a.repeat_interleave(2, dim=1)|a[:, :1].expand(-1, 3, -1)|torch.stack(a.unbind(0))
torch.stack(a.chunk(2, dim=-1))|torch.arange(0, 6, 2) / 6|torch.zeros(2, 3)|torch.eye(3)
torch.ones(3, 3, dtype=torch.bool).tril()|torch.full((2, 2), 7)|a.unflatten(-1, (2, 2))
a.half().float()|torch.tensor([[1.5, 2], [3, 4]])|a.contiguous()"""
EXPRESSIONS = CALLS.replace("\n", "|").split("|")
PRINTED = ("a", "a > 0", "a.mT.shape", "torch.arange(5)", "a[0, 0, 0]", "a / 1e5")


def test_the_small_torch_computes_there_what_torch_computes(tmp_path):
    rng = random.Random(any_seed())
    values = [[round(rng.uniform(-2, 2), 3) for _ in range(24)] for _ in range(2)]
    given = [{"dtype": "float32", "shape": [2, 3, 4], "values": one} for one in values]
    listed = "".join(f"        {one},\n" for one in EXPRESSIONS)
    shown = "".join(f"    print({one})\n" for one in PRINTED)
    source = f"import torch\n\n\ndef f(a, b):\n{shown}    return [\n{listed}    ]\n"
    call = {"args": given, "named": {}, "told": "*two* tensors"}
    job = {"name": "f", "before": "", "source": source, "calls": [call], "roles": []}
    (run,) = answers_to([job | {"results": EXPRESSIONS}], tmp_path)
    a, b = (torch.tensor(one).view(2, 3, 4) for one in values)
    names = {"torch": torch, "a": a, "b": b}
    (found,) = run["answer"]["calls"]
    for expression, one in zip(EXPRESSIONS, found["results"], strict=True):
        wanted = eval(expression, names)
        numbers = torch.tensor([float(n) for n in one["values"]]).view(one["shape"])
        assert numbers.shape == wanted.shape, expression
        assert torch.allclose(numbers, wanted.float(), atol=1e-5), expression
    said = [str(eval(one, names)) for one in PRINTED]
    assert run["said"] == ["On two tensors:", *"\n".join(said).split("\n")]


def test_of_what_a_loop_prints_two_hundred_lines_come_and_the_rest_is_counted(
    tmp_path,
):
    source = "def f(a):\n    for n in range(205):\n        print(n)\n    return a\n"
    given = {"dtype": "float32", "shape": [1], "values": [1.0]}
    call = {"args": [given], "named": {}, "told": "*a number*"}
    job = {"name": "f", "before": "", "source": source, "calls": [call], "roles": []}
    (run,) = answers_to([job | {"results": ["a"]}], tmp_path)
    assert run["said"] == ["On a number:", *map(str, range(199))]
    assert run["answer"]["cut"] == 6


def test_without_micropython_it_says_what_brings_it(monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "PACKAGE", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"-m mha_book\.editor\.fetch"):
        bundle.page_script()
