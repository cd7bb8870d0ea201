"""TensorLayoutExplorer: where each element of a reshaped tensor sits in memory."""

import torch
import traitlets

from mha import merge_heads, split_heads
from mha_book.explorers.base import Explorer, html_table
from mha_book.explorers.limits import among, between

SIZES = {
    "batch": between(1, 2),
    "tokens": between(1, 4),
    "heads": between(1, 3),
    "head_dim": between(1, 3),
}
LIMITS = {"step": among(["start", "view", "split", "merge"]), **SIZES}


class TensorLayoutExplorer(Explorer):
    """Split a (B, T, E) tensor into heads and merge it again, right and wrong.

    Each element is a number that says where it came from, counted from 0: hundreds
    for the sentence, tens for the token, units for the feature.

    Attributes:
        batch: B, 1 or 2 sentences.
        tokens: T, 1 to 4 tokens a sentence.
        heads: H, 1 to 3.
        head_dim: D, 1 to 3 features a head; E = H · D.
        step: "start", "view", "split" or "merge".
        shape: result, the shown tensor's sizes.
        strides: result, how far apart neighbours along each axis lie in memory.
        contiguous: result, whether its rows lie in memory in reading order.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("layout").tag(sync=True)
    batch = traitlets.Int(1, **SIZES["batch"]).tag(sync=True)
    tokens = traitlets.Int(3, **SIZES["tokens"]).tag(sync=True)
    heads = traitlets.Int(2, **SIZES["heads"]).tag(sync=True)
    head_dim = traitlets.Int(2, **SIZES["head_dim"]).tag(sync=True)
    step = traitlets.Enum(LIMITS["step"]["among"], "split").tag(sync=True)

    @property
    def shape(self) -> list[int]:
        """Its sizes."""
        return list(self._shown().shape)

    @property
    def strides(self) -> list[int]:
        """In elements, for each axis."""
        return list(self._shown().stride())

    @property
    def contiguous(self) -> bool:
        """Whether rows lie in memory in reading order."""
        return self._shown().is_contiguous()

    def _shown(self) -> torch.Tensor:
        return self.tensors()[0][1]

    def tensors(self) -> list[tuple[str, torch.Tensor]]:
        """What the current step shows, as (expression, tensor); the right one first."""
        x = start_tensor(self.batch, self.tokens, self.heads * self.head_dim)
        split_sizes = (self.batch, self.tokens, self.heads, self.head_dim)
        head_sizes = (self.batch, self.heads, self.tokens, self.head_dim)
        heads = split_heads(x, self.heads)  # (B, H, T, D)
        return {
            "start": [("x", x)],
            "view": [("x.view(B, T, H, D)", x.view(split_sizes))],
            "split": [
                ("x.view(B, T, H, D).transpose(1, 2)", heads),
                ("x.view(B, H, T, D)", x.view(head_sizes)),
            ],
            "merge": [
                ("heads.transpose(1, 2).reshape(B, T, E)", merge_heads(heads)),
                ("heads.reshape(B, T, E)", heads.reshape(x.shape)),
            ],
        }[self.step]

    def static_tables(self) -> str:
        """Each shown tensor's rows, and where their elements sit in memory."""
        (code, right), *others = self.tensors()
        tables = [_static_table(code, right)]
        for code, other in others:
            verdict = "no difference here" if torch.equal(other, right) else "wrong"
            tables.append(_static_table(f"{verdict}: {code}", other))
        return "".join(tables)


def start_tensor(batch: int, tokens: int, embed_dim: int) -> torch.Tensor:
    """(B, T, E) integers: 100 · sentence + 10 · token + feature, all from 0."""
    sentence = 100 * torch.arange(batch)[:, None, None]  # (B, 1, 1)
    token = 10 * torch.arange(tokens)[:, None]  # (T, 1)
    return sentence + token + torch.arange(embed_dim)  # (B, T, E)


def _static_table(expression: str, tensor: torch.Tensor) -> str:
    rows = tensor.flatten(0, -2)  # one row for each combination of the leading axes
    caption = (
        f"{expression}: shape {tuple(tensor.shape)}, strides {tensor.stride()}, "
        f"{'contiguous' if tensor.is_contiguous() else 'not contiguous'}"
    )
    places = torch.cartesian_prod(*(torch.arange(n) for n in tensor.shape[:-1]))
    labels = [str(place.tolist()) for place in places]
    columns = [str(i) for i in range(tensor.shape[-1])]
    shown = [[f"{element:02}" for element in row] for row in rows.tolist()]
    return html_table(caption, columns, zip(labels, shown, strict=True))
