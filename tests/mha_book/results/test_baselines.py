"""The baselines: they learn from train, are chosen by validation, measured once."""

import json
from itertools import count
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from datasets import ClassLabel, Dataset, DatasetDict

from mha import NEWS_SUBJECTS, with_validation
from mha_book.results.training import baselines, published, stored_runs


def articles(count):
    rows = {"text": ["about"] * count, "label": [i % 5 for i in range(count)]}
    names = ClassLabel(names=list(NEWS_SUBJECTS))
    return Dataset.from_dict(rows).cast_column("label", names)


def test_a_baselines_strength_is_chosen_by_validation(monkeypatch, tmp_path):
    """The one that is best on test is not the one that is measured there."""

    news = DatasetDict(train=articles(25), test=articles(10))

    class Scored:
        def __init__(self, **scores):
            self.scores = scores

        def fit(self, features, labels):
            assert features == "train"
            assert list(labels) == list(with_validation(news)["train"]["label"])

        def score(self, part, labels):
            return self.scores[part]

    def prepare(found, max_len):
        assert {part: len(found[part]) for part in found} == {
            "train": 20,
            "validation": 5,
            "test": 10,
        }
        assert max_len == 4
        models = {
            1.0: Scored(validation=0.5, test=0.9),
            10.0: Scored(validation=0.75, test=0.25),
            100.0: Scored(validation=0.75, test=1.0),
        }
        return models, {part: part for part in found}

    monkeypatch.setattr(baselines, "load_news", lambda: news)
    monkeypatch.setattr(baselines, "BASELINES", {"some": prepare})
    clock = SimpleNamespace(perf_counter=count(100.0).__next__)
    monkeypatch.setattr(baselines, "time", clock)
    out = tmp_path / "runs" / "baselines"
    for _ in range(2):  # also where the folder is there already
        baselines.write_baselines(out, max_len=4)
    table = pd.read_csv(out / "table.csv")
    assert {*table.columns} == {"model", "C", "validation", "test", "seconds"}
    assert {*table["model"]} == {"some"}
    assert (table["seconds"] == 1).all()  # from one look at the clock to the next
    assert table["C"].tolist() == [1, 10, 100]
    assert table["validation"].tolist() == [0.5, 0.75, 0.75]
    assert table["test"].fillna(-1).tolist() == [-1, 0.25, -1]
    about = json.loads((out / "run.json").read_text())
    assert about["options"] == {"task": "baselines", "max_len": 4}
    stored = published.summarize("baselines", out)
    assert stored["command"] == "baselines"  # no task of mha-train
    assert stored["table"]["test"] == [None, 0.25, None]  # JSON has no NaN


def tiny_news():
    """Subjects 0 and 1, told by one word; 1 is the more frequent in training."""
    rows = [("money bank money", 0), ("film song", 1), ("song film film", 1)] * 4
    others = [("bank", 1), ("the film", 0)]  # whoever learned from these would be wrong

    def part(rows):
        texts, labels = zip(*rows, strict=True)
        return Dataset.from_dict({"text": list(texts), "label": list(labels)})

    return DatasetDict(train=part(rows), validation=part(others), test=part(others))


@pytest.mark.parametrize(
    ("prepare", "right"),
    [(baselines.majority, 0.5), (baselines.tfidf, 0), (baselines.minilm, 0)],
)
def test_baselines_learn_from_train_alone(prepare, right):
    news = tiny_news()
    rows = baselines.fit_baseline(*prepare(news, 8), news)
    assert rows[0] == {"C": 1.0, "validation": right, "test": right}
    assert len(rows) == (1 if prepare is baselines.majority else 3)


def test_words_that_train_does_not_have_count_for_nothing():
    _, features = baselines.tfidf(tiny_news(), 8)
    assert features["train"].shape == (12, 4)  # money, bank, film, song
    assert features["test"].toarray().astype(bool).sum() == 2


def test_minilms_features_do_not_see_their_batch():
    texts = ["a bank", "a much longer text about a film and the song in it"]
    together = baselines.minilm_features(texts, 16)
    alone = baselines.minilm_features(texts, 16, batch_size=1)
    assert together.shape == (2, 384)
    np.testing.assert_allclose(together, alone, atol=1e-5)
    cut = baselines.minilm_features(["a bank that no one reads to the end"], 4)
    np.testing.assert_allclose(cut[0], alone[0], atol=1e-5)


def test_the_strengths_that_are_tried_are_those_of_the_stored_run():
    (run,) = stored_runs("baselines")
    tried = pd.DataFrame(run["table"]).groupby("model")["C"].agg(list)
    strengths = {strength: m.C for strength, m in baselines.regressions().items()}
    for name in baselines.BASELINES:
        expected = [1.0] if name == "majority" else [*strengths.values()]
        assert tried[name] == expected
    assert [*strengths] == [*strengths.values()]
