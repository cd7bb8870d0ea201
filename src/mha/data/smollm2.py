"""SmolLM2's one file: what the model is like, its parameters, and its tokenizer."""

from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFReader, dequantize
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

        As a plain array: the vocabulary, string after string, takes a third of the
        time that it takes through NumPy's own class for files.
        """
        return self._bytes

    @data.setter
    def data(self, memmap: np.memmap) -> None:
        self._bytes = np.asarray(memmap)

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
