"""What need not be computed again: the keys and values of tokens already read."""

import torch
from torch import Tensor


class KVCache:
    """Each layer's keys and values of the tokens read so far.

    ``layers`` maps a layer's number to (keys, values), each (B, G, T, D), G being
    ``num_kv_heads``. Keys are kept turned where rotary positions turn them by their own
    place alone, and else as they were projected.

    Source: Shazeer 2019, "Fast Transformer Decoding", section 2.4.

    Example:
        >>> from mha import LanguageModel
        >>> model, cache = LanguageModel(7, 8, 2, num_layers=1), KVCache()
        >>> ids = torch.tensor([[1, 2, 3, 4]])
        >>> _ = model(ids[:, :3], cache=cache)
        >>> logits, _ = model(ids[:, 3:], cache=cache)  # reads one token alone
        >>> cache.length, logits.shape
        (4, torch.Size([1, 1, 7]))
    """

    def __init__(self) -> None:
        self.layers: dict[int, tuple[Tensor, Tensor]] = {}

    @property
    def length(self) -> int:
        """How many tokens have been read."""
        return self.length_of(0)

    def length_of(self, layer: int) -> int:
        """How many tokens a layer has read; the first layer reads first."""
        return self.layers[layer][0].shape[-2] if layer in self.layers else 0

    @property
    def nbytes(self) -> int:
        """What is kept: 2 (keys, values) · layers · B · G · T · D · bytes a number."""
        return sum(t.nbytes for pair in self.layers.values() for t in pair)

    def extend(self, layer: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Put a layer's new keys and values after its old ones; return all of them."""
        old = self.layers.get(layer)
        # The first are copied too: a view would keep all that was projected with them.
        self.layers[layer] = (
            (key.clone(), value.clone())
            if old is None
            else (torch.cat([old[0], key], -2), torch.cat([old[1], value], -2))
        )
        return self.layers[layer]  # each (B, G, Tk, D)
