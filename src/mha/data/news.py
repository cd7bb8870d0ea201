"""The news: articles with their subjects, and which are for what.

Training is learned from. Validation, cut out of the training articles, chooses among
settings. Test measures what was chosen, once: it would flatter what it chose itself.
"""

import re
from pathlib import Path

from datasets import ClassLabel, Dataset, DatasetDict, Features, Value

from mha.data.packaged import NEWS_SUBJECTS, news_folder

FOLDERS = {"sports": "sport"}  # where a folder's name is not the subject's
TRAINING = 1225  # articles to train on; the rest is the test
VALIDATION = 0.2  # of those, to choose settings by: 245
FEATURES = Features(text=Value("string"), label=ClassLabel(names=list(NEWS_SUBJECTS)))


def load_news(folder: Path | None = None) -> DatasetDict:
    """BBC News from a folder, repeats dropped, split into train (1,225) and test.

    Args:
        folder: has one folder a subject; the package's own when omitted.

    Returns:
        train and test with the columns text and label; each subject has the same
        share of both, and the split is always the same.

    Raises:
        FileNotFoundError: there is no such folder, or a subject has none.
        ValueError: an unknown subject, a missing, empty or damaged file; names it.
    """
    return split_news(without_repeats(read_folder(folder or news_folder())))


def read_folder(folder: Path) -> Dataset:
    """Every article below a folder, in the order of their names; as `load_news`."""
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {folder}")
    places = sorted(place for place in folder.iterdir() if place.is_dir())
    names = [FOLDERS.get(place.name, place.name) for place in places]
    missing = set(NEWS_SUBJECTS) - set(names)
    if missing:
        raise FileNotFoundError(f"{folder} has no folder for {sorted(missing)}")
    articles = []
    for place, name in zip(places, names, strict=True):
        if name not in NEWS_SUBJECTS:
            raise ValueError(f"folder {place}: expected one of {list(NEWS_SUBJECTS)}")
        articles += [(name, read_article(path)) for path in _numbered(place)]
    return _dataset(articles)


def read_article(path: Path) -> str:
    """One article's text; a file that is not UTF-8 is read as Windows-1252.

    Raises:
        ValueError: the file is empty, or is no text; names it.
    """
    content = path.read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:  # as one file of the corpus is
        text = content.decode("cp1252", errors="replace")
    if "\0" in text or "\ufffd" in text:
        raise ValueError(f"{path} is damaged: it holds bytes that are no text")
    if not text.strip():
        raise ValueError(f"{path} is empty")
    return text


def without_repeats(articles: Dataset) -> Dataset:
    """Keep the first of all articles whose letters and digits are the same.

    The headline, which is the first line, may differ: a repeat in both train and
    test would let a model score by remembering.
    """
    seen, kept = set(), []
    for i, text in enumerate(articles["text"]):
        body = text.partition("\n")[2] or text
        key = re.sub(r"\W", "", body.lower())
        if key not in seen:
            seen.add(key)
            kept.append(i)
    return articles.select(kept)


def split_news(articles: Dataset) -> DatasetDict:
    """Train (1,225) and test, with each subject's share the same in both.

    Raises:
        ValueError: there are not enough articles.
    """
    if len(articles) <= TRAINING:
        raise ValueError(f"{len(articles)} articles; expected more than {TRAINING}")
    return articles.train_test_split(
        train_size=TRAINING, stratify_by_column="label", seed=0
    )


def with_validation(news: DatasetDict) -> DatasetDict:
    """Cut validation out of train: of the news' 1,225, it keeps 980 and gives 245.

    Args:
        news: train and test, from `load_news`.

    Returns:
        train, validation and test, each subject with the same share of all three; the
        cut is always the same, and test is as it was.
    """
    parts = news["train"].train_test_split(
        test_size=VALIDATION, stratify_by_column="label", seed=0
    )
    return DatasetDict(
        train=parts["train"], validation=parts["test"], test=news["test"]
    )


def _numbered(place: Path) -> list[Path]:
    """001.txt, 002.txt and so on; raises ValueError where one is missing."""
    paths = sorted(place.glob("*.txt"))
    for number, path in enumerate(paths, start=1):
        if path.stem != f"{number:03}":
            raise ValueError(f"{place} has no {number:03}.txt, but has {path.name}")
    if not paths:
        raise ValueError(f"{place} holds no .txt file")
    return paths


def _dataset(articles: list[tuple[str, str]]) -> Dataset:
    subjects, texts = zip(*articles, strict=True)
    labels = [NEWS_SUBJECTS.index(subject) for subject in subjects]
    columns = {"text": list(texts), "label": labels}
    return Dataset.from_dict(columns, features=FEATURES)
