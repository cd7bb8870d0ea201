"""The whole book, as it is built, on paper."""

from itertools import chain

import pytest
from pypdf import PdfReader

import project
from mha_book.publish.pdf import FILE, print_site

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]
PAGES = {"path": [path.stem for path in project.PATH], "book": project.listed()}


@pytest.fixture(scope="module")
def pdfs(browser, site, tmp_path_factory):
    """Both PDFs, by their names."""
    folder = tmp_path_factory.mktemp("pdf")
    print_site(browser, site, folder, "A4")
    return {
        name: PdfReader(folder / FILE.format(name=name, paper="A4")) for name in PAGES
    }


@pytest.mark.parametrize("name", PAGES)
def test_each_page_of_the_contents_is_a_chapter_and_links_stay_inside(pdfs, name):
    pdf = pdfs[name]
    places = set(pdf.named_destinations)
    assert {f"/{page}" for page in PAGES[name]} <= places
    notes = chain.from_iterable(page.get("/Annots", []) for page in pdf.pages)
    links = [note.get_object() for note in notes]
    assert {link["/Dest"] for link in links if "/Dest" in link} <= places
    away = {link["/A"]["/URI"].split(":")[0] for link in links if "/A" in link}
    assert away <= {"https", "http"}  # and no file of this machine
