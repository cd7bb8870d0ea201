"""A link to a section leads there in every language."""

from small_book import Book

GERMAN = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8"

msgid "Page one"
msgstr "Seite eins"

msgid "Every number"
msgstr "Jede Zahl"

msgid "Exercises"
msgstr "Übungen"
"""


def test_a_link_leads_to_a_translated_heading_and_has_its_words(tmp_path):
    catalogue = tmp_path / "locale" / "de" / "LC_MESSAGES" / "one.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(GERMAN, encoding="utf-8")
    links = "[](one.md#every-number) [](one.md#exercises)"
    sections = "## Every number\n\nOne.\n\n## Exercises\n\nTwo."
    book = Book(tmp_path / "book", {"two": links, "one": sections})
    locales = [str(tmp_path / "locale")]
    assert "every-number" not in book.build(language="de", locale_dirs=locales)
    found = book.parsed("two").select("article a[href^='one.html#']")
    assert [(a["href"], a.get_text()) for a in found] == [
        ("one.html#every-number", "Jede Zahl"),
        ("one.html#exercises", "Übungen"),
    ]
