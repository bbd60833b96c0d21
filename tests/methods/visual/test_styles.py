"""The cascade: what CSS says of each element, from the page's own sheets and attributes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from webnoise.blocks.segment import segment
from webnoise.methods.visual.styles import element_styles
from webnoise.methods.visual.visual_page import PROPERTIES
from webnoise.model import Page
from webnoise.page.parse import parse


def styles_of(html, **fields):
    document = parse(Page("https://example.com/", html, **fields))
    outline = segment(document).outline
    styles = element_styles(document, outline)
    assert len(styles) == len(outline)
    return {outline.attributes[e].get("id", outline.tags[e]): s for e, s in enumerate(styles)}


def test_every_element_has_every_property():
    for style in styles_of("<p>Text <b>bold</b></p>").values():
        assert sorted(style) == sorted(PROPERTIES)


def test_a_style_attribute_beats_a_sheet_and_importance_beats_both():
    sheet = "<style>#x {float: left; clear: left !important}</style>"
    style = styles_of(f"{sheet}<div id=x style='float: right; clear: right'>A</div>")["x"]
    assert (style["float"], style["clear"]) == ("right", "left")


def test_specificity_beats_order_and_order_breaks_ties():
    sheet = "<style>div.a {float: left} .a {float: right} .b {clear: left} .b {clear: right}</style>"
    style = styles_of(f"{sheet}<div id=x class='a b'>A</div>")["x"]
    assert (style["float"], style["clear"]) == ("left", "right")


def test_a_sheet_beats_a_presentational_attribute():
    html = "<style>td {background: navy}</style><table><tr><td id=x bgcolor=red width=50>A</td></tr></table>"
    style = styles_of(html)["x"]
    assert (style["background-color"], style["width"]) == ("#000080", "50px")


def test_selectors_with_combinators_and_attributes_match():
    sheet = "<style>main > p + p[lang] {float: left}</style>"
    styles = styles_of(f"{sheet}<main><p id=a lang=en>A</p><p id=b lang=en>B</p></main><p id=c lang=en>C</p>")
    assert [styles[name]["float"] for name in "abc"] == ["none", "left", "none"]


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("screen", True),
        ("print", False),
        ("not print", True),
        ("only screen and (min-width: 768px)", True),
        ("(max-width: 600px)", False),
        ("print, (min-width: 20em)", True),
        ("(width >= 2000px)", False),
        ("(prefers-color-scheme: dark)", False),
        ("(unheard-of: 1)", False),
    ],
)
def test_media_queries_are_read_for_a_desktop_screen(query, holds):
    for sheet in (
        f"<style>@media {query} {{p {{float: left}}}}</style>",
        f"<style media='{query}'>p {{float: left}}</style>",
    ):
        assert (styles_of(f"{sheet}<p>A</p>")["p"]["float"] == "left") is holds


def test_font_size_is_inherited_and_background_is_not():
    html = "<div style='font-size: 20px; background: #fff'><p id=x>A <small id=y style='font-size: .5em'>B</small></p></div>"
    styles = styles_of(html)
    assert styles["x"]["font-size"] == "20px"
    assert styles["y"]["font-size"] == "10px"
    assert styles["x"]["background-color"] == "transparent"


def test_what_is_not_inherited_is_taken_over_when_asked():
    html = "<div style='background: #abc; float: left'><p id=x style='background: inherit; float: inherit'>A</p></div>"
    style = styles_of(html)["x"]
    assert (style["background-color"], style["float"]) == ("#aabbcc", "left")


def test_percentages_of_width_are_of_the_parents():
    html = "<div style='width: 1000px'><div><p id=x style='width: 30%'>A</p></div></div>"
    assert styles_of(html)["x"]["width"] == "300px"


@pytest.mark.parametrize(
    ("css", "widths"),
    [
        ("border: 1px solid red", ["1px"] * 4),
        ("border-width: 1px", ["0px"] * 4),  # no style, no border
        ("border-style: solid; border-width: 1px 2px", ["1px", "2px", "1px", "2px"]),
        ("border-bottom: thick dotted", ["0px", "0px", "5px", "0px"]),
        ("border: 2px solid; border-top: none", ["0px", "2px", "2px", "2px"]),
        ("border: solid", ["3px"] * 4),
        ("border: 0", ["0px"] * 4),
    ],
)
def test_borders_and_their_shorthands(css, widths):
    style = styles_of(f"<div id=x style='{css}'>A</div>")["x"]
    assert [style[f"border-{side}-width"] for side in ("top", "right", "bottom", "left")] == widths


def test_a_background_without_a_colour_resets_it():
    html = "<style>#x {background-color: red} #x {background: url(a.png) no-repeat}</style><p id=x>A</p>"
    assert styles_of(html)["x"]["background-color"] == "transparent"


def test_presentational_attributes():
    styles = styles_of(
        "<table id=t border=2 bgcolor=ffcc00 align=right width='50%'><tr><td>A <font id=f size=5>B</font></td></tr></table>"
    )
    table = styles["t"]
    assert (table["border-left-width"], table["background-color"], table["float"]) == (
        "2px",
        "#ffcc00",
        "right",
    )
    assert table["width"] == "640px"
    assert styles["f"]["font-size"] == "24px"


def test_hidden_siblings_do_not_shift_the_styles():
    html = "<style>p:nth-child(3) {float: left}</style><div><p hidden>A</p><p>B</p><p id=x>C</p><script></script><p id=y>D</p></div>"
    styles = styles_of(html)
    assert (styles["x"]["float"], styles["y"]["float"]) == ("left", "none")


def test_broken_css_is_skipped_and_the_rest_read():
    html = "<style>p { : ; float } } @media { ::x{ p..a {float: right} #x {float: left}</style><style>#x{clear:both}</style><p id=x>A</p>"
    assert styles_of(html)["x"]["clear"] == "both"


def test_a_browsers_computed_styles_count_when_there_is_one_for_each_element():
    html = "<html><head></head><body><p id=x style='float: left'>A</p></body></html>"
    computed = [{"float": "right", "background-color": "rgba(0, 0, 0, 0)", "width": "640px"}] * 4
    style = styles_of(html, styles=computed)["x"]
    assert (style["float"], style["background-color"], style["width"]) == ("right", "transparent", "640px")
    assert styles_of(html, styles=computed[:2])["x"]["float"] == "left"


def test_a_selector_that_could_try_endless_ancestors_is_left_out():
    html = (
        "<style>x "
        + "div " * 12
        + "p {float: left} p {clear: left}</style>"
        + "<div>" * 300
        + "<p id=x>A</p>"
    )
    style = styles_of(html)["x"]
    assert (style["float"], style["clear"]) == ("none", "left")


@pytest.mark.parametrize(
    "css",
    [
        "p:unheard-of {float: left}",
        "p:not(" * 300 + "a" + ")" * 300 + " {float: left}",
        "@media screen {" * 3000 + "p {float: left}",
        "p {width: " + "calc(" * 5000 + "}",
        "p ~ p:nth-last-child(2n+1 of q) {float: left}",
    ],
)
def test_selectors_and_nesting_that_no_one_can_read_are_left_out(css):
    style = styles_of(f"<style>{css}</style><style>p {{clear: left}}</style><p id=x>A</p>")["x"]
    assert (style["float"], style["clear"]) == ("none", "left")


def test_an_element_with_text_is_not_empty_to_a_selector():
    sheet = "<style>p:empty {display: none}</style>"
    styles = styles_of(f"{sheet}<div><p id=x>Text</p><p id=y></p></div>")
    assert (styles["x"]["display"], styles["y"]["display"]) == ("block", "none")


def test_without_the_libraries_that_read_css_the_error_names_the_extra():
    code = (
        "import sys; sys.modules['tinycss2'] = None\n"
        "import webnoise\n"
        "try: webnoise.extract('<p>A story.</p>', method='evbe')\n"
        "except webnoise.ConfigError as error: print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.strip().endswith("need tinycss2: pip install webnoise[visual]")
