"""One attention head: what the projections add to the pure functions."""

from torch import Tensor, nn

from mha.attention.checks import check_boolean, check_dropout, check_sizes, check_width
from mha.attention.functional import scaled_dot_product_attention
from mha.attention.masks import causal_mask


class AttentionHead(nn.Module):
    """One head: softmax((x Wqᵀ)(y Wkᵀ)ᵀ / √D) (z Wvᵀ), each with its bias.

    Given x alone, it is self-attention: y and z are x. Given another sequence for
    keys and values, it is cross-attention.

    Args:
        head_dim: D, width of the projected queries, keys and values.
        input_dim: width of the query's tokens; head_dim when omitted.
        key_dim: width of the key's tokens; input_dim when omitted.
        value_dim: width of the value's tokens; key_dim when omitted.
        bias: whether the projections add one.
        dropout: chance, 0 to 1, that a weight is dropped in training.

    Raises:
        ValueError: a width is below 1, or dropout is not a chance.

    Source: Vaswani et al. 2017, section 3.2.2, one term of the concatenation.

    Example:
        >>> import torch
        >>> head = AttentionHead(4, input_dim=12)
        >>> output, weights = head(torch.randn(2, 3, 12))  # (B, T, input_dim)
        >>> output.shape, weights.shape
        (torch.Size([2, 3, 4]), torch.Size([2, 3, 3]))
    """

    def __init__(
        self,
        head_dim: int,
        *,
        input_dim: int | None = None,
        key_dim: int | None = None,
        value_dim: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        check_dropout(dropout)
        check_sizes(head_dim=head_dim)
        self.dropout = dropout
        widths = input_widths(head_dim, input_dim, key_dim, value_dim)
        self.query_proj, self.key_proj, self.value_proj = (
            nn.Linear(width, head_dim, bias) for width in widths
        )

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Attend from the query's tokens to the key's.

        Args:
            query: (..., Tq, input_dim).
            key: (..., Tk, key_dim); the query when omitted.
            value: (..., Tk, value_dim); the key when omitted.
            mask: boolean, broadcasts to (..., Tq, Tk); True = may attend.

        Returns:
            output (..., Tq, D), weights (..., Tq, Tk) before dropout.

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        projected = project(self, query, key, value)  # 3 of (..., T, D)
        dropout = self.dropout if self.training else 0.0
        return scaled_dot_product_attention(*projected, mask, dropout=dropout)


class CausalAttention(AttentionHead):
    """One head in which no token sees a later one, in training and out of it.

    Parameters are `AttentionHead`'s. With more keys than queries, the last query
    sees the last key.

    Source: Vaswani et al. 2017, section 3.2.3.

    Example:
        >>> import torch
        >>> output, weights = CausalAttention(4)(torch.randn(3, 4))
        >>> (weights > 0).int().tolist()
        [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Attend to what is allowed by the mask and not later; as in `AttentionHead`.

        Raises:
            ValueError: there are fewer keys than queries, or as in `AttentionHead`.
        """
        key = query if key is None else key
        past = causal_mask(query.shape[-2], key.shape[-2], device=query.device)
        if mask is not None:
            check_boolean(mask)
            past = past & mask
        return super().forward(query, key, value, past)


def project(
    module: nn.Module,
    query: Tensor,
    key: Tensor | None = None,
    value: Tensor | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Put query, key and value through a module's three projections.

    Args:
        module: has query_proj, key_proj and value_proj.
        query: (..., Tq, input_dim).
        key: (..., Tk, key_dim); the query when omitted.
        value: (..., Tk, value_dim); the key when omitted.

    Returns:
        The three, each (..., T, width of its projection).

    Raises:
        ValueError: a width is not what its projection reads; names both.
    """
    projections = {
        name: getattr(module, f"{name}_proj") for name in ("query", "key", "value")
    }
    widths = {name: layer.in_features for name, layer in projections.items()}
    inputs = checked_inputs(query, key, value, widths)
    q, k, v = (projections[name](tensor) for name, tensor in inputs.items())
    return q, k, v


def checked_inputs(
    query: Tensor, key: Tensor | None, value: Tensor | None, widths: dict[str, int]
) -> dict[str, Tensor]:
    """Query, key and value by name; an omitted one is the one before it.

    Raises:
        ValueError: a tensor has not the width that `widths` gives for it.
    """
    key = query if key is None else key
    value = key if value is None else value
    inputs = {"query": query, "key": key, "value": value}
    for name, tensor in inputs.items():
        check_width(name, tensor, widths[name])
    return inputs


def input_widths(
    default: int, input_dim: int | None, key_dim: int | None, value_dim: int | None
) -> tuple[int, int, int]:
    """Widths of query, key and value; each defaults to the one before it.

    Raises:
        ValueError: a width is below 1.
    """
    input_dim = default if input_dim is None else input_dim
    key_dim = input_dim if key_dim is None else key_dim
    value_dim = key_dim if value_dim is None else value_dim
    check_sizes(input_dim=input_dim, key_dim=key_dim, value_dim=value_dim)
    return input_dim, key_dim, value_dim
