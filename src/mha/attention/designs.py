"""Four further designs of the same arithmetic: by head, by letters, merged, fused."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention.cache import LayerCache
from mha.attention.checks import check_boolean, check_inputs
from mha.attention.functional import mix_values
from mha.attention.head import Heads, Projections, project
from mha.attention.masks import by_head
from mha.attention.multihead import MultiHeadBase, merge_heads, split_heads
from mha.attention.softmax import masked_softmax


class MultiHeadAttentionWrapper(MultiHeadBase):
    """Heads one after the other, concatenated: concat(head_1 … head_H) Woᵀ.

    Arguments are `MultiHeadBase`'s; each head has projections of its own.

    Source: Vaswani et al. 2017, section 3.2.2, read literally.

    Example:
        >>> import torch
        >>> attention = MultiHeadAttentionWrapper(embed_dim=12, num_heads=4)
        >>> len(attention.heads), attention(torch.randn(2, 3, 12))[1].shape
        (4, torch.Size([2, 4, 3, 3]))
    """

    shares_keys = False

    def make_projections(
        self, widths: tuple[int, int, int], bias: bool, **factory: Any
    ) -> None:
        """A list of heads."""
        outputs = (self.head_dim,) * 3
        self.heads = nn.ModuleList(  # a plain list would hide the heads' parameters
            Projections(widths, outputs, bias, **factory) for _ in range(self.num_heads)
        )

    def project(
        self, query: Tensor, key: Tensor | None = None, value: Tensor | None = None
    ) -> Heads:
        """Query, key and value of each head in turn, each (..., H, T, D)."""
        heads = [head(query, key, value) for head in self.heads]
        return Heads(*(torch.stack(part, dim=-3) for part in zip(*heads, strict=True)))

    def mix(
        self, heads: Heads, mask: Tensor | None, bias: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """One head after the other."""
        parts = (by_head(t, self.num_heads) for t in (*heads, mask, bias))
        dropout = self.dropout_now()
        results = [mix_values(*p, dropout=dropout) for p in zip(*parts, strict=True)]
        outputs, weights = zip(*results, strict=True)
        return torch.stack(outputs, dim=-3), torch.stack(weights, dim=-3)


class SequenceFirstMultiHeadAttention(MultiHeadBase):
    """The split design with tokens in the first axis, its products as einsum.

    Arguments and parameters are `MultiHeadAttention`'s; inputs, outputs and mask
    have axes of their own.

    Source: einsum notation as in Shazeer 2019, "Fast Transformer Decoding",
    section 2.
    """

    batch_first, shares_keys = False, False

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
        *,
        cache: LayerCache | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """Attend with every head, over the first axis.

        Args:
            query: (Tq, B, input_dim); or (B, input_dim), one step of each sentence.
            key: (Tk, B, key_dim), or one step; the query when omitted.
            value: (Tk, B, value_dim), or one step; the key when omitted.
            mask: boolean (Tq, Tk, B), True = may attend, the same for all heads;
                the query and sentence axes may be 1.
            cache: as in `MultiHeadBase`.

        Returns:
            output (Tq, B, E), or (B, E) for one step; weights (B, H, Tq, Tk).

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        mask = None if mask is None else _as_others_have_it(mask)
        output, weights = super().forward(query, key, value, mask, cache=cache)
        return output if query.dim() == 3 else output[0], weights  # one step: (B, E)

    def project(
        self, query: Tensor, key: Tensor | None = None, value: Tensor | None = None
    ) -> Heads:
        """From (T, B, width) or (B, width): each (B, H, T, D), a view of (T, B, E)."""
        projected = project(self, query, key, value)
        cut = (_as_sequence(t).unflatten(-1, (self.num_heads, -1)) for t in projected)
        return Heads(*(t.permute(1, 2, 0, 3) for t in cut))  # from (T, B, H, D)

    def merge(self, mixed: Tensor) -> Tensor:
        """All heads' outputs side by side: (B, H, T, D) -> (T, B, E)."""
        return merge_heads(mixed).transpose(0, 1)

    def mix(
        self, heads: Heads, mask: Tensor | None, bias: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Each product by letters: i queries, j keys, b sentences, h heads, d."""
        q, k, v = (t.permute(2, 0, 1, 3) for t in heads)  # (T, B, H, D)
        scores = torch.einsum("ibhd,jbhd->ijbh", q, k)  # (Tq, Tk, B, H)
        if bias is not None:
            whole = bias.expand(scores.permute(2, 3, 0, 1).shape)  # (B, H, Tq, Tk)
            scores = scores + whole.permute(2, 3, 0, 1)
        if mask is not None:  # (Tq, Tk, B, H), axes of 1 among them
            mask = mask[(None,) * (4 - mask.dim())].permute(2, 3, 0, 1)
        weights = masked_softmax(scores, mask, dim=1)
        used = F.dropout(weights, self.dropout, self.training)
        mixed = torch.einsum("ijbh,jbhd->ibhd", used, v)
        return mixed.permute(1, 2, 0, 3), weights.permute(2, 3, 0, 1)


class MergedBatchMultiHeadAttention(MultiHeadBase):
    """Heads merged into the batch, so that `torch.bmm` sees one list of matrices.

    Arguments and parameters are `MultiHeadAttention`'s.
    """

    def mix(
        self, heads: Heads, mask: Tensor | None, bias: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Two products of B·H matrices."""
        lead = torch.broadcast_shapes(*(t.shape[:-2] for t in heads))  # (..., H)
        q, k, v = (t.expand(*lead, -1, -1).flatten(0, -3) for t in heads)  # (B·H, T, D)
        scores = torch.bmm(q, k.mT).unflatten(0, lead)  # (..., H, Tq, Tk)
        weights = masked_softmax(scores if bias is None else scores + bias, mask)
        used = F.dropout(weights, self.dropout, self.training)
        output = torch.bmm(used.flatten(0, -3), v)  # (B·H, Tq, D)
        return output.unflatten(0, lead), weights


class FusedMultiHeadAttention(MultiHeadBase):
    """One product for query, key and value together, and PyTorch's fused kernel.

    Arguments are `MultiHeadBase`'s; query, key and value must have one width. The
    kernel never holds the weights, so None stands in their place.

    Raises:
        ValueError: the widths differ, or as in `MultiHeadBase`.

    Source: Dao et al. 2022, "FlashAttention", for the kernel.

    Example:
        >>> import torch
        >>> attention = FusedMultiHeadAttention(embed_dim=12, num_heads=4)
        >>> output, nothing = attention(torch.randn(2, 3, 12))
        >>> output.shape, nothing
        (torch.Size([2, 3, 12]), None)
    """

    need_weights = False

    def make_projections(
        self, widths: tuple[int, int, int], bias: bool, **factory: Any
    ) -> None:
        """One layer, whose rows are the query's, then the key's and the value's."""
        if len(set(widths)) > 1:
            raise ValueError(
                f"query, key and value widths {', '.join(map(str, widths))} differ: "
                "the packed projection of FusedMultiHeadAttention reads one width"
            )
        rows = sum(self.projected_widths())
        self.in_proj = nn.Linear(widths[0], rows, bias, **factory)

    def project(
        self, query: Tensor, key: Tensor | None = None, value: Tensor | None = None
    ) -> Heads:
        """As in `MultiHeadBase`, by one product where the three are one tensor."""
        rows = self.projected_widths()
        inputs = check_inputs(query, key, value, [self.in_proj] * 3)
        if all(tensor is query for tensor in inputs):
            counts = [self.num_heads, self.num_kv_heads, self.num_kv_heads]
            heads = split_heads(self.in_proj(query), sum(counts))  # (..., H + 2G, T, D)
            return Heads(*heads.split(counts, dim=-3))
        weights = self.in_proj.weight.split(rows)  # (E or G·D, input_dim)
        bias = self.in_proj.bias
        biases = [None] * 3 if bias is None else bias.split(rows)
        return self.split(*map(F.linear, inputs, weights, biases))


def _as_sequence(tensor: Tensor) -> Tensor:
    """(B, E), one step of each sentence, is a sequence of one: (1, B, E)."""
    if tensor.dim() not in (2, 3):
        raise ValueError(
            f"shape {tuple(tensor.shape)}; expected (tokens, sentences, width) "
            "or (sentences, width)"
        )
    return tensor if tensor.dim() == 3 else tensor[None]


def _as_others_have_it(mask: Tensor) -> Tensor:
    """A mask as the other designs take it: (Tq, Tk, B) -> (B, 1, Tq, Tk)."""
    check_boolean(mask)
    if mask.dim() != 3:
        raise ValueError(
            f"mask {tuple(mask.shape)} does not broadcast to (queries, keys, sentences)"
        )
    return mask.permute(2, 0, 1)[:, None]
