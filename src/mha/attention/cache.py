"""What need not be computed again: the keys and values of tokens already read."""

import torch
from torch import Tensor


class LayerCache:
    """One attention's keys and values of the tokens read so far.

    Attributes:
        keys: (..., G, T, D), G being num_kv_heads; None before the first token. They
            are kept turned where rotary positions turn them by their own place alone,
            and else as they were projected.
        values: (..., G, T, D), or None.

    Source: Shazeer 2019, "Fast Transformer Decoding", section 2.4.

    Example:
        >>> from mha import MultiHeadAttention
        >>> layer, cache = MultiHeadAttention(8, 2, causal=True), LayerCache()
        >>> _ = layer(torch.randn(1, 3, 8), cache=cache)
        >>> output, weights = layer(torch.randn(1, 1, 8), cache=cache)  # one new token
        >>> cache.length, weights.shape
        (4, torch.Size([1, 2, 1, 4]))
    """

    def __init__(self) -> None:
        self.keys: Tensor | None = None
        self.values: Tensor | None = None

    @property
    def length(self) -> int:
        """T, how many tokens have been read."""
        return 0 if self.keys is None else self.keys.shape[-2]

    @property
    def nbytes(self) -> int:
        """How many bytes are kept, for keys and values B · G · T · D numbers each."""
        kept = (self.keys, self.values)
        return sum(tensor.nbytes for tensor in kept if tensor is not None)

    def extend(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Put new keys and values after the old ones; return all of them.

        Args:
            key, value: (..., G, T, D), of the new tokens.

        Returns:
            keys and values, each (..., G, Tk, D), old and new.

        Raises:
            ValueError: the old ones are of other sentences, heads, widths, dtypes or of
                another device; the cache is as before.
        """
        if self.keys is None or self.values is None:
            # Copied: a view would keep all that was projected with them.
            self.keys, self.values = key.clone(), value.clone()
        else:
            _check_same_kind("keys", self.keys, key)
            _check_same_kind("values", self.values, value)
            self.keys = torch.cat([self.keys, key], dim=-2)
            self.values = torch.cat([self.values, value], dim=-2)
        return self.keys, self.values


class KVCache:
    """A model's cache: one `LayerCache` for each of its layers.

    Attributes:
        layers: one per layer, from the model's first call on.

    Example:
        >>> from mha import LanguageModel
        >>> model, cache = LanguageModel(7, 8, 2, num_layers=1), KVCache()
        >>> ids = torch.tensor([[1, 2, 3, 4]])
        >>> _ = model(ids[:, :3], cache=cache)
        >>> logits, _ = model(ids[:, 3:], cache=cache)  # reads one token only
        >>> cache.length, logits.shape
        (4, torch.Size([1, 1, 7]))
    """

    def __init__(self) -> None:
        self.layers: list[LayerCache] = []

    @property
    def length(self) -> int:
        """T, how many tokens have been read."""
        return self.layers[0].length if self.layers else 0

    @property
    def nbytes(self) -> int:
        """Bytes that all layers keep."""
        return sum(layer.nbytes for layer in self.layers)

    def for_layers(self, num_layers: int) -> list[LayerCache]:
        """Each layer's own cache, made at the first call.

        Raises:
            ValueError: it belongs to a model with another number of layers.
        """
        self.check_layers(num_layers)
        if not self.layers:
            self.layers = [LayerCache() for _ in range(num_layers)]
        return self.layers

    def check_layers(self, num_layers: int) -> None:
        """Raise ValueError where a model has another number of layers than this."""
        if self.layers and len(self.layers) != num_layers:
            raise ValueError(
                f"the cache has {len(self.layers)} layers; the model has {num_layers}"
            )

    def check_batch(self, batch: int) -> None:
        """Raise ValueError where other sentences than these are to follow."""
        keys = self.layers[0].keys if self.layers else None
        if keys is not None and len(keys) != batch:
            raise ValueError(f"{batch} sentences, but the cache has {len(keys)}")


def _check_same_kind(name: str, old: Tensor, new: Tensor) -> None:
    """Raise ValueError unless tokens (..., T, D) can follow others."""
    for what, one, other in (
        ("shape", _but_length(old), _but_length(new)),
        ("dtype", old.dtype, new.dtype),
        ("device", old.device, new.device),
    ):
        if one != other:
            raise ValueError(
                f"the cache holds {name} of {what} {one}, but the new ones have {other}"
            )


def _but_length(tensor: Tensor) -> tuple[int | str, ...]:
    """(..., G, T, D) with a word in place of T, which may differ."""
    *lead, _, width = tensor.shape
    return (*lead, "tokens", width)
