"""The checks, one for each part of the reader's file, and one for all of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from torch import nn

from mha.check.diagnosis import Diagnosis
from mha.check.judge import judge
from mha.check.subjects import (
    angles as _angles,
    attend as _attend,
    cache as _cache,
    gradients as _gradients,
    heads as _heads,
    leak as _leak,
    leaks as _leaks,
    many_heads as _many_heads,
    masks as _masks,
    model as _model,
    one_head as _one_head,
    positions as _positions,
    sampling as _sampling,
    training as _training,
    writing as _writing,
)
from mha.check.whole_file import Progress, check_file

Function = Callable[..., Any]


def attend(function: Function) -> Diagnosis:
    """Check ``attend(query, key, value, mask=None) -> (output, weights)``."""
    return judge(function, _attend.SUBJECT)


def head(layer: type[nn.Module]) -> Diagnosis:
    """Check ``Head(embed_dim, head_dim)``, called as ``layer(x, mask)``."""
    return judge(layer, _one_head.HEAD)


def moved(function: Function) -> Diagnosis:
    """Check ``moved(layer, x, changed)``: how far each word's output moves, (…, T).

    That is, the largest difference among the numbers of its output.
    """
    return judge(function, _leaks.MOVED)


def heads_in_a_loop(layer: type[nn.Module]) -> Diagnosis:
    """Check ``HeadsInALoop(embed_dim, num_heads)``, called as ``layer(x, mask)``."""
    return judge(layer, _many_heads.HEADS_IN_A_LOOP)


def split_heads(function: Function) -> Diagnosis:
    """Check ``split_heads(x, num_heads)``: (…, T, E) -> (…, H, T, D)."""
    return judge(function, _heads.SPLIT)


def merge_heads(function: Function) -> Diagnosis:
    """Check ``merge_heads(x)``: (…, H, T, D) -> (…, T, E)."""
    return judge(function, _heads.MERGE)


def multi_head(layer: Function) -> Diagnosis:
    """Check a class ``MultiHeadAttention(embed_dim, num_heads)``, or a function.

    The function is ``multi_head(x, w_q, w_k, w_v, w_o, num_heads, mask=None)`` and
    gives (output, weights); matrices are (in, out).
    """
    is_class = isinstance(layer, type)
    return judge(
        layer, _many_heads.MULTI_HEAD_ATTENTION if is_class else _many_heads.MULTI_HEAD
    )


def causal_mask(function: Function) -> Diagnosis:
    """Check ``causal_mask(T)``: (T, T) boolean, True = may look."""
    return judge(function, _masks.CAUSAL)


def leak(function: Function) -> Diagnosis:
    """Check ``leak(layer, x)``: how far words move when a later one changes."""
    return judge(function, _leak.LEAK)


def padding_mask(function: Function) -> Diagnosis:
    """Check ``padding_mask(lengths, T)``: (B, 1, 1, T) boolean, True = a word."""
    return judge(function, _masks.PADDING)


def angles(function: Function) -> Diagnosis:
    """Check ``angles(length, dim, base=10_000.0)``: (T, E / 2), in radians."""
    return judge(function, _angles.ANGLES)


def sinusoids(function: Function) -> Diagnosis:
    """Check ``sinusoids(length, dim)``: (T, E), sine and cosine side by side."""
    return judge(function, _positions.SINUSOIDS)


def rotate(function: Function) -> Diagnosis:
    """Check ``rotate(x, start=0, base=10_000.0)``: pairs half a row apart turn.

    Without a ``start``, words that stand further on are given words in front.
    """
    return judge(function, _positions.ROTATE)


def block(layer: Function) -> Diagnosis:
    """Check a class ``Block(embed_dim, num_heads, hidden_dim)``."""
    return judge(layer, _model.BLOCK)


def decoder(layer: Function) -> Diagnosis:
    """Check ``Decoder(vocab_size, embed_dim, num_heads, hidden_dim, num_layers)``.

    Positions are not looked at: with an option ``rope_base``, it is built without them.
    """
    return judge(layer, _model.DECODER)


def loss(function: Function) -> Diagnosis:
    """Check ``loss_of(model, ids)``: the mean surprise at each next token."""
    return judge(function, _training.LOSS)


def learn(function: Function) -> Diagnosis:
    """Check a training step ``learn(model, optimizer, ids)``, which gives the loss."""
    return judge(function, _training.LEARN)


def top_k(function: Function) -> Diagnosis:
    """Check ``top_k(logits, k)``: the others get −∞."""
    return judge(function, _sampling.TOP_K)


def choose(function: Function) -> Diagnosis:
    """Check ``choose(logits, temperature=1.0, k=None)``: (B, V) -> (B, 1).

    It is asked thousands of times, and held to the chances by which it should draw.
    """
    return judge(function, _writing.CHOOSE)


def generate(function: Function) -> Diagnosis:
    """Check ``generate(model, ids, length, temperature=1.0, k=None)``.

    What it calls to draw a token has to be right, too.
    """
    return judge(function, _writing.GENERATE)


def temperature(function: Function) -> Diagnosis:
    """Check ``temperature(logits, T)``: the chances at a temperature."""
    return judge(function, _sampling.TEMPERATURE)


def cache(box: Function) -> Diagnosis:
    """Check a class ``Cache()`` with ``append(key, value)`` and ``len``."""
    return judge(box, _cache.CACHE)


def repeat_kv(function: Function) -> Diagnosis:
    """Check ``repeat_kv(x, times)``: (…, G, T, D) -> (…, G · times, T, D)."""
    return judge(function, _heads.REPEAT)


def softmax_gradient(function: Function) -> Diagnosis:
    """Check ``softmax_gradient(weights, upstream)``: back to the scores."""
    return judge(function, _gradients.SOFTMAX)


def attention_gradient(function: Function) -> Diagnosis:
    """Check ``attention_gradient(query, key, value, upstream)``: back to all three."""
    return judge(function, _gradients.ATTENTION)


def file(path: str | Path = "from_scratch.py") -> Progress:
    """Run a reader's file, check everything that it defines, and say how far it is.

    Raises:
        FileNotFoundError: there is no such file.
    """
    return check_file(Path(path))
