"""A reader's layer gets the matrices by its parameters' names, or is told why not."""

from pathlib import Path

import pytest

from mha_book.editor.parts import PAGES
from mha_book.editor.posed import posed
from python_on_pages import answers_to, job_of
from records import Record

READ = Record(Path(__file__).with_name("handed.txt"))
HEAD = """class Head(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.{0} = nn.Linear(embed_dim, head_dim{wide}, bias={bias})
        self.{1} = nn.Linear(embed_dim, head_dim{wide}, bias={bias})
        self.{2} = nn.Linear(embed_dim, head_dim{wide}, bias={bias}){more}

    def forward(self, x, mask=None):
        return attend(self.{0}(x), self.{1}(x), self.{2}(x), mask)
"""
BARE = """class Head(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.w_q = nn.Parameter(torch.ones(embed_dim, {width}))
        self.w_k = nn.Parameter(torch.ones(embed_dim, {width}))
        self.w_v = nn.Parameter(torch.ones(embed_dim, {width}))

    def forward(self, x, mask=None):
        return attend(x @ self.w_q, x @ self.w_k, x @ self.w_v, mask)
"""
TOO_FEW = """class Head(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.query = nn.Linear(embed_dim, head_dim, bias=False)

    def forward(self, x, mask=None):
        return self.key(x)
"""
IN_LISTS = """class MultiHeadAttention(nn.Module):
    def __init__(self, embed_dim, num_heads):
        super().__init__()
        self.count = num_heads
        for name in ("queries", "keys", "values"):
            many = [
                nn.Linear(embed_dim, embed_dim // num_heads, bias=False)
                for _ in range({made})
            ]
            setattr(self, name, {kept})
        self.proj = nn.Linear(embed_dim, embed_dim)

    def forward(self, x, mask=None):
        found = [
            attend(self.queries[{k}](x), self.keys[{k}](x), self.values[{k}](x), mask)
            for k in range(self.count)
        ]
        outputs, weights = zip(*found)
        return self.proj(torch.cat(outputs, -1)), torch.stack(weights, -3)
"""


def head(*names, bias=False, more="", wide=""):
    further = f"\n        self.{more} = nn.Linear(embed_dim, head_dim)" if more else ""
    return "Head", HEAD.format(*names, bias=bias, more=further, wide=wide)


def in_lists(made="num_heads", kept="nn.ModuleList(many)", k="k"):
    return "MultiHeadAttention", IN_LISTS.format(made=made, kept=kept, k=k)


LAYERS = {
    "words": head("query", "key", "value"),
    "letters": head("q", "k", "v"),
    "many": head("queries", "keys", "values"),
    "glued": head("wq", "wk", "wv"),
    "capitals": head("W_Q", "W_K", "W_V"),
    "the last word of two counts": head("key_query", "value_key", "query_value"),
    "the last known word counts": head("query_layer", "key_layer", "value_layer"),
    "with biases": head("query", "key", "value", bias=True),
    "matrices of its own": ("Head", BARE.format(width="head_dim")),
    "matrices too wide": ("Head", BARE.format(width="head_dim + 1")),
    "layers too wide": head("query", "key", "value", wide=" + 1"),
    "too few, and it raises": ("Head", TOO_FEW),
    "unknown": head("query", "key", "third"),
    "part of a word": head("query", "key", "valued"),
    "letters of a word": head("query", "key", "alu"),
    "two alike": head("query", "query_2", "value"),
    "one too many": head("query", "key", "value", more="value_2"),
    "an output": head("query", "key", "value", more="output"),
    "heads in lists": in_lists(),
    "plain lists": in_lists(kept="many"),
    "one head for all": in_lists(made="1", k="0"),
    "one head too many": in_lists(made="num_heads + 1"),
}
PARTS = {part.name: (page, part) for page, all_ in PAGES.items() for part in all_}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    jobs = [
        job_of(posed(*PARTS[name]), f"import torch\nfrom torch import nn\n\n\n{text}")
        for name, text in LAYERS.values()
    ]
    found = answers_to(jobs, tmp_path_factory.mktemp("runs"))
    return dict(zip(LAYERS, found, strict=True))


@pytest.mark.parametrize("name", LAYERS)
def test_what_is_told_of_it_is_what_was_read(name, runs):
    READ.holds(name, [runs[name]["verdict"]["is"], runs[name]["told"]])


def test_nothing_is_kept_of_what_is_no_longer_tried():
    READ.has_only(set(LAYERS))
