"""The tasks: what is learned from what, and the baselines."""

import functools
import json
import subprocess

import numpy as np
import pandas as pd
import pytest
import torch
from datasets import ClassLabel, Dataset, DatasetDict
from torch.nn import functional as F

from mha import (
    AlibiPositions,
    FusedMultiHeadAttention,
    LanguageModel,
    LearnedPositions,
    MeanTextClassifier,
    ShawPositions,
    TextClassifier,
)
from mha.data.news import load_news, with_validation
from mha.data.packaged import NEWS_SUBJECTS
from mha.data.tokens import news_tokenizer
from mha.data.windows import windows
from mha.training import run_folder
from mha.training.loop import Task, train
from mha.training.options import RELATIVE
from mha_book.experiments import cli as command, language, news
from project import PROJECT
from quotes import copied


@pytest.fixture
def told_apart(monkeypatch):
    """News of every subject whose test articles alone have the letter Z."""
    train, test = (
        Dataset.from_dict(
            {
                "text": [
                    f"{letter}{i % 5} about {NEWS_SUBJECTS[i % 5]}"
                    + " about" * (i // 5)
                    for i in range(5 * number)
                ],
                "label": [i % 5 for i in range(5 * number)],
            }
        ).cast_column("label", ClassLabel(names=list(NEWS_SUBJECTS)))
        for letter, number in (("a", 5), ("z", 2))
    )
    news_of_both = DatasetDict(train=train, test=test)
    for task in (news, language):
        monkeypatch.setattr(task, "load_news", lambda: news_of_both)
    for task in (news, language):
        monkeypatch.setattr(task, "news_tokenizer", one_tokenizer)
    return news_of_both


def one_tokenizer(texts, vocab_size):
    """The tests ask for the same few vocabularies again and again."""
    return made_once(tuple(texts), vocab_size)


made_once = functools.cache(news_tokenizer)


UNKNOWN = 1  # MiniLM's special tokens come first: [PAD], [UNK], [CLS], [SEP]


def read_by(loader, column):
    """What a loader gives in all its batches, as lists without padding."""
    rows = [row for batch in loader for row in batch[column].tolist()]
    return sorted([token for token in row if token] for row in rows)


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("published", [True, False])
def test_the_news_task_learns_from_train_and_is_measured_on_another_part(
    told_apart, masked, published
):
    sizes = {"batch_size": 2, "vocab_size": 60, "max_len": 32}
    task = news.news_task(masked=masked, published=published, **sizes)
    assert task.step is (news.masked_step if masked else news.plain_step)
    assert task.measured == ("test" if published else "validation")
    parts = told_apart if published else with_validation(told_apart)
    tokenizer = one_tokenizer(parts["train"]["text"], 60)
    wanted = {"train": task.training, task.measured: task.validation}
    for part, loader in (wanted | {"test": task.test}).items():
        expected = tokenizer(list(parts[part]["text"]))["input_ids"]
        assert read_by(loader, "ids") == sorted(expected)
        assert loader.batch_size == 2
        unknown = any(UNKNOWN in row for row in expected)
        assert unknown == (part == "test")
        for batch in loader:
            texts = tokenizer.batch_decode(batch["ids"])
            for text, label in zip(texts, batch["labels"].tolist(), strict=True):
                assert NEWS_SUBJECTS[label] in text.replace(" ", "")
    longest = news.news_task(vocab_size=60, max_len=4).validation
    assert {len(row) for row in read_by(longest, "ids")} == {4}


@pytest.mark.parametrize("subject", ["all", "politics"])
def test_the_language_task_learns_from_train_and_looks_at_test(told_apart, subject):
    options = {"batch_size": 2, "vocab_size": 60, "max_len": 3}
    task = language.language_task(subject, **options)
    tokenizer = one_tokenizer(told_apart["train"]["text"], 60)
    for loader, part in ((task.training, "train"), (task.validation, "test")):
        texts = language.texts_of(told_apart[part], subject)
        expected, _ = windows(texts, tokenizer, 3)
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
        return pd.DataFrame({"loss": [0.5, 0.25], "accuracy": [0.25, 0.5]})

    monkeypatch.setattr(run_folder, "train", keep)
    monkeypatch.setattr(run_folder, "circumstances", lambda device: {"device": device})

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
    assert model.attention.relative.max_distance == 16
    assert model.embedding.weight.shape == (60, 12)
    assert not model.embedding.weight.any()
    assert task.step is news.plain_step
    default = built("news")
    assert type(default["model"]) is TextClassifier
    spread = default["model"].embedding.weight[1:].std().item()
    assert spread == pytest.approx(1, abs=0.1)
    assert default["task"].step is news.masked_step


@pytest.mark.parametrize("words", ["", "--test", "--published"])
def test_the_test_part_is_measured_when_it_is_asked_for_and_once(
    built, monkeypatch, words
):
    """And before it, validation: `built` says that it was right for 0.5 at the end."""
    counted = []

    def count(model, task, part):
        counted.append(part)
        return pd.DataFrame([[3, 1], [3, 1]])

    monkeypatch.setattr(news, "count_confusions", count)
    found = built("news", *words.split())
    task = found["task"]
    assert task.measured == ("test" if words == "--published" else "validation")
    asked = [task.validation, task.test] if words == "--test" else [task.validation]
    assert len(counted) == len(asked)
    assert all(one is other for one, other in zip(counted, asked, strict=True))
    assert json.loads((found["out"] / "run.json").read_text())["device"] == "cpu"
    assert (found["out"] / "confusion.csv").exists()


def test_a_model_that_reads_otherwise_than_it_learned_is_not_tested(
    built, monkeypatch, capsys
):
    counted = []

    def count(model, task, part):  # right for 0.25, as the first epoch was
        counted.append(part)
        return pd.DataFrame([[1, 3], [3, 1]])

    monkeypatch.setattr(news, "count_confusions", count)
    with pytest.raises(SystemExit):
        built("news", "--test")
    assert "right for 0.2500 of validation, not 0.5000" in capsys.readouterr().err
    assert len(counted) == 1


def test_a_model_whose_tokens_became_others_is_not_measured(monkeypatch):
    counts = pd.DataFrame([[3, 1], [0, 4]])
    monkeypatch.setattr(news, "count_confusions", lambda *_: counts)
    task = Task(news.masked_step, None, [], None)
    news.check_accuracy(None, task, 7 / 8)
    with pytest.raises(ValueError, match=r"0\.8750 of .* not 0\.9300 as when"):
        news.check_accuracy(None, task, 0.93)
    with pytest.raises(ValueError, match=r"not 0\.8791 as when"):  # one of 245
        news.check_accuracy(None, task, 7 / 8 + 1 / 245)


def test_our_attention_can_start_as_pytorchs():
    def made(attention, start):
        torch.manual_seed(3)
        sizes = {"vocab_size": 11, "embed_dim": 6, "num_heads": 3, "max_len": 7}
        return news.news_model(attention, start=start, **sizes).eval()

    ids = torch.tensor([[1, 5, 3, 4]])
    expected = made("torch", "linear")(ids)[0]
    for design in news.DESIGNS:
        torch.testing.assert_close(made(design, "torch")(ids)[0], expected)
        assert not torch.allclose(made(design, "linear")(ids)[0], expected)


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
    few = built("language", "--articles", "9")["task"].training.dataset
    assert len(few) < len(built("language")["task"].training.dataset)
    assert 0 < rows < len(built("language")["task"].training.dataset)


EVERY = [(name, relative) for name in news.DESIGNS for relative in RELATIVE]


@pytest.mark.parametrize(
    ("attention", "relative"), [*EVERY, *((name, "none") for name in news.OTHERS)]
)
def test_every_attention_classifies(attention, relative):
    model = news.news_model(
        attention,
        pool="residual",
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


# ---- the next word ---------------------------------------------------------------


def test_texts_of_one_subject_or_of_all():
    rows = [{"text": name, "label": i} for i, name in enumerate(NEWS_SUBJECTS)]
    assert language.texts_of(rows, "sport") == ["sport"]
    assert language.texts_of(rows, "all") == list(NEWS_SUBJECTS)


@pytest.mark.parametrize("relative", RELATIVE)
@pytest.mark.parametrize("attention", language.ATTENTIONS)
def test_the_language_models_attention_is_the_one_that_is_named(attention, relative):
    sizes = {"vocab_size": 7, "embed_dim": 8, "num_heads": 2}
    model = language.language_model(attention, relative, **sizes)
    found = model.blocks[1].attention
    assert type(found) is language.ATTENTIONS[attention]
    make = RELATIVE[relative]
    expected = type(make(4)) if make else type(None)
    assert type(found.relative) is expected
    assert expected.__name__.lower().startswith(relative)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: news.news_model("slow"), "attention 'slow'; expected one of .*fused"),
        (lambda: news.news_model(pool="last"), "pool 'last'; expected one of .'first"),
        (lambda: news.news_model(positions="up"), "positions 'up'; expected one of"),
        (lambda: news.news_model(relative="up"), "relative 'up'; expected one of"),
        (lambda: news.news_model(start="up"), "start 'up'; expected one of"),
        (
            lambda: news.news_model("none", start="torch"),
            "^'none', 'none': PyTorch's start fits neither$",
        ),
        (
            lambda: news.news_model(relative="alibi", start="torch"),
            "^'split', 'alibi': PyTorch's start fits neither$",
        ),
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
    ids, one_article = torch.randint(7, (3, 6)), torch.zeros(3, 6).long()
    loss, right = language.next_token_step(model, [ids, one_article])
    logits, _ = model(ids[:, :5])
    each = [
        F.cross_entropy(logits[b, t], ids[b, t + 1]) for b in range(3) for t in range(5)
    ]
    torch.testing.assert_close(loss, torch.stack(each).mean())
    assert right.tolist() == (logits.argmax(-1) == ids[:, 1:]).tolist()


@pytest.mark.parametrize("relative", RELATIVE)
@pytest.mark.parametrize("attention", language.ATTENTIONS)
def test_no_token_attends_across_the_border_of_its_article(attention, relative):
    """A token of the article before changes nothing after the border, by any path."""
    torch.manual_seed(0)
    sizes = {"vocab_size": 11, "embed_dim": 8, "num_heads": 2}
    model = language.language_model(attention, relative, **sizes).eval()
    seen = []
    model.register_forward_hook(lambda module, given, made: seen.append(made[0]))
    articles = torch.tensor([[3, 3, 3, 4, 4, 4, 4, 5]])
    ids = torch.tensor([[1, 2, 3, 4, 5, 6, 7, 8]])
    for changed in (ids, ids + 2 * F.one_hot(torch.tensor(1), 8)):  # of article 3
        language.next_token_step(model, [changed, articles])
    before, after = (logits[0, :7] for logits in seen)
    same = (before == after).all(dim=-1).tolist()
    assert same == [True, False, False, True, True, True, True]


def test_a_language_model_learns_to_count():
    torch.manual_seed(0)
    cut = torch.arange(400).remainder(7).unfold(0, 9, 8)  # 0 … 6 over and over
    data = torch.utils.data.TensorDataset(cut, torch.zeros_like(cut))
    loaders = [torch.utils.data.DataLoader(data, 16) for _ in range(2)]
    task = Task(language.next_token_step, *loaders, torch.Generator())
    model = language.language_model(vocab_size=7, embed_dim=16, num_layers=1)
    table = train(model, task, epochs=30, learning_rate=1e-2)
    assert table["accuracy"].iloc[-1] > 0.99


def test_the_first_articles_alone_are_trained_on(told_apart):
    sizes = {"vocab_size": 60, "max_len": 3}
    few = language.language_task(articles=2, **sizes)
    expected, _ = windows(
        list(told_apart["train"]["text"][:2]),
        one_tokenizer(told_apart["train"]["text"], 60),
        3,
    )
    assert read_by(few.training, 0) == sorted(expected.tolist())
    whole = language.language_task(**sizes)
    assert read_by(few.validation, 0) == read_by(whole.validation, 0)
    known = len(told_apart["train"])
    for wrong in (0, known + 1):
        with pytest.raises(ValueError, match=f"articles {wrong} .* 1 and {known}"):
            language.language_task(articles=wrong, **sizes)
    with pytest.raises(ValueError, match="articles 6 must be between 1 and 5"):
        language.language_task("sport", articles=6, **sizes)


# ---- the news ---------------------------------------------------------------------


def test_confusion_counts_rows_of_truth_and_columns_of_guesses():
    class Guessing(torch.nn.Module):  # always the subject after the right one
        embedding = torch.nn.Embedding(1, 1)

        def forward(self, ids, mask):
            assert not torch.is_grad_enabled()  # it is measured, not trained
            return F.one_hot((ids[:, 0] + 1) % 5, 5), None

    truth = torch.tensor([0, 0, 1, 4])
    batch = {"ids": truth[:, None], "mask": None, "labels": truth}
    batch["mask"] = torch.ones(4, 1, 1, 1).bool()
    task = Task(news.masked_step, None, None, None)
    counts = news.count_confusions(Guessing(), task, [batch, batch])
    assert list(counts.index) == list(counts.columns) == list(NEWS_SUBJECTS)
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
        news.count_confusions(Spying(), Task(step, None, None, None), [batch])
    assert torch.equal(seen[0], mask)
    assert seen[1] is None


# ---- the texts ------------------------------------------------------------------


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
