"""MiniLM on the page: its parts, and by PyTorch what its heads do."""

import functools
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import torch
import transformers
from safetensors.torch import load_file

from mha.data.packaged import minilm_folder
from mha_book.in_page.pack import Rounded, packed, part_script, round_rows

NAME = "minilm"
LAYERS, HEADS = 6, 12
MOST_TOKENS = 48  # with [CLS] and [SEP]: as many as a grid has room for
ROWS = 512  # words whose embeddings come together: a sentence needs a few such parts
EMBEDDINGS = "embeddings."
WORDS = f"{EMBEDDINGS}word_embeddings.weight"
PLACES = f"{EMBEDDINGS}position_embeddings.weight"
KIND = f"{EMBEDDINGS}token_type_embeddings.weight"
LAYER = "encoder.layer."


@functools.cache
def tokenizer() -> "transformers.PreTrainedTokenizerBase":
    """The real one, which the page's is held equal to."""
    return transformers.PreTrainedTokenizerFast.from_pretrained(minilm_folder())


@functools.cache
def weights() -> dict[str, torch.Tensor]:
    """What a sentence passes through, by name, as it lies in the package.

    Of the places there are as many as the page reads. A first sentence's kind is added
    to each of them already.
    """
    given = load_file(minilm_folder() / "model.safetensors")
    places = given[PLACES][:MOST_TOKENS] + given[KIND][0]
    kept = {name: x for name, x in given.items() if name.startswith(LAYER)}
    kept |= {name: given[name] for name in given if "embeddings.LayerNorm" in name}
    return kept | {WORDS: given[WORDS], PLACES: places}


@functools.cache
def rounded_weights() -> dict[str, Rounded]:
    """Of these every matrix, in eight bits."""
    return {n: round_rows(x) for n, x in weights().items() if x.dim() == 2}


@functools.cache
def model(*, rounded: bool = False) -> "transformers.BertModel":
    """MiniLM as PyTorch runs it, with the weights as they were, or rounded."""
    settings = json.loads((minilm_folder() / "config.json").read_text("utf-8"))
    settings["max_position_embeddings"] = MOST_TOKENS
    config = transformers.BertConfig(**settings, attn_implementation="eager")
    made = transformers.BertModel(config, add_pooling_layer=False).float()
    state = weights() | {KIND: torch.zeros(2, config.hidden_size)}
    if rounded:
        state |= {name: matrix.back() for name, matrix in rounded_weights().items()}
    made.load_state_dict(state)
    return made.eval().requires_grad_(requires_grad=False)


def cut(sentence: str) -> list[str]:
    """A sentence's tokens, [CLS] and [SEP] among them.

    Raises:
        ValueError: there is nothing to read, or too much for the page.
    """
    tokens = tokenizer()(sentence).tokens()
    if len(tokens) == 2:
        raise ValueError("There is no word to read. Type a sentence.")
    if len(tokens) > MOST_TOKENS:
        raise ValueError(
            f"The sentence has {len(tokens) - 2} tokens, and {MOST_TOKENS - 2} fit."
        )
    return tokens


def attention(
    sentence: str, silenced: Iterable[tuple[int, int]] = (), *, rounded: bool = False
) -> torch.Tensor:
    """The weights of every head, (L, H, T, T), some heads' outputs set to zero.

    Args:
        sentence: it must not have more tokens than `MOST_TOKENS`.
        silenced: which heads, by layer and place in it.
        rounded: by the weights in eight bits.
    """
    bert, ids = model(rounded=rounded), tokenizer()(sentence, return_tensors="pt")
    with torch.no_grad(), _without(bert, silenced):
        seen = bert(input_ids=ids["input_ids"], output_attentions=True).attentions
    return torch.cat(seen)


@contextmanager
def _without(
    bert: "transformers.BertModel", silenced: Iterable[tuple[int, int]]
) -> Iterator[None]:
    """Heads' outputs are zero in front of the projection that joins them."""
    hooks = []
    for layer, head in silenced:

        def silence(_: object, inputs: tuple, head: int = head) -> torch.Tensor:
            heads = inputs[0].unflatten(-1, (HEADS, -1)).clone()  # (B, T, H, D)
            heads[..., head, :] = 0
            return heads.flatten(-2)

        dense = bert.encoder.layer[layer].attention.output.dense
        hooks.append(dense.register_forward_pre_hook(silence))
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


@functools.cache
def parts() -> dict[str, object]:
    """What the page loads, by the name of the part: packed tensors, and words."""
    held = weights() | rounded_weights()
    given = {name: packed(x) for name, x in held.items() if name != WORDS}
    own = {n.removeprefix(EMBEDDINGS): x for n, x in given.items() if LAYER not in n}
    listed = tokenizer().get_vocab()
    made: dict[str, object] = {"start": own}
    made["words"] = "\n".join(sorted(listed, key=listed.__getitem__))
    for layer in range(LAYERS):
        start = f"{LAYER}{layer}."
        inside = {n: x for n, x in given.items() if n.startswith(start)}
        made[f"layer-{layer}"] = {n.removeprefix(start): x for n, x in inside.items()}
    table = rounded_weights()[WORDS]
    for number, first in enumerate(range(0, len(listed), ROWS)):
        made[f"rows-{number}"] = {"rows": packed(table.rows(first, first + ROWS))}
    return made


@functools.cache
def scripts() -> dict[str, str]:
    """Each part as the script that the page loads."""
    return {name: part_script(NAME, name, part) for name, part in parts().items()}


@functools.cache
def listing() -> dict[str, object]:
    """What the page must know before it loads anything.

    Its name; how many rows a part has; how many bytes come at first, and with each part
    of rows; and a key that changes whenever a part does, so that no old one is taken.
    """
    digest, sizes = hashlib.sha256(), {}
    for name, script in scripts().items():
        content = script.encode()
        digest.update(content)
        sizes[name] = len(content)
    rows = [size for name, size in sizes.items() if name.startswith("rows-")]
    first = {name: size for name, size in sizes.items() if not name.startswith("rows-")}
    return {
        "name": NAME,
        "key": digest.hexdigest()[:12],
        "most": MOST_TOKENS,
        "sizes": {"rows": ROWS, "heads": HEADS},
        "first": first,
        "each": max(rows),
    }
