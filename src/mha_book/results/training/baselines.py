"""What needs no training of attention: baselines on the same parts of the news.

Each imports what it is made of when it runs: scikit-learn and MiniLM's classes take
seconds, and who reads the stored runs wants neither.
"""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import torch
from datasets import DatasetDict
from tqdm import tqdm

from mha.attention.mask_conventions import from_huggingface_mask
from mha.data.news import load_news, with_validation
from mha.data.packaged import minilm_folder
from mha.models.classifier import mean_of_tokens
from mha.record import circumstances, write_json

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression

# A model for each C, and what it reads of each part.
Prepared = tuple[dict[float, Any], dict[str, Any]]


def write_baselines(out: Path, max_len: int = 256) -> None:
    """Fit each baseline on train, choose its C on validation; leave a run's files.

    The test part is measured for the chosen C alone.

    Args:
        out: the run's folder.
        max_len: tokens that MiniLM reads.
    """
    news, rows = with_validation(load_news()), []
    about, options = circumstances("cpu"), {"task": "baselines", "max_len": max_len}
    for name, prepare in BASELINES.items():
        start = time.perf_counter()
        found = fit_baseline(*prepare(news, max_len), news)
        seconds = time.perf_counter() - start
        rows += [{"model": name, **row, "seconds": seconds} for row in found]
    out.mkdir(parents=True, exist_ok=True)
    write_json(out / "run.json", about | {"options": options})
    pd.DataFrame(rows).to_csv(out / "table.csv", index=False)


def fit_baseline(
    models: dict[float, Any], features: dict[str, Any], news: DatasetDict
) -> list[dict[str, float]]:
    """Accuracy on validation for each C; on test for the best, the first of equals."""

    def accuracy(c: float, part: str) -> float:
        return models[c].score(features[part], news[part]["label"])

    for model in models.values():
        model.fit(features["train"], news["train"]["label"])
    rows = [{"C": c, "validation": accuracy(c, "validation")} for c in models]
    best = max(rows, key=lambda row: row["validation"])
    best["test"] = accuracy(best["C"], "test")
    return rows


def majority(news: DatasetDict, max_len: int) -> Prepared:
    """The most frequent subject, whatever the article says."""
    from sklearn.dummy import DummyClassifier

    return {1.0: DummyClassifier(strategy="most_frequent")}, _texts(news)


def tfidf(news: DatasetDict, max_len: int) -> Prepared:
    """Logistic regression on the words' frequencies, rare words weighing more."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer().fit(news["train"]["text"])
    return regressions(), {
        p: vectorizer.transform(texts) for p, texts in _texts(news).items()
    }


def minilm(news: DatasetDict, max_len: int) -> Prepared:
    """Logistic regression on MiniLM's mean output; MiniLM itself stays as it is."""
    texts = _texts(news)
    return regressions(), {p: minilm_features(texts[p], max_len) for p in texts}


def regressions() -> dict[float, "LogisticRegression"]:
    """Weights for features and subjects, held back more or less: small C, more."""
    from sklearn.linear_model import LogisticRegression

    return {c: LogisticRegression(C=c, max_iter=1000) for c in (1.0, 10.0, 100.0)}


def _texts(news: DatasetDict) -> dict[str, list[str]]:
    return {part: list(news[part]["text"]) for part in news}


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


BASELINES = {
    "majority": majority,
    "TF-IDF, logistic regression": tfidf,
    "MiniLM frozen, logistic regression": minilm,
}
