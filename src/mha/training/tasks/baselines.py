"""What needs no training of attention: baselines on the same split of the news.

Each imports what it is made of when it runs: the command reads this module whatever it
trains, and scikit-learn and MiniLM's classes take as long to import as all the rest.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pandas as pd
import torch
from accelerate import PartialState
from datasets import DatasetDict
from tqdm import tqdm

from mha.attention import from_huggingface_mask
from mha.data.news import load_news
from mha.data.packaged import minilm_folder
from mha.models.classifier import mean_of_tokens
from mha.training.options import Options
from mha.training.run import begin, finish

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression


@dataclass(frozen=True, kw_only=True)
class BaselinesOptions(Options):
    """What needs no training of attention, on the news."""

    task: ClassVar[str] = "baselines"

    max_len: int = 256
    "Tokens that MiniLM reads."

    def build(self) -> Callable[[], object]:
        """What is asked for, ready to run."""
        return lambda: run(self)


def run(options: BaselinesOptions) -> None:
    """Fit each baseline on train, measure it on test, in one process."""
    begin(options)
    if not PartialState().is_main_process:
        return
    news, rows = load_news(), []
    for name, guess in BASELINES.items():
        start = time.perf_counter()
        right = guess(news, options.max_len) == np.array(news["test"]["label"])
        seconds = time.perf_counter() - start
        rows.append({"model": name, "accuracy": right.mean(), "seconds": seconds})
    finish(options.out, pd.DataFrame(rows))


def majority(news: DatasetDict, max_len: int) -> np.ndarray:
    """The most frequent subject, whatever the article says."""
    from sklearn.dummy import DummyClassifier

    return _guess(DummyClassifier(strategy="most_frequent"), news)


def tfidf(news: DatasetDict, max_len: int) -> np.ndarray:
    """Logistic regression on the words' frequencies, rare words weighing more."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.pipeline import make_pipeline

    return _guess(make_pipeline(TfidfVectorizer(), linear()), news)


def minilm(news: DatasetDict, max_len: int) -> np.ndarray:
    """Logistic regression on MiniLM's mean output; MiniLM itself stays as it is."""
    features = {part: minilm_features(news[part]["text"], max_len) for part in news}
    head = linear().fit(features["train"], news["train"]["label"])
    return head.predict(features["test"])


def linear() -> "LogisticRegression":
    """A weight for each feature and subject, held back less than by default."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=10, max_iter=1000)


@torch.no_grad()
def minilm_features(texts: list[str], max_len: int, batch_size: int = 32) -> np.ndarray:
    """The mean of MiniLM's outputs over each text's first tokens: (N, 384)."""
    from transformers import AutoModel, AutoTokenizer

    texts, folder = list(texts), minilm_folder()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModel.from_pretrained(folder).eval()
    options = {"padding": True, "truncation": True, "max_length": max_len}
    found = []
    starts = range(0, len(texts), batch_size)
    for start in tqdm(starts, unit="batch", leave=False, file=sys.stdout):
        batch = texts[start : start + batch_size]
        tokens = tokenizer(batch, return_tensors="pt", **options)
        output = model(**tokens).last_hidden_state  # (B, T, 384)
        mask = from_huggingface_mask(tokens["attention_mask"])  # (B, 1, 1, T)
        found.append(mean_of_tokens(output, mask))
    return torch.cat(found).numpy()


def _guess(model: Any, news: DatasetDict) -> np.ndarray:
    texts, labels = (list(news["train"][name]) for name in ("text", "label"))
    return model.fit(texts, labels).predict(list(news["test"]["text"]))


BASELINES = {
    "majority": majority,
    "TF-IDF, logistic regression": tfidf,
    "MiniLM frozen, logistic regression": minilm,
}
