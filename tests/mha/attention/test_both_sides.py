"""What must be one number is refused where it is smaller, and where it is larger."""

import re

import pytest
import torch

import mha
from mha.attention.interop import check_own_keys
from mha.attention.rope_scaling import ntk
from mha.models.heads import previous_token_scores

E, H, D, T, B = 12, 3, 4, 5, 2


def of_axes(count: int, *last: int) -> torch.Tensor:
    """Ones with so many axes, the last of which have these sizes."""
    return torch.ones([*[1] * (count - len(last)), *last[max(len(last) - count, 0) :]])


def mask_of(count: int) -> torch.Tensor:
    return of_axes(count).bool()


def matrices(**sizes: tuple[int, ...]) -> dict[str, torch.Tensor]:
    return {
        name: torch.ones(sizes.get(name, (E, E)))
        for name in ("query", "key", "value", "out")
    }


def layer_of(**sizes: tuple[int, ...]) -> mha.MultiHeadAttention:
    return mha.MultiHeadAttention.from_matrices(**matrices(**sizes), num_heads=H)


def shared(heads: int, part: str) -> torch.Tensor:
    layer = mha.MultiHeadAttention(E, 2 * H, num_kv_heads=H)
    sizes = {"query": 2 * H, "key": H, "value": H} | {part: heads}
    return layer.attend(*(torch.ones(B, n, T, E // H // 2) for n in sizes.values()))


def read_on(batch: int) -> torch.Tensor:
    model, cache = mha.LanguageModel(7, E, H, num_layers=1), mha.KVCache()
    model(torch.zeros(B, T, dtype=torch.long), cache=cache)
    return model(torch.zeros(batch, 1, dtype=torch.long), cache=cache)


def attended(width: int = D, values: int = T) -> torch.Tensor:
    query, key = torch.ones(T, width), torch.ones(T, D)
    return mha.scaled_dot_product_attention(query, key, torch.ones(values, D))


def turned(tokens: int, positions: torch.Tensor) -> torch.Tensor:
    return mha.rotate(torch.ones(tokens, D), positions)


def reads(width: int) -> torch.nn.MultiheadAttention:
    return mha.to_torch(mha.MultiHeadAttention(E, H, input_dim=width))


def first_of(count: int) -> torch.Tensor:
    mask = mask_of(count)
    return mha.SequenceFirstMultiHeadAttention(E, H)(torch.ones(T, B, E), mask=mask)


SEVERAL, MASK, NONE = "expected (sentences, tokens)", "mask (1, ", "make no layer"
# A call of one number, which it must be, and what is said of another one.
SIZES = {
    "sentences that follow others": (read_on, B, "sentences, but the cache has 2"),
    "width of the queries": (attended, D, "query width"),
    "how many values": (lambda n: attended(values=n), T, "5 keys but"),
    "heads of the keys": (lambda n: shared(n, "key"), H, "expected 3 heads"),
    "heads of the values": (lambda n: shared(n, "value"), H, "expected 3 heads"),
    "axes of texts": (lambda n: mha.same_text(of_axes(n).long()), 2, SEVERAL),
    "axes of lengths": (lambda n: mha.padding_mask(of_axes(n).long(), 1), 1, "lengths"),
    "axes of speeds": (lambda n: ntk(of_axes(n, D), 2.0), 1, "speeds have shape"),
    "axes of positions": (lambda n: turned(1, of_axes(n)), 1, "positions have shape"),
    "how many positions": (lambda n: turned(T, torch.ones(n)), T, "expected (5,)"),
    "axes, to tokens first": (lambda n: mha.to_sequence_first(mask_of(n)), 4, MASK),
    "axes, tokens first": (lambda n: mha.from_sequence_first(mask_of(n)), 3, MASK),
    "axes of a layer, tokens first": (first_of, 3, "does not broadcast to (queries"),
    "axes, by key": (lambda n: mha.to_torch_key_padding_mask(mask_of(n)), 4, MASK),
    "sizes": (
        lambda n: mha.to_torch_attn_mask(mask_of(4), (1, 1, 1, 1, 1)[:n]),
        4,
        "expected (B, H, Tq, Tk)",
    ),
    "axes of weights": (
        lambda n: previous_token_scores([of_axes(n, 3, 3)]),
        4,
        "expected (B, H, T, T)",
    ),
    "keys of weights": (
        lambda n: previous_token_scores([torch.ones(1, 1, 3, n)]),
        3,
        "expected (B, H, T, T)",
    ),
    "axes of a matrix": (lambda n: layer_of(query=(E,) * n), 2, "expected a matrix"),
    "rows of the keys": (lambda n: layer_of(key=(n * D, E)), H, NONE),
    "rows of the values": (lambda n: layer_of(value=(n * D, E)), H, NONE),
    "rows of the queries": (lambda n: layer_of(query=(n, E)), E, NONE),
    "columns of the output": (lambda n: layer_of(out=(E, n)), E, NONE),
    "width that is read": (reads, E, "reads queries of embed_dim only"),
    "heads with keys": (lambda n: check_own_keys("It", n, H), H, "keys of its own"),
}


@pytest.mark.parametrize(("call", "right", "said"), SIZES.values(), ids=SIZES)
def test_a_size_is_refused_on_both_sides(call, right, said):
    call(right)
    for wrong in (right - 1, right + 1):
        with pytest.raises(ValueError, match=re.escape(said)):
            call(wrong)
