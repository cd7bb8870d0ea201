"""Public forms with a fault planted in their lines: each is found, most are named."""

import importlib

import pytest
import torch
import transformers
from torch import nn

import attention_forms
from attention_forms import FORMS
from corrupt import corrupted
from mha.check import doctor

WIDTH = "Divided by the root of the model’s width"
UNDIVIDED = "The scores are not divided"
QUERIES = "The softmax runs over the queries"
UNSWAPPED = "The heads are joined without the exchange"
VIEW = "The heads are cut by one view"
AFTER = "The mask comes after the softmax"
UNUSED = "The mask is never used"
LOOKS = "No word looks ahead"
APART = "The texts of a batch stay apart"
AGAIN = "After eval(), the same call gives the same"
INPUT = "It leaves its input as it is"
KEPT = "Word by word is as all at once"
WAY_BACK = "Gradients reach every matrix"
OTHER = "Queries ask the other text"
LAYERS = "zip(self.linears, (query, key, value)"
HIDES = "What a mask hides changes nothing"
LARGE = "Large numbers stay finite"

# A form, what is changed in it, and the mistake's name, or the property that fails.
PLANTED = [
    ("timm", [("(dim // num_heads) ** -0.5", "dim ** -0.5")], WIDTH),
    ("timm", [("q * self.scale", "q")], UNDIVIDED),
    ("timm", [("softmax(dim=-1)", "softmax(dim=-2)")], QUERIES),
    (
        "timm",
        [("softmax(dim=-1)", "softmax(dim=1)")],
        "The softmax runs over the heads",
    ),
    ("timm", [("softmax(dim=-1)", "softmax(dim=0)")], APART),
    ("timm", [("(attn @ v).transpose(1, 2).reshape", "(attn @ v).reshape")], UNSWAPPED),
    (
        "timm",
        [("attn @ v", "attn @ k")],
        "The keys are handed over as values",
    ),
    ("timm", [("self.proj_drop(self.proj(x))", "self.proj_drop(x)")], "left out"),
    ("timm", [("k.transpose(-2, -1)", "q.transpose(-2, -1)")], "queries"),
    (
        "timm",
        [("* self.scale)", "/ self.scale)")],
        "multiplied by the root of the width",
    ),
    (
        "timm",
        [("(dim // num_heads) ** -0.5", "(dim // num_heads) ** -1")],
        "by the width",
    ),
    (
        "timm",
        [
            (
                "attn = attn.softmax(dim=-1)",
                "attn = attn.exp() / attn.exp().sum(-1, True)",
            )
        ],
        LARGE,
    ),
    ("timm", [("B, N, C = x.shape", "B, N, C = x.shape; x += 1")], INPUT),
    ("timm", [("attn = self.attn_drop(attn)", "attn = F.dropout(attn, 0.1)")], AGAIN),
    (
        "timm",
        [("self.attn_drop(attn)", "attn / attn.sum(dim=0, keepdim=True)")],
        APART,
    ),
    (
        "timm",
        [
            ("return self.proj_drop(self.proj(x))", "return x + self.proj(x)"),
            ("x = (attn @ v)", "y = (attn @ v)"),
            ("return x + self.proj(x)", "return x + self.proj(y)"),
        ],
        "The word itself is added already",
    ),
    ("minGPT", [("k.size(-1)", "C")], WIDTH),
    ("minGPT", [(" * (1.0 / math.sqrt(k.size(-1)))", "")], UNDIVIDED),
    ("minGPT", [(":T] == 0", ":T] == 1")], "True where it is hidden"),
    (
        "minGPT",
        [
            (
                "torch.tril(torch.ones(size, size))",
                "torch.tril(torch.ones(size, size), 1)",
            )
        ],
        "one too far",
    ),
    (
        "minGPT",
        [
            (
                "torch.tril(torch.ones(size, size))",
                "torch.tril(torch.ones(size, size), -1)",
            )
        ],
        "may not look at itself",
    ),
    ("minGPT", [("        att = att.masked_fill(", "        att.masked_fill(")], LOOKS),
    ("minGPT", [('float("-inf")', "0.0")], LOOKS),
    ("minGPT", [("F.softmax(att, dim=-1)", "F.softmax(att, dim=-2)")], QUERIES),
    ("minGPT", [("y.transpose(1, 2).contiguous()", "y.contiguous()")], UNSWAPPED),
    (
        "minGPT",
        [
            (
                "k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)",
                "k.reshape(B, self.n_head, T, C // self.n_head)",
            ),
            (
                "q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)",
                "q.reshape(B, self.n_head, T, C // self.n_head)",
            ),
            (
                "v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)",
                "v.reshape(B, self.n_head, T, C // self.n_head)",
            ),
        ],
        VIEW,
    ),
    (
        "minGPT",
        [
            (
                'att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))',
                "pass",
            ),
            ("att = self.attn_dropout(att)", "att = att * self.bias[:, :, :T, :T]"),
        ],
        AFTER,
    ),
    ("nanoGPT", [("if self.training else 0", "")], AGAIN),
    ("nanoGPT", [("is_causal=True", "is_causal=False")], LOOKS),
    ("nanoGPT", [("y.transpose(1, 2).contiguous().view", "y.reshape")], UNSWAPPED),
    ("lucidrains", [("dim_head**-0.5", "dim**-0.5")], WIDTH),
    (
        "lucidrains",
        [
            ("~mask[:, None, None, :]", "mask[:, None, None, :]"),
            ("-torch.finfo(x.dtype).max", "0.0"),
        ],
        HIDES,
    ),
    ("lucidrains", [("~mask[:, None, None, :]", "~mask[:, None, :, None]")], HIDES),
    ("lucidrains", [("dots = dots.masked_fill", "dots.masked_fill")], UNUSED),
    ("lucidrains across", [(".chunk(3", ".chunk(3")], None),
    (
        "annotated",
        [("p_attn = scores.softmax(dim=-1)", "p_attn = scores.softmax(dim=1)")],
        "The softmax runs over the heads",
    ),
    ("annotated", [("-1e9", "-1e-9")], "Hidden words have the score 0"),
    (
        "annotated",
        [("scores = scores.masked_fill(mask == 0, -1e9)", "scores = scores * mask")],
        "Hidden words have the score 0",
    ),
    ("annotated", [("x.transpose(1, 2).contiguous()", "x.contiguous()")], UNSWAPPED),
    ("annotated", [("(query, key, value))", "(query, query, value))")], None),
    ("jadore", [("q / d_k**0.5", "q / (d_k * n_head) ** 0.5")], WIDTH),
    (
        "jadore",
        [("F.softmax(attn, dim=-1)", "F.softmax(attn, dim=1)")],
        "over the heads",
    ),
    ("rasbt", [("self.mask.bool()", "(self.mask == 0)")], LOOKS),
    ("rasbt", [("keys.shape[-1] ** 0.5", "self.d_out ** 0.5")], WIDTH),
    ("rasbt", [("attn_scores.masked_fill_(", "attn_scores.masked_fill(")], LOOKS),
    (
        "lecture",
        [
            (
                "torch.cat([h(x) for h in self.heads], dim=-1)",
                "torch.cat([self.heads[0](x) for h in self.heads], dim=-1)",
            )
        ],
        None,
    ),
    (
        "llama by meta",
        [
            (
                "xk = xk.repeat_interleave(self.n_rep, dim=2)",
                "xk = xk.repeat(1, 1, self.n_rep, 1)",
            ),
            (
                "xv = xv.repeat_interleave(self.n_rep, dim=2)",
                "xv = xv.repeat(1, 1, self.n_rep, 1)",
            ),
        ],
        "The heads are repeated as a row",
    ),
    (
        "llama by meta",
        [("math.sqrt(self.head_dim)", "math.sqrt(self.n_heads)")],
        "the number of heads",
    ),
    ("former", [("keys = keys / (s ** (1 / 4))", "")], None),
    ("former", [("s ** (1 / 4)", "e ** (1 / 4)")], WIDTH),
    ("fairseq", [("* self.scaling", "")], UNDIVIDED),
    (
        "fairseq",
        [("softmax(attn_weights, dim=-1)", "softmax(attn_weights, dim=0)")],
        APART,
    ),
    ("fairseq", [("attn.transpose(0, 1).contiguous().view(", "attn.reshape(")], APART),
    (
        "rotary",
        [
            ("is_causal=True", "is_causal=False"),
            ("class Rotary", "class Causal"),
        ],
        None,
    ),
]
PLANTED += [
    ("timm", [("qkv = self.qkv(x)", "qkv = self.qkv(x).detach()")], WAY_BACK),
    ("timm", [("qkv = self.qkv(x)", "qkv = self.qkv(x.detach())")], WAY_BACK),
    ("annotated", [(LAYERS, LAYERS.replace("key, value", "query, query"))], OTHER),
    ("annotated", [(LAYERS, LAYERS.replace("value", "key"))], OTHER),
    ("annotated", [(LAYERS, LAYERS.replace("query, key", "key, query"))], OTHER),
    ("lucidrains across", [("self.to_kv(context)", "self.to_kv(x)")], OTHER),
    ("lecture", [("nn.ModuleList(", "list(")], "stand in a plain list"),
    (
        "lucidrains",
        [
            (
                "~mask[:, None, None, :]",
                "~mask.repeat(self.heads, 1).view(len(x), -1, 1, x.shape[1])",
            )
        ],
        HIDES,
    ),
    ("remembers", [("start + torch", "torch")], KEPT),
    ("remembers", [("k, v = cache.extend", "k, _ = cache.extend")], KEPT),
]
PLANTED = [one for one in PLANTED if one[2]]


def eager(model: str, kind: str, *args, **sizes):
    """A layer of transformers with its attention function, and how it is built."""
    folder = f"transformers.models.{model.lower()}"
    modeling = importlib.import_module(f"{folder}.modeling_{model.lower()}")
    config = getattr(transformers, f"{model}Config")(**sizes)
    also = (modeling.eager_attention_forward,)
    return getattr(modeling, kind), also, lambda made: made(config, *args)


WIDE = {"hidden_size": 12, "num_attention_heads": 3}
GROUPED = {"hidden_size": 24, "num_attention_heads": 6, "num_key_value_heads": 3}
LIBRARY = {
    "Bert": lambda: eager("Bert", "BertSelfAttention", **WIDE),
    "GPT2": lambda: eager("GPT2", "GPT2Attention", n_embd=12, n_head=3),
    "Llama": lambda: eager("Llama", "LlamaAttention", 0, **GROUPED),
}
SOFTMAX = "nn.functional.softmax(attn_weights, dim=-1"
ROWS = "    attn_output = attn_output.transpose(1, 2)\n    attn_output"
IN_LIBRARY = [
    ("Bert", [("self.attention_head_size**-0.5", "config.hidden_size**-0.5")], WIDTH),
    ("Bert", [(SOFTMAX, SOFTMAX.replace("-1", "-2"))], QUERIES),
    ("Bert", [("= attn_weights + attention_mask", "= attn_weights")], UNUSED),
    (
        "Bert",
        [
            ("0.0 if not self.training else self.dropout.p", "self.dropout.p"),
            ("training=module.training", "training=True"),
        ],
        AGAIN,
    ),
    ("Bert", [("self.key(hidden_states)", "self.query(hidden_states)")], "queries"),
    ("Bert", [("self.value(hidden_states)", "self.key(hidden_states)")], "as values"),
    ("GPT2", [("self.scaling = self.head_dim**-0.5", "pass")], UNDIVIDED),
    ("GPT2", [(SOFTMAX, SOFTMAX.replace("-1", "0"))], APART),
    (
        "GPT2",
        [("attn_output.reshape(", "attn_output.transpose(1, 2).reshape(")],
        UNSWAPPED,
    ),
    ("GPT2", [("update(key_states, value", "update(value_states, value")], KEPT),
    ("Llama", [("self.head_dim**-0.5", "self.head_dim**-1")], "by the width"),
    (
        "Llama",
        [("self.v_proj(hidden_states)", "self.v_proj(hidden_states).detach()")],
        WAY_BACK,
    ),
    ("Llama", [("+ attention_mask", "- attention_mask")], HIDES),
]


def made(form: str, edits) -> nn.Module:
    kind = FORMS[form].__defaults__[0]
    also = (attention_forms.attention,) if form == "annotated" else ()
    return FORMS[form](corrupted(kind, *edits, also=also))


TOLD = [told for *_, told in PLANTED]


@pytest.mark.parametrize(
    ("form", "edits", "told"),
    [  # of each fault the first form; the others take half a minute
        pytest.param(*one, marks=[] if TOLD.index(one[-1]) == at else pytest.mark.slow)
        for at, one in enumerate(PLANTED)
    ],
)
def test_it_is_found(form: str, edits, told: str) -> None:
    torch.manual_seed(0)
    holds(made(form, edits), told)


def holds(layer: nn.Module, told: str) -> None:
    """Say whether this is among what is found."""
    found = doctor(layer)
    assert found.status == 1, str(found)
    said = [one.name for one in found.faults] + [one.told for one in found.findings]
    assert any(told in one for one in said), str(found)


@pytest.mark.parametrize(("form", "edits", "told"), IN_LIBRARY)
def test_it_is_found_in_a_library_s_layer(form: str, edits, told: str) -> None:
    torch.manual_seed(0)
    kind, also, build = LIBRARY[form]()
    holds(build(corrupted(kind, *edits, also=also)), told)


def test_they_are_many() -> None:
    assert len(PLANTED) + len(IN_LIBRARY) >= 60
