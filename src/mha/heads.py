"""One attention head: what the projections add to the pure functions."""

from torch import Tensor, nn

from mha.attention import scaled_dot_product_attention
from mha.checks import check_boolean, check_dropout, check_sizes, check_width
from mha.masks import causal_mask


class SelfAttention(nn.Module):
    """One head: softmax((x Wqᵀ)(y Wkᵀ)ᵀ / √E) (z Wvᵀ), each with its bias.

    Given x alone, it is self-attention: y and z are x. Given another sequence for
    keys and values, it is cross-attention.

    Args:
        embed_dim: E, width of the projected queries, keys and values.
        input_dim: width of the query's tokens; embed_dim when omitted.
        key_dim: width of the key's tokens; input_dim when omitted.
        value_dim: width of the value's tokens; key_dim when omitted.
        bias: whether the projections add one.
        dropout: chance, 0 to 1, that a weight is dropped in training.

    Raises:
        ValueError: a width is below 1, or dropout is not a chance.

    Source: Vaswani et al. 2017, section 3.2.2, one term of the concatenation.
    """

    def __init__(
        self,
        embed_dim: int,
        *,
        input_dim: int | None = None,
        key_dim: int | None = None,
        value_dim: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        check_dropout(dropout)
        self.dropout = dropout
        input_dim, key_dim, value_dim = input_widths(
            embed_dim, input_dim, key_dim, value_dim
        )
        self.query_proj = nn.Linear(input_dim, embed_dim, bias)
        self.key_proj = nn.Linear(key_dim, embed_dim, bias)
        self.value_proj = nn.Linear(value_dim, embed_dim, bias)

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
            output (..., Tq, E), weights (..., Tq, Tk) before dropout.

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        query, key, value = project(self, query, key, value)
        dropout = self.dropout if self.training else 0.0
        return scaled_dot_product_attention(query, key, value, mask, dropout=dropout)


class CausalAttention(SelfAttention):
    """One head in which no token sees a later one, in training and out of it.

    Parameters are `SelfAttention`'s. With more keys than queries, the last query
    sees the last key.

    Source: Vaswani et al. 2017, section 3.2.3.
    """

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Attend to what is allowed by the mask and not later; as in `SelfAttention`.

        Raises:
            ValueError: there are fewer keys than queries, or as in `SelfAttention`.
        """
        key = query if key is None else key
        past = causal_mask(query.shape[-2], key.shape[-2], device=query.device)
        if mask is not None:
            check_boolean(mask)
            past = past & mask
        return super().forward(query, key, value, past)


def project(
    module: nn.Module, query: Tensor, key: Tensor | None, value: Tensor | None
) -> tuple[Tensor, Tensor, Tensor]:
    """Put query, key and value through a module's three projections.

    Args:
        module: has query_proj, key_proj and value_proj.
        query: (..., Tq, input_dim).
        key: (..., Tk, key_dim); the query when None.
        value: (..., Tk, value_dim); the key when None.

    Returns:
        The three, each (..., T, E).

    Raises:
        ValueError: a width is not what its projection reads; names both.
    """
    key = query if key is None else key
    value = key if value is None else value
    inputs = {"query": query, "key": key, "value": value}
    projections = (module.query_proj, module.key_proj, module.value_proj)
    for (name, tensor), projection in zip(inputs.items(), projections, strict=True):
        check_width(name, tensor, projection.in_features)
    return tuple(p(x) for p, x in zip(projections, inputs.values(), strict=True))


def input_widths(
    embed_dim: int, input_dim: int | None, key_dim: int | None, value_dim: int | None
) -> tuple[int, int, int]:
    """Widths of query, key and value; each defaults to the one before it.

    Raises:
        ValueError: a width is below 1.
    """
    input_dim = embed_dim if input_dim is None else input_dim
    key_dim = input_dim if key_dim is None else key_dim
    value_dim = key_dim if value_dim is None else value_dim
    check_sizes(
        embed_dim=embed_dim,
        input_dim=input_dim,
        key_dim=key_dim,
        value_dim=value_dim,
    )
    return input_dim, key_dim, value_dim
