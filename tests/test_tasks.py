"""The tasks: what is learned from what, the baselines, and the runs that are stored."""

import json
import subprocess

import numpy as np
import pandas as pd
import pytest
import torch
from datasets import Dataset, DatasetDict
from torch.nn import functional as F

from mha.language_model import LanguageModel
from mha.text import SUBJECTS, load_news, news_tokenizer
from mha.training import baselines, language, news, stored
from mha.training.loop import Task, train
from mha.training.stored import commands, curves, stored_runs
from project import PROJECT
from quotes import copied

TEXTS = ["one two three four five six seven", "three one two", "seven seven one"]


@pytest.fixture(scope="module")
def tokenizer():
    return news_tokenizer(TEXTS, 60)


# ---- the next word ---------------------------------------------------------------


def test_windows_are_all_texts_in_a_row_and_share_their_ends(tokenizer):
    whole = [i for text in TEXTS for i in tokenizer(text)["input_ids"]]
    cut = language.windows(TEXTS, tokenizer, 4)
    assert cut.shape == ((len(whole) - 1) // 4, 5)
    for start, window in enumerate(cut.tolist()):
        assert window == whole[4 * start : 4 * start + 5]


def test_windows_longer_than_the_texts_are_refused(tokenizer):
    whole = sum(len(tokenizer(text)["input_ids"]) for text in TEXTS)
    assert language.windows(TEXTS, tokenizer, whole - 1).shape == (1, whole)
    with pytest.raises(ValueError, match=f"max_len {whole} must be .* {whole - 1}"):
        language.windows(TEXTS, tokenizer, whole)


def test_texts_of_one_subject_or_of_all():
    rows = [{"text": name, "label": i} for i, name in enumerate(SUBJECTS)]
    assert language.texts_of(rows, "sport") == ["sport"]
    assert language.texts_of(rows, "all") == list(SUBJECTS)


@pytest.mark.parametrize("attention", language.ATTENTIONS)
def test_the_language_models_attention_is_the_one_that_is_named(attention):
    model = language.language_model(attention, vocab_size=7, embed_dim=8, num_heads=2)
    assert type(model.blocks[1].attention) is language.ATTENTIONS[attention]


def test_the_next_token_is_guessed_from_those_before():
    torch.manual_seed(0)
    model = LanguageModel(7, 8, 2, 1).eval()
    ids = torch.randint(7, (3, 6))
    loss, right = language.next_token_step(model, (ids,))
    logits, _ = model(ids[:, :5])
    each = [
        F.cross_entropy(logits[b, t], ids[b, t + 1]) for b in range(3) for t in range(5)
    ]
    torch.testing.assert_close(loss, torch.stack(each).mean())
    assert right.tolist() == (logits.argmax(-1) == ids[:, 1:]).tolist()


def test_a_language_model_learns_to_count():
    torch.manual_seed(0)
    cut = torch.arange(400).remainder(7).unfold(0, 9, 8)  # 0 … 6 over and over
    data = torch.utils.data.TensorDataset(cut)
    loaders = [torch.utils.data.DataLoader(data, 16) for _ in range(2)]
    task = Task(language.next_token_step, *loaders, torch.Generator())
    model = language.language_model(vocab_size=7, embed_dim=16, num_layers=1)
    table = train(model, task, epochs=30, learning_rate=1e-2)
    assert table["accuracy"].iloc[-1] > 0.99


# ---- the news ---------------------------------------------------------------------


def test_confusion_counts_rows_of_truth_and_columns_of_guesses():
    class Guessing(torch.nn.Module):  # always the subject after the right one
        embedding = torch.nn.Embedding(1, 1)

        def forward(self, ids, mask):
            return F.one_hot((ids[:, 0] + 1) % 5, 5), None

    truth = torch.tensor([0, 0, 1, 4])
    batch = {"ids": truth[:, None], "mask": None, "labels": truth}
    batch["mask"] = torch.ones(4, 1, 1, 1).bool()
    task = Task(news.masked_step, None, [batch, batch], None)
    counts = news.confusion(Guessing(), task)
    assert list(counts.index) == list(counts.columns) == list(SUBJECTS)
    expected = np.zeros((5, 5), dtype=int)
    expected[0, 1], expected[1, 2], expected[4, 0] = 4, 2, 2
    assert counts.to_numpy().tolist() == expected.tolist()


def test_confusion_reads_as_the_training_did():
    seen = []

    class Spying(torch.nn.Module):
        embedding = torch.nn.Embedding(1, 1)

        def forward(self, ids, mask):
            seen.append(mask)
            return torch.zeros(len(ids), 5), None

    ids, mask = torch.zeros(2, 3).long(), torch.ones(2, 1, 1, 3).bool()
    batch = {"ids": ids, "mask": mask, "labels": torch.zeros(2).long()}
    for step in (news.masked_step, news.plain_step):
        news.confusion(Spying(), Task(step, None, [batch], None))
    assert torch.equal(seen[0], mask)
    assert seen[1] is None


# ---- baselines ------------------------------------------------------------------


def tiny_news():
    """Subjects 0 and 1, told by one word; 1 is the more frequent in training."""
    rows = [("money bank money", 0), ("film song", 1), ("song film film", 1)] * 4
    texts, labels = zip(*rows, strict=True)
    train = Dataset.from_dict({"text": list(texts), "label": list(labels)})
    test = Dataset.from_dict({"text": ["bank", "the film"], "label": [0, 1]})
    return DatasetDict(train=train, test=test)


def test_the_majority_is_blind_and_tfidf_is_not():
    news = tiny_news()
    assert baselines.majority(news, 8).tolist() == [1, 1]
    assert baselines.tfidf(news, 8).tolist() == [0, 1]
    assert baselines.minilm(news, 8).tolist() == [0, 1]


def test_minilms_features_do_not_see_their_batch():
    texts = ["a bank", "a much longer text about a film and the song in it"]
    together = baselines.minilm_features(texts, 16)
    alone = [baselines.minilm_features([text], 16)[0] for text in texts]
    assert together.shape == (2, 384)
    np.testing.assert_allclose(together, alone, atol=1e-5)
    cut = baselines.minilm_features(["a bank that no one reads to the end"], 4)
    np.testing.assert_allclose(cut[0], alone[0], atol=1e-5)


# ---- stored runs ----------------------------------------------------------------


def test_a_run_is_kept_with_its_words_and_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "STORED", tmp_path)
    monkeypatch.setattr(stored, "commands", lambda: ["news --seed 3", "news --seed 4"])

    def trained(command, check):
        folder = command[-1]
        assert command[3:-2] in (["news", "--seed", "3"], ["news", "--seed", "4"])
        about = {"words": {"task": "news", "seed": int(command[-3])}}
        about |= dict.fromkeys(stored.KEPT, "known")
        (tmp_path / "runs").mkdir(exist_ok=True)
        out = tmp_path / "runs" / folder.rsplit("/", 1)[1]
        out.mkdir()
        (out / "run.json").write_text(json.dumps(about), encoding="utf-8")
        table = pd.DataFrame({"epoch": [1, 1], "loss": [0.123456, 0.2]})
        table.to_csv(out / "table.csv", index=False)

    monkeypatch.setattr(subprocess, "run", trained)
    stored.main(["--out", str(tmp_path / "runs")])
    stored.main(["--out", str(tmp_path / "runs")])  # trains nothing again
    runs = stored_runs("news")
    assert [run["command"] for run in runs] == [
        "mha-train news --seed 3",
        "mha-train news --seed 4",
    ]
    assert runs[0]["machine"] == "known"
    found = curves("news")
    assert found["seed"].tolist() == [3, 3, 4, 4]
    assert found["loss"].tolist() == [0.12346, 0.2] * 2
    with pytest.raises(ValueError, match=r"no stored runs of 'x'; .*\['news'\]"):
        stored_runs("x")


@pytest.mark.parametrize("task", ["news", "language", "baselines"])
def test_what_is_stored_is_what_the_commands_say(task):
    wanted = [f"mha-train {words}" for words in commands() if words.startswith(task)]
    runs = stored_runs(task)
    assert [run["command"] for run in runs] == wanted
    for run in runs:
        assert run["versions"]["torch"] == torch.__version__
        assert run["words"]["task"] == task


# Compared with PyTorch's module: at most this share of its time for ten epochs.
SHARES = [("wrapper", 1.3), ("split", 1.0), ("fused", 0.8)]


@pytest.mark.parametrize(("attention", "most"), SHARES)
def test_the_published_models_take_their_share_of_pytorchs_time(attention, most):
    found = curves("news").query(
        "no_mask and max_len == 256 and positions == 'none' and epochs == 10"
    )
    seconds = found.groupby(["attention", "seed"])["seconds"].sum().unstack()
    share = (seconds.loc[attention] / seconds.loc["torch"]).median()
    print(f"{attention} takes {share:.2f} of the time of torch")
    assert share <= most


def test_own_attention_reaches_its_goal_over_three_seeds():
    found = curves("news").query("vocab_size == 8000 and attention == 'fused'")
    found = found.query("part == 'validation' and epoch == epochs")
    assert found["seed"].nunique() >= 3
    assert found["accuracy"].mean() >= 0.95


def test_no_articles_text_is_committed():
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    found = subprocess.run(listed, cwd=PROJECT, capture_output=True, check=True)
    names = found.stdout.decode().strip("\0").split("\0")
    paths = [path for name in names if (path := PROJECT / name).is_file()]
    assert len(paths) > 100
    for path in paths:
        assert copied(path.read_bytes().decode(errors="ignore")) == [], path


def test_a_quotation_is_seen():
    article = load_news()["test"]["text"][0].split()
    assert copied(" ".join(article[3:30])) != []
    assert copied(" ".join(article[3:13])) == []
