"""Texts as numbers: a tokenizer made from them, and padded batches."""

from collections.abc import Iterable

import torch
from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.trainers import WordPieceTrainer
from torch.utils.data import DataLoader
from transformers import (
    DataCollatorWithPadding,
    PreTrainedTokenizerBase,
    PreTrainedTokenizerFast,
)
from transformers.trainer_pt_utils import LengthGroupedSampler

from mha.attention.mask_conventions import from_huggingface_mask
from mha.data.packaged import minilm_folder


def news_tokenizer(
    texts: Iterable[str], vocab_size: int = 1000
) -> PreTrainedTokenizerBase:
    """MiniLM's tokenizer, its vocabulary made anew from these texts.

    Raises:
        ValueError: vocab_size has no place for every letter; says how many it needs.
    """
    base, texts = PreTrainedTokenizerFast.from_pretrained(minilm_folder()), list(texts)
    # With no place for more, the letters alone: as a word's first, and within words.
    made = base.train_new_from_iterator(texts, 0, show_progress=False)
    found = _trained(made, texts, vocab_size)
    if len(found) > vocab_size:
        raise ValueError(
            f"vocab_size {vocab_size} is below {len(found)}: the texts' letters and "
            "marks alone need as many"
        )
    special = sorted(made.all_special_tokens, key=found.__getitem__)
    ordered = [*special, *sorted(found.keys() - special)]
    numbers = {token: i for i, token in enumerate(ordered)}
    made.backend_tokenizer.model = WordPiece(numbers, unk_token=made.unk_token)
    return made


def _trained(
    made: PreTrainedTokenizerBase, texts: list[str], vocab_size: int
) -> dict[str, int]:
    """The texts' vocabulary, the same each time.

    The training numbers the letters inside words in an order that changes from run to
    run, and of two pairs that are equally frequent takes the one with lower numbers.
    Named beforehand, in alphabetical order, they have the same numbers always.
    """
    inner = sorted(token for token in made.get_vocab() if token.startswith("##"))
    first = [*made.all_special_tokens, *inner]
    trainer = WordPieceTrainer(
        vocab_size=vocab_size, special_tokens=first, show_progress=False
    )
    scratch = Tokenizer.from_str(made.backend_tokenizer.to_str())
    scratch.train_from_iterator(texts, trainer)
    return scratch.get_vocab()


def encode(
    articles: Dataset, tokenizer: PreTrainedTokenizerBase, max_len: int
) -> Dataset:
    """Token ids of each article, at most max_len; columns input_ids and label.

    Raises:
        ValueError: max_len has no place for a word between [CLS] and [SEP].
    """
    if max_len < 3:
        raise ValueError(f"max_len {max_len} is below 3: [CLS], a word, [SEP]")
    tokens = tokenizer(list(articles["text"]), truncation=True, max_length=max_len)
    columns = {"input_ids": tokens["input_ids"], "label": articles["label"]}
    return Dataset.from_dict(columns)


def batches(
    encoded: Dataset,
    tokenizer: PreTrainedTokenizerBase,
    batch_size: int = 32,
    *,
    generator: torch.Generator | None = None,
) -> DataLoader:
    """Padded batches: ids (B, T), mask (B, 1, 1, T) with True = a token, labels (B,).

    Args:
        encoded: from `encode`.
        tokenizer: pads with its own [PAD].
        batch_size: B, the last batch may be smaller.
        generator: shuffles, with articles of like length together; in order when
            omitted.
    """
    pad = DataCollatorWithPadding(tokenizer)

    def collate(rows: list[dict[str, object]]) -> dict[str, torch.Tensor]:
        padded = pad([{"input_ids": row["input_ids"]} for row in rows])
        return {
            "ids": padded["input_ids"],
            "mask": from_huggingface_mask(padded["attention_mask"]),
            "labels": torch.tensor([row["label"] for row in rows]),
        }

    lengths = [len(ids) for ids in encoded["input_ids"]]
    sampler = None
    if generator is not None:
        sampler = LengthGroupedSampler(batch_size, lengths=lengths, generator=generator)
    return DataLoader(encoded, batch_size, sampler=sampler, collate_fn=collate)
