"""SmolLM2's one file: what the model is like, its parameters, and its tokenizer."""

from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFReader, GGUFValueType, dequantize
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from mha.data.packaged import smollm2_file

CONTROL = 3  # the type of a token that stands for no text, as <|im_end|>
SPECIAL = {"bos": "bos", "eos": "eos", "unk": "unknown", "pad": "padding"}


class GGUFFile(GGUFReader):
    """A GGUF file, llama.cpp's format: settings, vocabulary and parameters in one.

    Args:
        path: SmolLM2's when omitted.

    Raises:
        FileNotFoundError: SmolLM2's package is missing; says how to get it.
        ValueError: its file is not what it was; says expected and found.

    Source: github.com/ggml-org/ggml, docs/gguf.md.
    """

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(path or smollm2_file())

    @property
    def data(self) -> np.ndarray:  # type: ignore[bad-override-mutable-attribute]
        """The file's bytes, in memory only where they are read.

        As a plain array: NumPy's own class for files takes far longer to cut.
        """
        return self._bytes

    @data.setter
    def data(self, memmap: np.memmap) -> None:
        self._bytes = np.asarray(memmap)

    def _get_field_parts(self, orig_offs: int, raw_type: int) -> Any:
        """Parts of a field; those of a list are cut in a tenth of gguf's time.

        The vocabulary has 150,000 of them. Seen in gguf 0.19, which calls this private.
        """
        start = orig_offs + 12
        kind = self.data[orig_offs : start - 8].view(np.uint32)
        count = self.data[start - 8 : start].view(np.uint64)
        if raw_type != GGUFValueType.ARRAY or kind[0] == GGUFValueType.ARRAY:
            return super()._get_field_parts(orig_offs, raw_type)
        if kind[0] == GGUFValueType.STRING:
            parts, step = self._cut_strings(start, int(count[0])), 2
        else:
            dtype = np.dtype(self.gguf_scalar_to_np[GGUFValueType(kind[0])])
            end = start + int(count[0]) * dtype.itemsize
            parts, step = list(self.data[start:end].view(dtype)[:, None]), 1
        size = 12 + sum(part.nbytes for part in parts)
        places = list(range(1 + step, 2 + len(parts), step))
        types = [GGUFValueType.ARRAY, GGUFValueType(kind[0])]
        return size, [kind, count, *parts], places, types

    def _cut_strings(self, start: int, count: int) -> list[np.ndarray]:
        """Each string's length, in 8 bytes, and then its bytes."""
        parts = []
        for _ in range(count):
            length = self.data[start : start + 8].view(np.uint64)
            end = start + 8 + int(length[0])
            parts += [length, self.data[start + 8 : end]]
            start = end
        return parts

    def value(self, name: str) -> Any:
        """One setting, as "llama.block_count"."""
        return self.fields[name].contents()

    def numbers(self, tensor: Any) -> np.ndarray:
        """One of `tensors` in float32; most are kept in 4 bits a number."""
        numbers = dequantize(tensor.data, tensor.tensor_type)
        return np.require(numbers, requirements="W")  # the file itself is never written


def tokenizer_of(file: GGUFFile) -> PreTrainedTokenizerFast:
    """Byte-level BPE, in which each digit is a token; padding comes in front.

    `transformers` makes one from the file, too, in which digits are not cut off the
    spaces before them: where several stand before a digit, it differs from SmolLM2's.

    Source: llama.cpp's rule for SmolLM; Sennrich et al. 2016, "Neural Machine
    Translation of Rare Words with Subword Units", for BPE.
    """
    tokens = file.value("tokenizer.ggml.tokens")
    special = {
        f"{short}_token": tokens[file.value(f"tokenizer.ggml.{name}_token_id")]
        for short, name in SPECIAL.items()
    }
    return PreTrainedTokenizerFast(
        tokenizer_object=_byte_level_bpe(file, tokens),
        chat_template=file.value("tokenizer.chat_template"),
        padding_side="left",  # so that the next token follows each text
        model_max_length=file.value("llama.context_length"),
        **special,
    )


def _byte_level_bpe(file: GGUFFile, tokens: list[str]) -> Tokenizer:
    merges = [tuple(pair.split(" ")) for pair in file.value("tokenizer.ggml.merges")]
    bpe = Tokenizer(models.BPE({t: i for i, t in enumerate(tokens)}, merges))
    digits = pre_tokenizers.Digits(individual_digits=True)
    bytewise = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.pre_tokenizer = pre_tokenizers.Sequence([digits, bytewise])
    bpe.decoder = decoders.ByteLevel()
    types = file.value("tokenizer.ggml.token_type")
    control = [t for t, kind in zip(tokens, types, strict=True) if kind == CONTROL]
    bpe.add_special_tokens([AddedToken(t, normalized=False) for t in control])
    return bpe
