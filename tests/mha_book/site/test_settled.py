"""Chapters that give the same are kept as the same."""

import secrets

import nbformat

from mha_book.site.settled import settle


def ran() -> nbformat.NotebookNode:
    """A notebook with a widget inside another, made anew."""
    inner, outer = secrets.token_hex(16), secrets.token_hex(16)
    plain = f"<Widget object at 0x{secrets.token_hex(6)}>"
    view = {"text/plain": plain, "application/x-view+json": {"model_id": outer}}
    make = nbformat.v4
    shown = make.new_output("display_data", data=view)
    state = {inner: {}, outer: {"children": [f"IPY_MODEL_{inner}"]}}
    cell = make.new_code_cell("show()", outputs=[shown], id="a")
    widgets = {"x-state": {"state": state}}
    return make.new_notebook(cells=[cell], metadata={"widgets": widgets})


def test_what_ran_twice_is_the_same():
    one, other = ran(), ran()
    assert one != other
    assert settle(one) == settle(other)


def test_widgets_still_find_each_other():
    settled = settle(ran())
    inner, outer = sorted(settled.metadata.widgets["x-state"].state.items())
    assert outer[1].children == [f"IPY_MODEL_{inner[0]}"]
    assert (
        settled.cells[0].outputs[0].data["application/x-view+json"].model_id == outer[0]
    )
    assert inner[0] != outer[0]


def test_without_widgets_only_places_change():
    cell = nbformat.v4.new_code_cell("1", id="a")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    assert settle(notebook) == notebook
