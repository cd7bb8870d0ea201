"""A model's parts are written where a page can ask for them, and once."""

from types import SimpleNamespace

import pytest

from mha_book.in_page import minilm
from mha_book.site import models


@pytest.fixture
def app(tmp_path):
    """As much of Sphinx as there is to be asked."""
    (tmp_path / "plain.html").write_text("no explorer", encoding="utf-8")
    return SimpleNamespace(outdir=tmp_path)


def made(app) -> list[str]:
    return sorted(path.stem for path in app.outdir.rglob("*.js"))


def test_a_site_without_the_explorer_has_no_parts(app):
    models.write_models(app, None)
    assert made(app) == []


def test_a_site_with_it_has_every_part(app):
    page = app.outdir / "page.html"
    page.write_bytes(b'"_anywidget_id": "' + models.ASKS + b'"')
    models.write_models(app, ValueError("the build has failed"))
    assert made(app) == []
    models.write_models(app, None)
    assert made(app) == sorted(minilm.scripts())
    part = app.outdir / "_static" / "mha" / "minilm" / "rows-7.js"
    assert part.read_text(encoding="utf-8") == minilm.scripts()["rows-7"]
    licence = part.with_name("LICENSE.txt").read_text(encoding="utf-8")
    assert "Apache License\n" in licence
    assert "END OF TERMS AND CONDITIONS" in licence


@pytest.mark.parametrize(
    ("source", "now"),
    [
        ("MINILM_WEIGHTS", "others"),
        ("MINILM_TOKENIZER", "another"),
        ("sources", lambda: "changed"),
    ],
)
def test_parts_are_made_anew_where_their_source_has_changed_only(
    source, now, tmp_path, monkeypatch
):
    monkeypatch.setattr(minilm, "scripts", lambda: {"start": "made"})
    models.write_parts(tmp_path)
    part = tmp_path / "minilm" / "start.js"
    part.write_text("kept", encoding="utf-8")
    models.write_parts(tmp_path)
    assert part.read_text(encoding="utf-8") == "kept"
    monkeypatch.setattr(models, source, now)
    models.write_parts(tmp_path)
    assert part.read_text(encoding="utf-8") == "made"


def test_the_digits_of_the_sources_are_those_of_the_code_that_makes_parts(monkeypatch):
    before = models.sources()
    monkeypatch.setattr(models, "SOURCES", models.SOURCES.parent / "display")
    assert models.sources() != before


def test_the_explorer_is_called_as_its_page_calls_it():
    from mha_book.explorers import SentenceExplorer

    assert SentenceExplorer()._anywidget_id.encode() == models.ASKS
