"""What people import: every name is there, and comes with an example that runs."""

import ast
import subprocess
import sys
import tomllib

import pytest

import mha
import mha_book
from project import PROJECT


def test_the_version_is_the_projects():
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    assert mha.__version__ == tomllib.loads(text)["project"]["version"]


@pytest.mark.parametrize("room", [mha, mha_book])
def test_every_name_that_a_stub_lists_is_there(room):
    assert len(room.__all__) > 5
    for name in room.__all__:
        assert getattr(room, name).__doc__, name


# What one begins with, where a reader meets attention, a model, or its heads.
BEGIN = """
    AttentionHead CausalAttention MultiHeadAttention MultiHeadAttentionWrapper
    FusedMultiHeadAttention scaled_dot_product_attention attention_weights
    causal_mask padding_mask sliding_window_mask same_text
    SinusoidalPositions LearnedPositions RotaryPositions AlibiPositions ShawPositions
    LinearScaling NTKScaling convert from_torch to_torch
    Block MLP SwiGLU KVCache LanguageModel TextClassifier generate load_smollm2
    induction_scores previous_token_scores without_heads trace
"""


@pytest.mark.parametrize("name", BEGIN.split())
def test_what_people_import_has_an_example(name):
    assert name in mha.__all__
    assert ">>> " in getattr(mha, name).__doc__


def test_nothing_is_loaded_before_it_is_asked_for():
    code = "import sys, mha; from mha_book import in_numpy"
    check = "sys.exit('torch' in sys.modules or 'numpy' not in sys.modules)"
    assert subprocess.run([sys.executable, "-c", f"{code}; {check}"]).returncode == 0


@pytest.fixture(scope="module")
def nodes() -> list[ast.AST]:
    """All that the packages' sources are made of."""
    texts = (path.read_text("utf-8") for path in (PROJECT / "src").rglob("*.py"))
    return [part for text in texts for part in ast.walk(ast.parse(text))]


def test_what_describes_a_thing_is_never_changed(nodes):
    """Every dataclass is frozen but for four, which are filled while they are used."""
    changed = set()
    for part in nodes:
        for mark in getattr(part, "decorator_list", ()):
            told = ast.unparse(mark)
            if told.startswith("dataclass") and "frozen=True" not in told:
                changed.add(part.name)
    assert changed == {"Breaks", "Layout", "Pair", "Runner"}


ALWAYS = {  # else a machine, or a second run, would have it otherwise
    "read_text": "utf-8",
    "write_text": "utf-8",
    "mkdir": "parents=True, exist_ok=True",
}


def test_files_are_the_same_on_any_machine_and_folders_may_be_there(nodes):
    calls = [n for n in nodes if isinstance(n, ast.Call)]
    for call in (n for n in calls if isinstance(n.func, ast.Attribute)):
        assert ALWAYS.get(call.func.attr, "") in ast.unparse(call)
