"""The tasks: what is learned from what, the baselines, and the runs that are stored."""

import functools
import json
import subprocess

import numpy as np
import pandas as pd
import pytest
import torch
from datasets import Dataset, DatasetDict
from torch.nn import functional as F

from mha.attention import (
    AlibiPositions,
    FusedMultiHeadAttention,
    LearnedPositions,
    ShawPositions,
)
from mha.data.news import SUBJECTS, load_news
from mha.data.tokens import news_tokenizer
from mha.models import LanguageModel, MeanTextClassifier, TextClassifier
from mha.training import cli as command
from mha.training import results, run
from mha.training.loop import Task, train
from mha.training.options import RELATIVE
from mha.training.results import curves, published, stored_runs
from mha.training.results.published import commands
from mha.training.tasks import baselines, language, news
from project import PROJECT
from quotes import copied

TEXTS = ["one two three four five six seven", "three one two", "seven seven one"]


@pytest.fixture(scope="module")
def tokenizer():
    return news_tokenizer(TEXTS, 60)


@pytest.fixture
def told_apart(monkeypatch):
    """News of every subject whose test articles alone have the letter Z."""
    train, test = (
        Dataset.from_dict(
            {
                "text": [
                    f"{letter}{i} about {name}" for i, name in enumerate(SUBJECTS)
                ],
                "label": list(range(5)),
            }
        )
        for letter in "az"
    )
    news_of_both = DatasetDict(train=train, test=test)
    for task in (news, language, baselines):
        monkeypatch.setattr(task, "load_news", lambda: news_of_both)
    for task in (news, language):
        monkeypatch.setattr(task, "news_tokenizer", one_tokenizer)
    return news_of_both


def one_tokenizer(texts, vocab_size):
    """In so few texts pairs of letters tie, and each training may break ties anew."""
    return made_once(tuple(texts), vocab_size)


made_once = functools.cache(news_tokenizer)


UNKNOWN = 1  # MiniLM's special tokens come first: [PAD], [UNK], [CLS], [SEP]


def read_by(loader, column):
    """What a loader gives in all its batches, as lists without padding."""
    rows = [row for batch in loader for row in batch[column].tolist()]
    return sorted([token for token in row if token] for row in rows)


@pytest.mark.parametrize("masked", [True, False])
def test_the_news_task_learns_from_train_and_looks_at_test(told_apart, masked):
    task = news.news_task(masked=masked, batch_size=2, vocab_size=60, max_len=32)
    assert task.step is (news.masked_step if masked else news.plain_step)
    tokenizer = one_tokenizer(told_apart["train"]["text"], 60)
    for loader, part in ((task.training, "train"), (task.validation, "test")):
        expected = tokenizer(list(told_apart[part]["text"]))["input_ids"]
        assert read_by(loader, "ids") == sorted(expected)
        assert loader.batch_size == 2
        unknown = sum(row.count(UNKNOWN) for row in expected)
        assert unknown == {"train": 0, "test": 5}[part]
        for batch in loader:
            texts = tokenizer.batch_decode(batch["ids"])
            for text, label in zip(texts, batch["labels"].tolist(), strict=True):
                assert SUBJECTS[label] in text.replace(" ", "")
    longest = news.news_task(vocab_size=60, max_len=4).validation
    assert {len(row) for row in read_by(longest, "ids")} == {4}


@pytest.mark.parametrize("subject", ["all", "politics"])
def test_the_language_task_learns_from_train_and_looks_at_test(told_apart, subject):
    options = {"batch_size": 2, "vocab_size": 60, "max_len": 3}
    task = language.language_task(subject, **options)
    tokenizer = one_tokenizer(told_apart["train"]["text"], 60)
    for loader, part in ((task.training, "train"), (task.validation, "test")):
        texts = language.texts_of(told_apart[part], subject)
        expected = language.windows(texts, tokenizer, 3)
        assert read_by(loader, 0) == sorted(expected.tolist())
        assert loader.batch_size == 2
        assert (UNKNOWN in expected) == (part == "test")


@pytest.mark.parametrize("task", [news.news_task, language.language_task])
def test_the_generator_decides_the_order_of_training_alone(told_apart, task):
    made = task(batch_size=1, vocab_size=60, max_len=4)

    def order(loader, seed):
        made.generator.manual_seed(seed)
        column = "ids" if task is news.news_task else 0
        return [batch[column].tolist() for batch in loader]

    orders = [order(made.training, seed) for seed in range(9)]
    assert orders[0] == order(made.training, 0)
    assert any(other != orders[0] for other in orders[1:])
    assert order(made.validation, 0) == order(made.validation, 1)


# ---- the command's words ---------------------------------------------------------


@pytest.fixture
def built(told_apart, monkeypatch, tmp_path):
    """A function: words -> what the command would train, and how."""
    found = {}

    def keep(model, task, **options):
        found.update(model=model, task=task, options=options)
        return pd.DataFrame({"loss": [0.5, 0.25]})

    monkeypatch.setattr(run, "train", keep)
    monkeypatch.setattr(run, "circumstances", lambda device: {"device": device})

    def build(*words):
        out = tmp_path / str(len(list(tmp_path.iterdir())))
        sizes = ("--vocab-size", "60", "--max-len", "7")
        command.main([*words, *sizes, "--out", str(out)])
        return found | {"out": out}

    return build


def start(found):
    return torch.cat([p.flatten() for p in found["model"].parameters()])


@pytest.mark.parametrize("task", ["news", "language"])
def test_the_seed_decides_the_start(built, task):
    one, same, other = (start(built(task, "--seed", seed)) for seed in "778")
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


@pytest.mark.parametrize("task", ["news", "language"])
def test_words_reach_the_training(built, task):
    words = "--epochs 3 --learning-rate 0.5 --mixed-precision bf16 --seed 4"
    found = built(task, *words.split(), "--batch-size", "2", "--positions", "learned")
    assert found["options"] == {
        "epochs": 3,
        "learning_rate": 0.5,
        "mixed_precision": "bf16",
        "device": "cpu",
        "seed": 4,
        "out": found["out"],
    }
    assert found["task"].training.batch_size == 2
    assert type(found["model"].positions) is LearnedPositions
    assert found["model"].positions.max_len == 7
    assert (found["out"] / "model.safetensors").exists()
    assert pd.read_csv(found["out"] / "table.csv")["loss"].tolist() == [0.5, 0.25]


def test_words_reach_the_classifier(built):
    words = "--attention fused --relative shaw --pool mean --embed-dim 12 --heads 3"
    found = built("news", *words.split(), "--embedding-std", "0", "--no-mask")
    model, task = found["model"], found["task"]
    assert type(model) is MeanTextClassifier
    assert type(model.attention) is FusedMultiHeadAttention
    assert (model.attention.embed_dim, model.attention.num_heads) == (12, 3)
    assert type(model.attention.relative) is ShawPositions
    assert model.embedding.weight.shape == (60, 12)
    assert not model.embedding.weight.any()
    assert task.step is news.plain_step
    default = built("news")
    assert type(default["model"]) is TextClassifier
    spread = default["model"].embedding.weight[1:].std().item()
    assert spread == pytest.approx(1, abs=0.1)
    assert default["task"].step is news.masked_step


def test_words_reach_the_language_model(built):
    words = "--relative alibi --embed-dim 12 --heads 3 --layers 4 --dropout 0.25"
    more = ("--attention", "fused", "--subject", "tech")
    found = built("language", *words.split(), *more)
    model = found["model"]
    attention = model.blocks[0].attention
    assert type(attention) is FusedMultiHeadAttention
    assert type(attention.relative) is AlibiPositions
    assert (attention.embed_dim, attention.num_heads, attention.dropout) == (
        12,
        3,
        0.25,
    )
    assert (len(model.blocks), model.dropout.p) == (4, 0.25)
    assert model.embedding.weight.shape == (60, 12)
    assert next(iter(found["task"].training))[0].shape[1] == 7 + 1
    rows = len(found["task"].training.dataset)
    assert 0 < rows < len(built("language")["task"].training.dataset)


EVERY = [(name, relative) for name in news.DESIGNS for relative in RELATIVE]


@pytest.mark.parametrize(
    ("attention", "relative"), [*EVERY, *((name, "none") for name in news.OTHERS)]
)
def test_every_attention_classifies(attention, relative):
    model = news.news_model(
        attention,
        pool="mean",
        relative=relative,
        vocab_size=7,
        embed_dim=6,
        num_heads=3,
    )
    batch = {
        "ids": torch.tensor([[1, 2, 3], [4, 5, 0]]),
        "mask": torch.tensor([[1, 1, 1], [1, 1, 0]]).bool()[:, None, None],
        "labels": torch.tensor([0, 4]),
    }
    loss, right = news.masked_step(model, batch)
    loss.backward()
    assert right.shape == (2,)
    assert model.attention.embed_dim == 6
    assert getattr(model.attention, "num_heads", 3) == 3


def test_a_step_tells_loss_and_what_was_right():
    logits = torch.tensor([[2.0, 0, 0, 0, 0], [0, 0, 3.0, 0, 0], [0, 1.0, 0, 0, 0]])
    given = []

    def model(ids, mask=None):
        given.append(mask)
        return logits, None

    batch = {"ids": None, "mask": "mask", "labels": torch.tensor([0, 2, 2])}
    for step in (news.masked_step, news.plain_step):
        loss, right = step(model, batch)
        each = [-logits[i].log_softmax(-1)[c] for i, c in enumerate([0, 2, 2])]
        torch.testing.assert_close(loss, sum(each) / 3)
        assert right.tolist() == [True, True, False]
    assert given == ["mask", None]


def test_baselines_are_measured_on_the_test_part(told_apart, monkeypatch, tmp_path):
    def guess(found, max_len):
        assert found is told_apart
        return np.array([0, 1, 0, 0, max_len])

    monkeypatch.setattr(baselines, "BASELINES", {"half right": guess})
    out = tmp_path / "run"
    command.main(["baselines", "--max-len", "4", "--out", str(out)])
    table = pd.read_csv(out / "table.csv")
    assert table["model"].tolist() == ["half right"]
    assert table["accuracy"].tolist() == [pytest.approx(0.6)]
    assert json.loads((out / "run.json").read_text())["words"]["max_len"] == 4


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


@pytest.mark.parametrize("relative", RELATIVE)
@pytest.mark.parametrize("attention", language.ATTENTIONS)
def test_the_language_models_attention_is_the_one_that_is_named(attention, relative):
    sizes = {"vocab_size": 7, "embed_dim": 8, "num_heads": 2}
    model = language.language_model(attention, relative, **sizes)
    found = model.blocks[1].attention
    assert type(found) is language.ATTENTIONS[attention]
    scheme = RELATIVE[relative]
    kind = getattr(scheme, "func", scheme) or type(None)
    assert type(found.relative) is kind


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: news.news_model("slow"), "attention 'slow'; expected one of .*fused"),
        (lambda: news.news_model(pool="last"), "pool 'last'; expected one of .'first"),
        (lambda: news.news_model(positions="up"), "positions 'up'; expected one of"),
        (lambda: news.news_model(relative="up"), "relative 'up'; expected one of"),
        (lambda: language.language_model("slow"), "attention 'slow'; expected one of"),
        (lambda: language.language_model(relative="up"), "relative 'up'; expected one"),
        (lambda: language.texts_of([], "weather"), "subject 'weather'; expected one"),
    ],
)
def test_a_name_that_no_table_has_is_told(make, message):
    with pytest.raises(ValueError, match=message):
        make()


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
    # Whoever learned from these would say the opposite.
    test = Dataset.from_dict({"text": ["bank", "the film"], "label": [1, 0]})
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
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    seeds = ["news --seed 3", "news --seed 4"]
    monkeypatch.setattr(published, "commands", lambda: seeds)

    def trained(command, check):
        folder = command[-1]
        assert command[3:-2] in (["news", "--seed", "3"], ["news", "--seed", "4"])
        about = {"words": {"task": "news", "seed": int(command[-3])}}
        about |= dict.fromkeys(published.KEPT, "known")
        (tmp_path / "runs").mkdir(exist_ok=True)
        out = tmp_path / "runs" / folder.rsplit("/", 1)[1]
        out.mkdir()
        (out / "run.json").write_text(json.dumps(about), encoding="utf-8")
        table = pd.DataFrame({"epoch": [1, 1], "loss": [0.123456, 0.2]})
        table.to_csv(out / "table.csv", index=False)

    monkeypatch.setattr(subprocess, "run", trained)
    published.main(out=tmp_path / "runs")
    published.main(out=tmp_path / "runs")  # trains nothing again
    runs = stored_runs("news")
    assert [kept["command"] for kept in runs] == [
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
    assert [kept["command"] for kept in runs] == wanted
    for kept in runs:
        assert kept["words"]["task"] == task
    # A run keeps the version that it had; all were made with one, to be compared.
    assert len({json.dumps(kept["versions"]) for kept in runs}) == 1


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
