"""A page has an explorer's script once, and a notebook has the one of today."""

import json

import nbformat

from mha_book.site import scripts


def saved(**state):
    return {
        "version_major": 2,
        "state": {"one": {"state": state}, "two": {"state": {}}},
    }


def test_a_pages_widgets_are_saved_without_script_and_style():
    told = scripts.strip_scripts(
        json.dumps(
            saved(_esm="let a;", _css=".a {}", script="1", heads=3, word="</script>")
        )
    )
    assert json.loads(told) == saved(heads=3, word="</script>")
    assert "</script>" not in told


def test_a_notebooks_explorers_get_the_script_and_the_style_of_today():
    notebook = nbformat.v4.new_notebook()
    own = next(iter(scripts.KINDS))
    for name, mime in ((own, "a/b"), ("foreign", "c/d")):
        state = saved(_anywidget_id=name, _esm="old", _css="older", heads=3)
        notebook.metadata.setdefault("widgets", {})[mime] = state
    found = scripts.refresh(notebook).metadata["widgets"]
    script, style = scripts.script_and_style(scripts.KINDS[own])
    today = saved(_anywidget_id=own, _esm=script, _css=style, heads=3)
    assert found["a/b"] == today
    assert "export" in script
    assert "{" in style
    assert found["c/d"]["state"]["one"]["state"]["_esm"] == "old"
    assert scripts.refresh(nbformat.v4.new_notebook()).metadata == {}


def test_every_kind_is_in_the_script_of_all_or_in_its_own(tmp_path):
    scripts.write_scripts(tmp_path)
    of_all = (tmp_path / "explorers.js").read_text(encoding="utf-8")
    for name in scripts.KINDS:
        files = scripts.scripts_of(json.dumps(saved(_anywidget_id=name)))
        own = (tmp_path / files[-1]).read_text(encoding="utf-8")
        assert f'"{name}": $m' in own
        assert (len(files) == 2) == (own != of_all) == (name in scripts.APART)


def test_a_reader_loads_no_comments(tmp_path):
    scripts.write_scripts(tmp_path)
    sheet = (tmp_path / "explorers.css").read_text(encoding="utf-8")
    assert "/*" not in sheet
    whole = scripts.style(*scripts.KINDS.values())
    rules = [line for line in whole.splitlines() if line.endswith("{")]
    assert [line for line in sheet.splitlines() if line.endswith("{")] == rules
