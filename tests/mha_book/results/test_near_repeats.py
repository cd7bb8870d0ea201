"""Articles that the BBC printed nearly twice, as often as the pages say."""

from collections import Counter, defaultdict

from mha import NEWS_SUBJECTS, load_news, with_validation
from project import PROJECT


def runs_of(text, n=8):
    words = text.split()
    return {tuple(words[i : i + n]) for i in range(len(words) - n + 1)}


def nearly_in(texts, trained):
    """How many share most of their runs of eight words with one that is trained on."""
    home = defaultdict(list)
    for number, text in enumerate(trained):
        for run in runs_of(text):
            home[run].append(number)
    count = 0
    for runs in map(runs_of, texts):
        shared = Counter(number for run in runs for number in home.get(run, ()))
        count += max(shared.values(), default=0) > len(runs) / 2
    return count


def page(name):
    text = (PROJECT / "book" / f"{name}.md").read_text(encoding="utf-8")
    return " ".join(text.split())


def test_some_test_articles_are_nearly_in_training():
    news = with_validation(load_news())
    count = nearly_in(news["test"]["text"], news["train"]["text"])
    assert count == 15
    assert f"{count} of the 861 test articles share most" in page("does-attention-pay")


def test_some_held_out_sport_is_nearly_in_training():
    sport = NEWS_SUBJECTS.index("sport")
    trained, held_out = (
        [
            text
            for text, n in zip(part["text"], part["label"], strict=True)
            if n == sport
        ]
        for part in load_news().values()
    )
    assert nearly_in(held_out, trained) == 5
    assert "Five of them are hardly new" in page("a-news-model")
