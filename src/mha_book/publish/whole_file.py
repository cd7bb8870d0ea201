"""The reader's file grows from page to page; on paper it stands once, as a whole."""

from collections.abc import Sequence

from mha_book.publish.chapter import Chapter

FILE = "details.mha-your-file"
PLACE = "your-whole-file"


def print_once(chapters: Sequence[Chapter]) -> None:
    """Keep the file as the last chapter has it; the others lead there.

    What a page adds stands in its text anyway.
    """
    found = [
        (chapter, file) for chapter in chapters for file in chapter.body.select(FILE)
    ]
    for chapter, file in found[:-1]:
        summary = file.select("summary")[0].extract()
        file.clear()
        file.extend(
            [summary, chapter.pointer("It is printed when it is whole,", PLACE)]
        )
    for _, file in found[-1:]:
        file["id"] = PLACE
