"""Whatever a function is given that it cannot take, one sentence says so."""

import math
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

from every_design import normal
from mha import (
    MLP,
    DynamicNTKScaling,
    LearnedPositions,
    LinearScaling,
    NTKScaling,
    SinusoidalPositions,
    SwiGLU,
    YarnScaling,
    alibi_bias,
    alibi_slopes,
    attention_weights,
    causal_mask,
    from_additive,
    from_huggingface_mask,
    from_sequence_first,
    from_torch_attn_mask,
    from_torch_key_padding_mask,
    halves_to_pairs,
    masked_softmax,
    padding_mask,
    pairs_to_halves,
    relative_positions,
    rotate,
    same_text,
    scaled_dot_product_attention,
    sinusoidal,
    sliding_window_mask,
    to_additive,
    to_huggingface_mask,
    to_sequence_first,
    to_torch_attn_mask,
    to_torch_key_padding_mask,
)
from mha.attention.check_types import check_weight
from mha.attention.checks import check_heads, check_ids
from mha.attention.masks import by_head

TQ, TK, D, DV = 5, 7, 11, 13
Q, K, V = normal(TQ, D), normal(TK, D), normal(TK, DV)
X, EVEN = Q.float(), normal(TQ, 6)
LIST, ARRAY = Q.tolist(), Q.numpy()
MASK = torch.ones(TQ, TK).bool()
IDS = torch.tensor([[3, 1, 12], [0, 2, 5]])
LEARNED = LearnedPositions(17, D)
SPEEDS = torch.tensor([1.0, 0.1, 0.01])
WINDOW = partial(sliding_window_mask, 3)
NAN, INF = math.nan, math.inf
attend = scaled_dot_product_attention

A_LIST = "is of type list; expected a torch.Tensor"
AN_ARRAY = "is of type ndarray; expected a torch.Tensor"
INT64 = "is torch.int64; expected a floating-point dtype"
CHANCE = "is not between 0 and 1"

TYPES = {  # what is of another Python type: TypeError
    "query is a list": (lambda: attention_weights(LIST, K), f"query {A_LIST}"),
    "query is None": (
        lambda: attention_weights(None, K),
        "query is None; expected a torch.Tensor",
    ),
    "key is an array": (lambda: attention_weights(Q, ARRAY), f"key {AN_ARRAY}"),
    "query, array": (lambda: attend(ARRAY), f"query {AN_ARRAY}"),
    "key, list": (lambda: attend(Q, LIST), f"key {A_LIST}"),
    "value, list": (lambda: attend(Q, Q, LIST), f"value {A_LIST}"),
    "mask, list": (lambda: attend(Q, mask=[[True]]), f"mask {A_LIST}"),
    "mask, array": (lambda: masked_softmax(Q, ARRAY > 0), f"mask {AN_ARRAY}"),
    "scores, list": (lambda: masked_softmax(LIST), f"scores {A_LIST}"),
    "dim": (
        lambda: masked_softmax(Q, dim=1.0),
        "dim is 1.0; expected a whole number",
    ),
    "scale, word": (
        lambda: attention_weights(Q, K, scale="3"),
        "scale is '3'; expected a number",
    ),
    "scale, word of 38": (
        lambda: attend(Q, scale="x" * 38),
        f"scale is '{'x' * 38}'; expected a number",
    ),
    "scale, word of 39": (
        lambda: attend(Q, scale="x" * 39),
        "scale is of type str; expected a number",
    ),
    "scale, truth": (lambda: attend(Q, scale=True), "scale is True; expected a number"),
    "scale, tensor": (
        lambda: attend(Q, scale=torch.tensor(0.5)),
        "scale is of type Tensor; expected a number",
    ),
    "dropout": (
        lambda: attend(Q, dropout=True),
        "dropout is True; expected a number",
    ),
    "dropout, None": (
        lambda: attend(Q, dropout=None),
        "dropout is None; expected a number",
    ),
    "causal 2.0": (
        lambda: causal_mask(2.0),
        "query_len is 2.0; expected a whole number",
    ),
    "causal 2.5": (
        lambda: causal_mask(2.5),
        "query_len is 2.5; expected a whole number",
    ),
    "causal '3'": (
        lambda: causal_mask("3"),
        "query_len is '3'; expected a whole number",
    ),
    "causal True": (
        lambda: causal_mask(True),
        "query_len is True; expected a whole number",
    ),
    "causal, keys": (
        lambda: causal_mask(2, 3.5),
        "key_len is 3.5; expected a whole number",
    ),
    "causal, tensor": (
        lambda: causal_mask(torch.tensor(3)),
        "query_len is of type Tensor; expected a whole number",
    ),
    "window": (
        lambda: WINDOW(window=2.0),
        "window is 2.0; expected a whole number",
    ),
    "max_len": (
        lambda: padding_mask([1], 3.0),
        "max_len is 3.0; expected a whole number",
    ),
    "lengths, words": (
        lambda: padding_mask(["a", "b"], 3),
        "lengths is of type list; expected a list of whole numbers",
    ),
    "lengths, ragged": (
        lambda: padding_mask([[1], [2, 3]], 3),
        "lengths is of type list; expected a list of whole numbers",
    ),
    "lengths, None": (
        lambda: padding_mask(None, 3),
        "lengths is None; expected a list of whole numbers",
    ),
    "texts": (lambda: same_text(LIST), f"numbers {A_LIST}"),
    "each head's mask": (lambda: by_head(LIST, 3), f"mask {A_LIST}"),
    "heads": (lambda: check_heads("key", LIST, 3), f"key {A_LIST}"),
    "sinusoidal, length": (
        lambda: sinusoidal(3.0, 4),
        "length is 3.0; expected a whole number",
    ),
    "sinusoidal, width": (
        lambda: sinusoidal(3, "4"),
        "embed_dim is '4'; expected a whole number",
    ),
    "sinusoidal, start": (
        lambda: sinusoidal(3, 4, start=0.5),
        "start is 0.5; expected a whole number",
    ),
    "sinusoidal, base": (
        lambda: sinusoidal(3, 4, base="a"),
        "base is 'a'; expected a number",
    ),
    "sinusoidal, dtype": (
        lambda: sinusoidal(3, 4, dtype="float32"),
        "dtype is 'float32'; expected a torch.dtype",
    ),
    "waves for a list": (lambda: SinusoidalPositions()(LIST), f"x {A_LIST}"),
    "waves' start": (
        lambda: SinusoidalPositions()(Q, 1.5),
        "start is 1.5; expected a whole number",
    ),
    "a table's length": (
        lambda: LearnedPositions(True, 5),
        "max_len is True; expected a whole number",
    ),
    "a table's width": (
        lambda: LearnedPositions(5, 2.5),
        "embed_dim is 2.5; expected a whole number",
    ),
    "a table's input": (lambda: LEARNED(ARRAY), f"x {AN_ARRAY}"),
    "a table's start": (
        lambda: LEARNED(X, "1"),
        "start is '1'; expected a whole number",
    ),
    "rotated list": (lambda: rotate(LIST), f"x {A_LIST}"),
    "rotated at a list": (
        lambda: rotate(EVEN, [0, 1, 2, 3, 4]),
        f"positions {A_LIST}",
    ),
    "rotated by a list": (
        lambda: rotate(EVEN, speeds=[1.0, 0.1, 0.01]),
        f"speeds {A_LIST}",
    ),
    "rotated, base": (
        lambda: rotate(EVEN, base=True),
        "base is True; expected a number",
    ),
    "halves of a list": (lambda: halves_to_pairs(LIST), f"x {A_LIST}"),
    "pairs of an array": (lambda: pairs_to_halves(ARRAY), f"x {AN_ARRAY}"),
    "slopes": (
        lambda: alibi_slopes(2.0),
        "num_heads is 2.0; expected a whole number",
    ),
    "bias": (
        lambda: alibi_bias(2, 3, 5.0),
        "key_len is 5.0; expected a whole number",
    ),
    "distances": (
        lambda: relative_positions("3"),
        "query_len is '3'; expected a whole number",
    ),
    "factor": (lambda: LinearScaling("2"), "factor is '2'; expected a number"),
    "factor, truth": (lambda: NTKScaling(True), "factor is True; expected a number"),
    "trained, dynamic": (
        lambda: DynamicNTKScaling(2.0, 16.0),
        "original_max_position_embeddings is 16.0; expected a whole number",
    ),
    "trained, yarn": (
        lambda: YarnScaling(2.0, "16"),
        "original_max_position_embeddings is '16'; expected a whole number",
    ),
    "beta": (
        lambda: YarnScaling(2.0, 16, beta_slow="1"),
        "beta_slow is '1'; expected a number",
    ),
    "speeds, list": (
        lambda: LinearScaling(2.0)([1.0], base=1e4, length=3),
        f"speeds {A_LIST}",
    ),
    "dynamic, length": (
        lambda: DynamicNTKScaling(2.0, 16)(SPEEDS, base=1e4, length=3.5),
        "length is 3.5; expected a whole number",
    ),
    "yarn, base": (
        lambda: YarnScaling(2.0, 16)(SPEEDS, base=None, length=3),
        "base is None; expected a number",
    ),
    "additive, list": (lambda: to_additive([[True]]), f"mask {A_LIST}"),
    "additive, dtype": (
        lambda: to_additive(MASK, "float32"),
        "dtype is 'float32'; expected a torch.dtype",
    ),
    "from additive": (lambda: from_additive(LIST), f"mask {A_LIST}"),
    "attn_mask, list": (
        lambda: to_torch_attn_mask([[True]], (2, 3, 5, 7)),
        f"mask {A_LIST}",
    ),
    "attn_mask, sizes": (
        lambda: to_torch_attn_mask(MASK, (2, 3.0, TQ, TK)),
        "H is 3.0; expected a whole number",
    ),
    "from attn_mask": (lambda: from_torch_attn_mask(LIST, 3), f"mask {A_LIST}"),
    "attn_mask, heads": (
        lambda: from_torch_attn_mask(MASK, 2.5),
        "num_heads is 2.5; expected a whole number",
    ),
    "key padding": (lambda: to_torch_key_padding_mask(LIST), f"mask {A_LIST}"),
    "from key padding": (lambda: from_torch_key_padding_mask(LIST), f"mask {A_LIST}"),
    "hugging": (lambda: to_huggingface_mask(LIST), f"mask {A_LIST}"),
    "from hugging": (lambda: from_huggingface_mask(ARRAY), f"mask {AN_ARRAY}"),
    "sequence first": (lambda: to_sequence_first(LIST), f"mask {A_LIST}"),
    "from sequence first": (lambda: from_sequence_first(LIST), f"mask {A_LIST}"),
    "ids": (lambda: check_ids([[1, 2]], 13), f"ids {A_LIST}"),
    "mlp, list": (lambda: MLP(D)(LIST), f"input {A_LIST}"),
    "mlp, width": (lambda: MLP(2.5), "embed_dim is 2.5; expected a whole number"),
    "mlp, hidden": (
        lambda: MLP(5, True),
        "hidden_dim is True; expected a whole number",
    ),
    "gated, array": (lambda: SwiGLU(D)(ARRAY), f"x {AN_ARRAY}"),
    "gated, width": (lambda: SwiGLU("5"), "embed_dim is '5'; expected a whole number"),
    "gated, hidden": (
        lambda: SwiGLU(5, 2.0),
        "hidden_dim is 2.0; expected a whole number",
    ),
}


@pytest.mark.parametrize(("call", "sentence"), TYPES.values(), ids=TYPES)
def test_an_argument_of_another_type_is_named(call, sentence):
    with pytest.raises(TypeError) as refused:
        call()
    assert str(refused.value) == sentence


BASE = "expected a finite number above 0"
FINITE = "expected a finite number"
WHOLE = "expected whole numbers, as torch.int64"
LENGTHS = "expected a list of whole numbers, at least one"
TOKENS = "expected (sentences, tokens), at least 1 of each"
TRUTH = "expected torch.bool, True = may attend"
FLOAT = "expected a floating-point dtype"
VALUES = {  # what is of the right type and cannot be taken: ValueError
    "query of whole numbers": (
        lambda: attention_weights(Q.long(), K),
        f"query {INT64}",
    ),
    "query of one axis": (
        lambda: attention_weights(Q[0], K),
        "query has shape (11,); expected (..., tokens, width)",
    ),
    "key of one axis": (
        lambda: attend(Q, K[0]),
        "key has shape (11,); expected (..., tokens, width)",
    ),
    "query and key, dtypes": (
        lambda: attention_weights(X, K),
        "query is torch.float32 but key is torch.float64",
    ),
    "key and value, dtypes": (
        lambda: attend(Q, K, V.half()),
        "key is torch.float64 but value is torch.float16",
    ),
    "query and key, devices": (
        lambda: attention_weights(Q, K.to("meta")),
        "query is on cpu but key is on meta",
    ),
    "key and value, devices": (
        lambda: attend(Q, K, V.to("meta")),
        "key is on cpu but value is on meta",
    ),
    "mask's device": (
        lambda: attend(Q, K, mask=MASK.to("meta")),
        "mask is on meta but the scores are on cpu",
    ),
    "mask of numbers": (
        lambda: attention_weights(Q, K, MASK.float()),
        f"mask is torch.float32; {TRUTH}",
    ),
    "mask of NaN": (
        lambda: attend(Q, K, mask=MASK * NAN),
        f"mask is torch.float32; {TRUTH}",
    ),
    "mask of ids": (
        lambda: attend(Q, K, mask=MASK.long()),
        f"mask is torch.int64; {TRUTH}",
    ),
    "mask, sizes": (
        lambda: attend(Q, K, mask=MASK[:, 1:]),
        "mask (5, 6) does not broadcast to scores (5, 7)",
    ),
    "scale NaN": (lambda: attend(Q, scale=NAN), f"scale is nan; {FINITE}"),
    "scale ∞": (lambda: attend(Q, scale=INF), f"scale is inf; {FINITE}"),
    "scale −∞": (
        lambda: attention_weights(Q, K, scale=-INF),
        f"scale is -inf; {FINITE}",
    ),
    "dropout": (lambda: attend(Q, dropout=1.5), f"dropout 1.5 {CHANCE}"),
    "dropout NaN": (lambda: attend(Q, dropout=NAN), f"dropout nan {CHANCE}"),
    "scores of whole numbers": (
        lambda: masked_softmax(Q.long()),
        f"scores {INT64}",
    ),
    "scores, mask's device": (
        lambda: masked_softmax(Q, (Q > 0).to("meta")),
        "mask is on meta but the scores are on cpu",
    ),
    "dim above": (
        lambda: masked_softmax(Q, dim=2),
        "dim 2 is no axis of scores of shape (5, 11)",
    ),
    "dim below": (
        lambda: masked_softmax(Q, dim=-3),
        "dim -3 is no axis of scores of shape (5, 11)",
    ),
    "window": (lambda: WINDOW(window=0), "window 0 is below 1"),
    "max_len": (lambda: padding_mask([0], 0), "max_len 0 is below 1"),
    "lengths, truth": (
        lambda: padding_mask([True, False], 3),
        f"lengths have shape (2,) and are torch.bool; {LENGTHS}",
    ),
    "lengths, tensor of truth": (
        lambda: padding_mask(torch.tensor([True]), 3),
        f"lengths have shape (1,) and are torch.bool; {LENGTHS}",
    ),
    "lengths, parts": (
        lambda: padding_mask([1.0, 2.0], 3),
        f"lengths have shape (2,) and are torch.float32; {LENGTHS}",
    ),
    "lengths, complex": (
        lambda: padding_mask([1j], 3),
        f"lengths have shape (1,) and are torch.complex64; {LENGTHS}",
    ),
    "lengths, one": (
        lambda: padding_mask(3, 3),
        f"lengths have shape () and are torch.int64; {LENGTHS}",
    ),
    "lengths, none": (
        lambda: padding_mask(torch.tensor([], dtype=torch.int64), 3),
        f"lengths have shape (0,) and are torch.int64; {LENGTHS}",
    ),
    "lengths, above": (
        lambda: padding_mask([1, 4], 3),
        "length 4 must be between 0 and max_len 3",
    ),
    "texts NaN": (
        lambda: same_text(torch.tensor([[0, NAN]])),
        f"numbers is torch.float32; {WHOLE}",
    ),
    "texts, truth": (
        lambda: same_text(MASK),
        f"numbers is torch.bool; {WHOLE}",
    ),
    "texts, one axis": (
        lambda: same_text(IDS[0]),
        f"numbers have shape (3,); {TOKENS}",
    ),
    "texts, no token": (
        lambda: same_text(IDS[:, :0]),
        f"numbers have shape (2, 0); {TOKENS}",
    ),
    "heads of masks": (
        lambda: by_head(torch.ones(2, 5, 7).bool(), 3),
        "mask (2, 5, 7) has 2 heads; expected 1 or 3",
    ),
    "half the heads' masks": (
        lambda: by_head(torch.ones(2, 5, 7).bool(), 4),
        "mask (2, 5, 7) has 2 heads; expected 1 or 4",
    ),
    "sinusoidal, base 0": (
        lambda: sinusoidal(3, 4, base=0.0),
        f"base is 0.0; {BASE}",
    ),
    "sinusoidal, base −1": (lambda: sinusoidal(3, 4, base=-1), f"base is -1; {BASE}"),
    "sinusoidal, base NaN": (
        lambda: sinusoidal(3, 4, base=NAN),
        f"base is nan; {BASE}",
    ),
    "sinusoidal, base ∞": (lambda: sinusoidal(3, 4, base=INF), f"base is inf; {BASE}"),
    "sinusoidal, whole numbers": (
        lambda: sinusoidal(3, 4, dtype=torch.long),
        f"dtype is torch.int64; {FLOAT}",
    ),
    "sinusoidal, start": (lambda: sinusoidal(3, 4, start=-2), "start -2 is below 0"),
    "waves for ids": (lambda: SinusoidalPositions()(IDS), f"x {INT64}"),
    "waves for one token": (
        lambda: SinusoidalPositions()(Q[0]),
        "x has shape (11,); expected (..., tokens, width)",
    ),
    "a table of nothing": (lambda: LearnedPositions(0, 5), "max_len 0 is below 1"),
    "a table without width": (
        lambda: LearnedPositions(5, -1),
        "embed_dim -1 is below 1",
    ),
    "a table for ids": (lambda: LEARNED(IDS), f"x {INT64}"),
    "a table for one token": (
        lambda: LEARNED(X[0]),
        "x has shape (11,); expected (..., tokens, width)",
    ),
    "a table's width": (
        lambda: LEARNED(X[:, :1]),
        "x has shape (5, 1); expected width 11",
    ),
    "a table's dtype": (
        lambda: LEARNED(X.half()),
        "x is torch.float16 but the module's weights are torch.float32",
    ),
    "a table's device": (
        lambda: LEARNED(X.to("meta")),
        "x is on meta but the module is on cpu",
    ),
    "rotated ids": (lambda: rotate(IDS), f"x {INT64}"),
    "rotated token": (
        lambda: rotate(EVEN[0]),
        "x has shape (6,); expected (..., tokens, width)",
    ),
    "rotated, no width": (lambda: rotate(EVEN[:, :0]), "width 0 is below 1"),
    "rotated, base": (lambda: rotate(EVEN, base=0), f"base is 0; {BASE}"),
    "rotated, base NaN": (lambda: rotate(EVEN, base=NAN), f"base is nan; {BASE}"),
    "rotated at too few": (
        lambda: rotate(EVEN, torch.arange(3)),
        "positions have shape (3,); expected (5,)",
    ),
    "rotated at one for all": (
        lambda: rotate(EVEN, torch.tensor([3])),
        "positions have shape (1,); expected (5,)",
    ),
    "rotated at a table": (
        lambda: rotate(EVEN, torch.zeros(5, 1)),
        "positions have shape (5, 1); expected (5,)",
    ),
    "rotated, positions' device": (
        lambda: rotate(EVEN, torch.arange(5, device="meta")),
        "positions is on meta but x is on cpu",
    ),
    "rotated by too few": (
        lambda: rotate(EVEN, speeds=SPEEDS[:1]),
        "speeds have shape (1,); expected (3,)",
    ),
    "rotated, speeds' device": (
        lambda: rotate(EVEN, speeds=SPEEDS.to("meta")),
        "speeds is on meta but x is on cpu",
    ),
    "halves of a number": (
        lambda: halves_to_pairs(torch.tensor(1.0)),
        "x has shape (); expected (..., width)",
    ),
    "pairs of nothing": (lambda: pairs_to_halves(EVEN[:, :0]), "width 0 is below 1"),
    "slopes of whole numbers": (
        lambda: alibi_slopes(3, dtype=torch.int32),
        f"dtype is torch.int32; {FLOAT}",
    ),
    "bias of whole numbers": (
        lambda: alibi_bias(2, 3, dtype=torch.long),
        f"dtype is torch.int64; {FLOAT}",
    ),
    "bias of truth": (
        lambda: alibi_bias(2, 3, dtype=torch.bool),
        f"dtype is torch.bool; {FLOAT}",
    ),
    "factor NaN": (lambda: LinearScaling(NAN), f"factor is nan; {FINITE}"),
    "factor ∞": (lambda: YarnScaling(INF, 16), f"factor is inf; {FINITE}"),
    "beta ∞": (
        lambda: YarnScaling(2.0, 16, beta_fast=INF),
        f"beta_fast is inf; {FINITE}",
    ),
    "beta NaN": (
        lambda: YarnScaling(2.0, 16, beta_slow=NAN),
        f"beta_slow is nan; {FINITE}",
    ),
    "beta 0": (
        lambda: YarnScaling(2.0, 16, beta_slow=0),
        "beta_slow 0 must be above 0 and at most beta_fast 32.0",
    ),
    "yarn, base 1": (
        lambda: YarnScaling(2.0, 16)(SPEEDS, base=1.0, length=3),
        f"base is 1.0; {FINITE} above 1",
    ),
    "yarn, speeds": (
        lambda: YarnScaling(2.0, 16)(SPEEDS[None], base=1e4, length=3),
        "speeds have shape (1, 3); expected (D/2,)",
    ),
    "linear, no speeds": (
        lambda: LinearScaling(2.0)(SPEEDS[:0], base=1e4, length=3),
        "speeds have shape (0,); expected (D/2,)",
    ),
    "ntk, speeds": (
        lambda: NTKScaling(2.0)(SPEEDS.long(), base=1e4, length=3),
        f"speeds {INT64}",
    ),
    "dynamic, length": (
        lambda: DynamicNTKScaling(2.0, 16)(SPEEDS, base=1e4, length=0),
        "length 0 is below 1",
    ),
    "additive of whole numbers": (
        lambda: to_additive(MASK, torch.long),
        f"dtype is torch.int64; {FLOAT}",
    ),
    "from additive, truth": (
        lambda: from_additive(~MASK),
        f"mask is torch.bool; {FLOAT}",
    ),
    "from additive, NaN": (
        lambda: from_additive(MASK * NAN),
        "additive mask has nan; expected 0 or −inf",
    ),
    "from additive, a bias": (
        lambda: from_additive(torch.tensor([0.0, -9999.0])),
        "additive mask has -9999; expected 0 or −inf",
    ),
    "attn_mask, three sizes": (
        lambda: to_torch_attn_mask(MASK, (3, TQ, TK)),
        "sizes (3, 5, 7); expected (B, H, Tq, Tk)",
    ),
    "attn_mask, no sizes": (
        lambda: to_torch_attn_mask(MASK, 3),
        "sizes 3; expected (B, H, Tq, Tk)",
    ),
    "from attn_mask, one axis": (
        lambda: from_torch_attn_mask(MASK[0], 7),
        "mask (7,); expected (Tq, Tk) or (B·H, Tq, Tk)",
    ),
    "from attn_mask, four axes": (
        lambda: from_torch_attn_mask(MASK[None, None], 1),
        "mask (1, 1, 5, 7); expected (Tq, Tk) or (B·H, Tq, Tk)",
    ),
    "from attn_mask, heads": (
        lambda: from_torch_attn_mask(MASK, 0),
        "num_heads 0 is below 1",
    ),
    "from key padding": (
        lambda: from_torch_key_padding_mask(MASK[0]),
        "mask (7,); expected (B, Tk)",
    ),
    "from hugging": (
        lambda: from_huggingface_mask(MASK[0].long()),
        "mask (7,); expected (B, Tk)",
    ),
    "from hugging, NaN": (
        lambda: from_huggingface_mask(MASK * NAN),
        "mask has nan; expected 1 or 0",
    ),
    "from hugging, ids": (
        lambda: from_huggingface_mask(IDS),
        "mask has 3; expected 1 or 0",
    ),
    "from sequence first": (
        lambda: from_sequence_first(MASK),
        "mask (5, 7); expected (Tq, Tk, B)",
    ),
    "ids of one axis": (
        lambda: check_ids(IDS[0], 13),
        f"ids have shape (3,); {TOKENS}",
    ),
    "no sentences": (
        lambda: check_ids(IDS[:0], 13),
        f"ids have shape (0, 3); {TOKENS}",
    ),
    "ids of parts": (
        lambda: check_ids(IDS.float(), 13),
        "ids are torch.float32; expected torch.int64 or torch.int32",
    ),
    "ids, truth": (
        lambda: check_ids(IDS > 0, 13),
        "ids are torch.bool; expected torch.int64 or torch.int32",
    ),
    "ids, short": (
        lambda: check_ids(IDS.short(), 13),
        "ids are torch.int16; expected torch.int64 or torch.int32",
    ),
    "ids, above": (
        lambda: check_ids(IDS, 12),
        "id 12 must be between 0 and 11",
    ),
    "ids, below": (
        lambda: check_ids(IDS.int() - 1, 13),
        "id -1 must be between 0 and 12",
    ),
    "heads": (
        lambda: check_heads("key", normal(2, 5, 7), 3),
        "key has shape (2, 5, 7); expected 3 heads",
    ),
    "mlp, ids": (lambda: MLP(3)(IDS), f"input {INT64}"),
    "mlp, width": (lambda: MLP(7)(X), "input has shape (5, 11); expected width 7"),
    "mlp, a number": (
        lambda: MLP(7)(torch.tensor(1.0)),
        "input has shape (); expected (..., width)",
    ),
    "mlp, dtype": (
        lambda: MLP(D)(Q),
        "input is torch.float64 but the module's weights are torch.float32",
    ),
    "mlp, device": (
        lambda: MLP(D).to("meta")(X),
        "input is on cpu but the module is on meta",
    ),
    "mlp, hidden": (lambda: MLP(5, 0), "hidden_dim 0 is below 1"),
    "gated, ids": (lambda: SwiGLU(3)(IDS), f"x {INT64}"),
    "gated, width": (lambda: SwiGLU(7)(X), "x has shape (5, 11); expected width 7"),
    "gated, dtype": (
        lambda: SwiGLU(D)(X.bfloat16()),
        "x is torch.bfloat16 but the module's weights are torch.float32",
    ),
    "gated, device": (
        lambda: SwiGLU(D)(X.to("meta")),
        "x is on meta but the module is on cpu",
    ),
    "gated, no width": (lambda: SwiGLU(0), "embed_dim 0 is below 1"),
    "gated, too narrow": (lambda: SwiGLU(5, -7), "hidden_dim -7 is below 1"),
}


@pytest.mark.parametrize(("call", "sentence"), VALUES.values(), ids=VALUES)
def test_an_argument_that_cannot_be_taken_is_named(call, sentence):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (all of it is compared)
        call()
    assert str(refused.value) == sentence


# ---- what is unusual, and right ---------------------------------------------------


def test_numpys_whole_numbers_and_numbers_are_taken():
    assert torch.equal(causal_mask(np.int64(3)), causal_mask(3))
    assert torch.equal(alibi_slopes(np.int32(6)), alibi_slopes(6))
    theirs, ours = (attend(Q, scale=number)[0] for number in (np.float32(0.5), 0.5))
    assert torch.equal(theirs, ours)
    assert torch.equal(rotate(EVEN, base=np.int64(7)), rotate(EVEN, base=7.0))
    mask = padding_mask(np.array([1, 2]), 3)
    assert torch.equal(mask, padding_mask([1, 2], 3))


def test_an_empty_batch_of_sequences_attends_to_nothing():
    output, weights = attend(Q[None][:0], K[None][:0])
    assert (output.shape, weights.shape) == ((0, TQ, D), (0, TQ, TK))


def test_everything_may_stand_on_meta():
    q, k, v, mask = (t.to("meta") for t in (Q, K, V, MASK))
    output, weights = attend(q, k, v, mask)
    assert (output.device.type, weights.shape) == ("meta", (TQ, TK))
    assert from_huggingface_mask(mask.long()).shape == (TQ, 1, 1, TK)
    assert padding_mask(torch.tensor([9], device="meta"), 3).shape == (1, 1, 1, 3)
    check_ids(IDS.to("meta"), 1)  # there is nothing to read


def test_a_tensor_that_stands_for_another_has_no_numbers_to_read():
    with FakeTensorMode():
        check_ids(torch.ones(2, 3, dtype=torch.int64), 1)


@pytest.mark.parametrize("layer", [MLP(D), SwiGLU(D), LEARNED])
def test_autocast_brings_dtypes_together(layer):
    with torch.autocast("cpu", torch.bfloat16):
        assert layer(X.bfloat16()).shape == (TQ, D)


def test_autocast_is_asked_for_where_the_input_is(monkeypatch):
    """Another device has its own; no GPU is needed to see it."""
    half = SimpleNamespace(dtype=torch.float16, device=torch.device("cuda"))
    asked = []
    monkeypatch.setattr(torch.amp, "is_autocast_available", lambda kind: True)
    monkeypatch.setattr(
        torch, "is_autocast_enabled", lambda kind: not asked.append(kind)
    )
    with pytest.raises(ValueError, match="x is on cuda but the module is on cpu"):
        check_weight("x", half, nn.Linear(2, 2))
    assert asked == ["cuda"]


def test_dtypes_that_differ_are_named_on_a_device_without_autocast():
    layer = MLP(D).to("meta")
    with pytest.raises(ValueError, match=r"float16 but the module's .*float32"):
        layer(X.half().to("meta"))


def test_a_weight_that_is_made_anew_is_not_read_to_check_it():
    class Counted(nn.Module):
        calls = 0

        def forward(self, weight):
            Counted.calls += 1
            return weight

    mlp = MLP(D)
    nn.utils.parametrize.register_parametrization(mlp[0], "weight", Counted())
    Counted.calls = 0
    mlp(X)
    assert Counted.calls == 1


def test_on_an_accelerator_ids_are_compared_only_where_one_may_wait(monkeypatch):
    """The CPU stands for one: what `is_cpu` says of it is replaced."""
    calls = []
    aminmax = torch.Tensor.aminmax
    monkeypatch.setattr(
        torch.Tensor, "aminmax", lambda self: calls.append(1) or aminmax(self)
    )
    check_ids(IDS, 13)
    check_ids(IDS, 13, wait=False)
    assert len(calls) == 2
    monkeypatch.setattr(torch.Tensor, "is_cpu", False)
    check_ids(IDS, 13, wait=False)
    assert len(calls) == 2
    check_ids(IDS, 13)
    assert len(calls) == 3
