"""Changed layers equal the published ones, and can be taken from their pages."""

import pytest
import torch
import transformers

from mha_book.your_file.published_layers import compare
from mha_book.your_file.published_pairs import PAIRS
from mha_book.your_file.variants import take_definitions, variants

T = 12
BY_EXERCISE = {"OLMo 2"}  # its layer is an exercise's, which compares it itself


@pytest.fixture(scope="module")
def taken():
    """All layers of both pages, on top of the reader's file."""
    return variants()


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


@pytest.mark.parametrize("model", sorted({*PAIRS} - BY_EXERCISE))
def test_a_layer_equals_the_published_one(taken, model):
    found = compare(vars(taken), model)
    assert (found[["outputs", "gradients"]] < 1e-5).all(axis=None), found


FAULTS = {
    "Qwen3": ("QKNorm", "OpenAttention"),
    "Gemma 2": ("SoftCapped", "OpenAttention"),
    "GPT-NeoX": ("PartialRotary", "OpenAttention"),
}


@pytest.mark.parametrize("model", FAULTS)
def test_a_layer_without_its_change_is_seen(taken, model):
    """Its outputs differ by more than rounding."""
    name, instead = FAULTS[model]
    found = compare(vars(taken) | {name: getattr(taken, instead)}, model)
    assert found["outputs"].item() > 1e-3


def test_another_share_of_the_second_head_is_seen(taken):
    class Shifted(taken.Differential):
        def __init__(self, *sizes, **options):
            super().__init__(*sizes, start=0.3, **options)

    found = compare({"Differential": Shifted}, "DiffLlama")
    assert found["outputs"].item() > 1e-3


def test_a_sink_that_takes_nothing_is_seen(taken):
    class Lost(taken.WithSinks):
        def share(self, scores):
            return scores.softmax(dim=-1)

    found = compare({"WithSinks": Lost}, "gpt-oss")
    assert found["outputs"].item() > 1e-3


def test_windows_in_every_layer_are_mistrals(taken):
    """The whole model: 12 tokens, and a window of 4."""
    shape = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2}
    shape |= {"num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 11}
    config = transformers.MistralConfig(
        **shape,
        sliding_window=4,
        tie_word_embeddings=True,
        rms_norm_eps=1e-5,
        attn_implementation="eager",
    )
    theirs = transformers.MistralForCausalLM(config).eval()
    ours = taken.Decoder(11, 32, 4, 48, 2, num_kv_heads=2)
    for block in ours.blocks:
        block.attention = taken.Windowed(32, 4, rope_base=10_000.0, num_kv_heads=2)
        block.attention.width = 4
    state = theirs.state_dict()
    names = {"embedding": "model.embed_tokens", "norm": "model.norm"}
    for k in range(2):
        for our, their in (
            ("attention_norm", "input_layernorm"),
            ("mlp_norm", "post_attention_layernorm"),
            *((f"mlp.{n}", f"mlp.{n}_proj") for n in ("gate", "up", "down")),
            ("attention.query", "self_attn.q_proj"),
            ("attention.key", "self_attn.k_proj"),
            ("attention.value", "self_attn.v_proj"),
            ("attention.output", "self_attn.o_proj"),
        ):
            names[f"blocks.{k}.{our}"] = f"model.layers.{k}.{their}"
    ours.load_state_dict(
        {f"{n}.weight": state[f"{m}.weight"] for n, m in names.items()}
    )
    ids = torch.randint(11, (2, T))
    torch.testing.assert_close(ours(ids)[0], theirs(ids).logits, atol=1e-5, rtol=1e-4)
    ours.blocks[0].attention.width = 5
    assert (ours(ids)[0] - theirs(ids).logits).abs().max() > 1e-3


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        *((name, {}) for name in ("OpenAttention", "QKNorm", "Biased", "SoftCapped")),
        *((name, {}) for name in ("WithSinks", "Gated", "Differential", "Windowed")),
        ("PartialRotary", {"num_kv_heads": 2}),
        ("LatentAttention", {"latent_dim": 12, "rope_dim": 6}),
    ],
)
def test_word_by_word_a_cache_gives_the_same(taken, kind, options):
    layer = getattr(taken, kind)(32, 4, rope_base=10_000.0, **options)
    layer.width = 4  # of a window
    x, past, cache = torch.randn(2, T, 32), taken.causal_mask(T), taken.Cache()
    whole, _ = layer(x, past)
    steps = [layer(x[:, [t]], past[[t], : t + 1], cache)[0] for t in range(T)]
    torch.testing.assert_close(torch.cat(steps, dim=1), whole, atol=1e-5, rtol=1e-4)


def test_of_a_page_only_what_is_asked_for_runs(tmp_path):
    cells = "import math\n\nboom = undefined\n\na = 2\n\nb, c = a, math.pi\n\na = 3\n"
    page = f"```{{code-cell}} ipython3\n{cells}```\n"
    project = tmp_path
    (project / "book").mkdir()
    header = "---\njupytext:\n  text_representation:\n    format_name: myst\n"
    header += "kernelspec:\n  name: python3\n  display_name: x\n---\n\n# Page\n\n"
    (project / "book" / "page.md").write_text(header + page)
    found = take_definitions("page", ["a", "b"], project)
    assert found == {"a": 2, "b": 2}  # the first a
    with pytest.raises(KeyError, match="page does not define z"):
        take_definitions("page", ["a", "z"], project)


def test_what_a_page_is_given_it_can_use_and_define_anew(tmp_path):
    (tmp_path / "book").mkdir()
    page = "# Page\n\n```{code-cell} ipython3\nb = a + 1\n\na = 5\n```\n"
    (tmp_path / "book" / "page.md").write_text(page)
    given = {"a": 2}
    found = take_definitions("page", ["a", "b"], tmp_path, given)
    assert found == {"a": 5, "b": 3}
    assert given == {"a": 2}
