"""Minutes are counted from a page's words and exercises."""

from mha_book.your_file import hours_of_path, minutes_of
from mha_book.your_file.contents import path_pages
from mha_book.your_file.reading import words_of
from small_book import FRONT

PAGE = """# Two words

{words}

`code` $x^2$ [a link](with-a-target.md)

:::{{exercise}} On paper: add
:label: add
Add up.
:::

```{{code-cell}} ipython3
not = prose
```
"""


def test_prose_is_counted_and_tasks_take_time(tmp_path):
    (tmp_path / "book").mkdir()
    text = FRONT + PAGE.format(words=" ".join(["word"] * 1200))
    (tmp_path / "book" / "page.md").write_text(text, encoding="utf-8")
    assert (
        words_of("page", tmp_path) == 1200 + 7
    )  # those of the title, the link, the exercise
    assert minutes_of("page", tmp_path) == 15  # 10 to read, 5 for the exercise


def test_minutes_are_those_of_the_nearest_five(tmp_path):
    (tmp_path / "book").mkdir()
    found = []
    for count in (1200, 1600):  # about 10 and 13.4 minutes to read, and 5 for the task
        text = FRONT + PAGE.format(words=" ".join(["word"] * count))
        (tmp_path / "book" / "page.md").write_text(text, encoding="utf-8")
        found.append(minutes_of("page", tmp_path))
    assert found == [15, 20]


def test_what_is_written_without_looking_takes_time_and_no_page_takes_none(tmp_path):
    (tmp_path / "book").mkdir()
    minutes = []
    for listings in range(3):
        text = (
            FRONT + "# Two words\n" + ":::{note}\n:class: write-now\n:::\n" * listings
        )
        (tmp_path / "book" / "page.md").write_text(text, encoding="utf-8")
        minutes.append(minutes_of("page", tmp_path))
    assert minutes == [5, 5, 10]


def test_the_path_takes_the_sum_of_its_pages():
    assert hours_of_path() == round(sum(map(minutes_of, path_pages())) / 60)
