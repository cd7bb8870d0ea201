"""A figure's file becomes part of its page."""

import re
from io import StringIO

import matplotlib as mpl
import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from matplotlib import pyplot as plt

import figure_checks
from mha_book import palette, plots, scales
from mha_book.plots.multiples import Panels
from mha_book.site.figures import find_lacks, inline
from project import PROJECT


@pytest.fixture
def svg():
    """A file as a notebook shows it."""
    with mpl.rc_context():
        mpl.use("agg")
        plots.use_style()
        _, ax = plt.subplots()
        ax.plot([1, 3], [2, 1], "o", color=palette.GROUPS[2])
        ax.set_title("one & two")
        file = StringIO()
        plt.savefig(file, format="svg")
        plt.close("all")
    return file.getvalue()


def test_it_has_words_and_keeps_its_proportions(svg):
    drawn = BeautifulSoup(inline(svg, 'so "called"', "a"), "html.parser").svg
    assert (drawn["role"], drawn["aria-label"]) == ("img", 'so "called"')
    assert drawn["viewbox"] == re.search('viewBox="(.*?)"', svg)[1]
    assert "one & two" in [text.string.strip() for text in drawn.select("text")]


def test_its_own_style_and_data_about_it_stay_outside(svg):
    assert "<style" in svg
    assert not re.search("<style|<metadata|xml version", inline(svg, "", "a"))


def test_ink_lines_and_ground_follow_and_other_colours_stay(svg):
    drawn = inline(svg, "", "a")
    assert palette.GROUPS[2].lower() in drawn
    for gone in (palette.INK, palette.GROUND, "#000000"):
        assert gone not in drawn
    assert "fill: var(--pst-color-background)" in drawn
    assert "stroke: currentColor" in drawn


def test_a_shade_of_a_scale_has_its_like_by_night(svg):
    shades = scales.weight_shades() | scales.signed_shades()
    marks = "".join(f'<path style="fill: {day}"/>' for day in shades)
    drawn = inline(svg.replace("</svg>", f"{marks}</svg>"), "", "a")
    for day, night in shades.items():
        assert f"light-dark({day}, {night})" in drawn


def test_names_are_distinct_on_a_page_and_each_is_used(svg):
    page = inline(svg, "", "a") + inline(svg, "", "b")
    names = re.findall(r'\bid="([^"]*)"', page)
    assert names
    assert len(names) == len(set(names))
    assert set(names) == set(re.findall(r'(?:url\(|href=")#([\w-]+)', page))


@pytest.fixture
def panels():
    """A figure that is drawn for a page, and again for a phone."""
    names = ["one", "two"]
    return Panels(names, lambda ax, name: ax.plot([1, 3], [2, 1], "o"), "x", "y")


def test_two_forms_are_one_picture_with_one_name(panels):
    html = inline(panels._repr_svg_(), 'so "called"', "a")
    (both,) = BeautifulSoup(html, "html.parser").select("[role=img], [aria-label]")
    assert (both.name, both["aria-label"]) == ("div", 'so "called"')
    forms = [form["class"] for form in both.find_all("svg", recursive=False)]
    assert forms == [["mha-figure", "mha-wide"], ["mha-figure", "mha-narrow"]]
    names = re.findall(r'\bid="([^"]*)"', html)
    assert names
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("width", "shown"), [(688, "wide"), (358, "narrow")])
def test_the_page_shows_the_form_that_fits(page, panels, width, shown):
    css = (PROJECT / "src/mha_book/site/static/mha/book.css").read_text("utf-8")
    drawn = inline(panels._repr_svg_(), "two lines that cross", "a")
    page.set_content(f"<style>{css}</style><div style='width: {width}px'>{drawn}</div>")
    found = page.locator("svg.mha-figure:visible")
    assert found.count() == 1
    assert shown in found.get_attribute("class")
    assert found.bounding_box()["width"] == pytest.approx(width, abs=1)


@pytest.mark.parametrize(
    ("colour", "opacity", "seen"),
    [
        ("rgb(0, 0, 0)", 1, 0),
        ("rgb(0, 0, 0)", 0.5, 0.5),
        ("rgba(0, 0, 0, 0.5)", 1, 0.5),
        ("color(srgb 0 0 0 / 0.2)", 0.5, 0.9),
    ],
)
def test_what_lets_light_through_is_seen_upon_its_ground(colour, opacity, seen):
    found = figure_checks.over(colour, opacity, "rgb(255, 255, 255)")
    assert found == pytest.approx([seen] * 3)


def figure(alt="two lines that cross", caption="Two lines that cross.", name="fig-it"):
    """What a cell shows, with what its options say."""
    image = nodes.image(uri="../_build/jupyter_execute/1.svg", alt=alt)
    nodes.figure("", image, nodes.caption("", caption), names=[name])
    return image


@pytest.mark.parametrize(
    ("options", "lacks"),
    [
        ({}, []),
        ({"alt": "two lines cross"}, ["no alternative text"]),
        ({"alt": "these are in 1.svg"}, ["no alternative text"]),
        ({"caption": "Two crossing lines."}, ["no name"]),
        ({"name": "it"}, ["no name"]),
        ({"alt": "", "name": "it"}, ["no alternative text", "no name"]),
    ],
)
def test_a_figure_has_words_a_name_and_a_caption(options, lacks):
    found = find_lacks(figure(**options))
    assert [lack.partition(" of")[0].partition(" '")[0] for lack in found] == lacks


def test_an_image_that_no_cell_shows_needs_no_caption():
    image = nodes.image(uri="map.svg", alt="all steps of a head")
    nodes.paragraph("", "", image)
    assert find_lacks(image) == []
