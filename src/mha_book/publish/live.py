"""Where on paper an explorer stands still, a line says where it is live."""

from bs4 import Tag

from mha_book.publish.chapter import Chapter

# What they are on the site, by their class; each is a question before one of another.
WORDS = {
    ".mha-editor": "On the site you write this on the page and it is tried at once",
    ".mha-exercises": "On the site these answer, and say which mistake it was",
}


def label_stills(chapter: Chapter, address: str | None) -> None:
    """Put the line below each explorer of a chapter; links are turned later.

    Args:
        chapter: as it was read.
        address: where the site is; None: the line names the page and leads nowhere.
    """
    url = f"{address}/{chapter.page}.html"
    for still in chapter.body.select(".mha-mount"):
        line = chapter.new("p", words_for(still), class_="book-live")
        if address:
            line.extend([": ", chapter.new("a", url, href=url), "."])
        else:
            line.append(f": see its page “{chapter.title}”.")
        still.insert_after(line)


def words_for(still: Tag) -> str:
    """What an explorer's place on paper shows, without the full stop."""
    for kind, words in WORDS.items():
        if still.select_one(kind):
            return words
    named = still.select_one("[aria-label]")
    name = f"{named['aria-label']}, a still" if named else "A still"
    return f"{name}. On the site it moves"
