"""The inspect page of a demo story in a real browser: what it shows, and that it is moved by pointer and keys."""

import re

import pytest

from webnoise.config import Config
from webnoise.inspect.document import to_html
from webnoise.inspect.inspection import inspect_page, learn
from webnoise.inspect.result import inspect_result
from webnoise.model import Page

MARKED = """(name) => Object.fromEntries(Array.from(document.querySelectorAll(`[${name}]`),
  (own) => [own.dataset.b0, own.getAttribute(name)]))"""


@pytest.fixture(scope="module")
def report(open_report, demo_report):
    return open_report(demo_report[1])


@pytest.fixture(autouse=True)
def calm(request):
    """Every test begins with the report as it opened."""
    if "report" in request.fixturenames:
        page = request.getfixturevalue("report").page
        page.mouse.move(5, 5)
        page.locator("[data-method='0']").click()
        page.locator("#tab-article").click()
        page.keyboard.press("Escape")


@pytest.fixture(scope="module")
def view(demo_report):
    return demo_report[0].views[0]


def first(view, wanted):
    return next(block for block in view.blocks if wanted(block))


def point_at(report, block):
    """Where the middle of a block is in the window."""
    box = report.frame.locator(f"[data-b0='{block.index}']").first.bounding_box()
    report.page.evaluate("(y) => { document.querySelector('.pane').scrollTop += y - 400 }", box["y"])
    box = report.frame.locator(f"[data-b0='{block.index}']").first.bounding_box()
    return box["x"] + min(box["width"] / 2, 20), box["y"] + box["height"] / 2


def test_every_block_is_marked_by_what_it_is(report, view):
    families = report.frame.evaluate(MARKED, "data-f")
    assert families == {
        str(block.index): family for block, family in zip(view.blocks, view.families, strict=True)
    }
    assert {"text", "about"} < set(families.values())


def test_kept_and_dropped_differ_by_more_than_colour(report):
    styles = report.frame.evaluate(
        """() => ['[data-f=text]', '[data-f]:not([data-f=text])'].map((own) => {
          const style = getComputedStyle(document.querySelector(own));
          return [style.outlineStyle, style.backgroundImage];
        })"""
    )
    assert styles[0][0] == "solid"
    assert styles[1][0] == "dashed"
    assert "repeating" in styles[1][1] or "radial" in styles[1][1]


def test_the_article_stands_beside_the_page(report, view):
    assert report.text(".headed:visible h2") == view.article.title
    shown = "\n\n".join(report.texts("article.text > *"))
    assert shown == view.article.text
    assert (
        f"{sum(bool(block.keep) for block in view.blocks)} of {len(view.blocks)} blocks kept"
        in report.text(".sums:visible")
    )
    assert re.search(r"judged with \d+ other pages", report.text(".sums:visible"))


def test_hovering_shows_role_reason_memory_score_and_text(report, view):
    block = first(view, lambda own: not own.keep and "pages" in own.reason.detail)
    report.page.mouse.move(*point_at(report, block))
    report.page.wait_for_selector(".card:visible")
    card = report.text(".card")
    assert "– dropped" in card
    assert block.text in card
    assert block.reason.detail.lower() in card.lower()
    report.page.mouse.move(5, 5)
    report.page.wait_for_selector(".card", state="hidden")


def test_a_block_says_what_other_pages_have_at_its_place(report, view):
    block = first(view, lambda own: own.keep)
    report.page.mouse.click(*point_at(report, block))
    assert view.recollections[block.index] in report.text(".card")
    assert report.frame.evaluate(MARKED, "data-sel") == {str(block.index): ""}
    assert report.text("article.text:visible [aria-current=true]") == block.text


def test_a_block_says_so_where_no_other_page_has_anything_at_its_place(demo_pages):
    page, *siblings = demo_pages("meridian")
    odd = page.html.replace(b"</main>", b"<section class=odd><em><p>Only here.</p></em></section></main>")
    memories = learn(siblings, ["core"], Config())
    report = to_html(inspect_page(Page(page.url, odd), Config(), ["core"], memories))
    assert f"None of {len(siblings)} other pages of this site has anything in this position." in report


def test_keys_step_through_blocks_and_through_kept_ones(report, view):
    page = report.page
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert report.text(".at") == f"2 / {len(view.blocks)}"
    page.keyboard.press("k")
    assert list(report.frame.evaluate(MARKED, "data-sel")) == ["0"]
    page.keyboard.press("n")
    kept = first(view, lambda own: own.keep)
    assert list(report.frame.evaluate(MARKED, "data-sel")) == [str(kept.index)]
    assert "kept" in page.locator("[role=status]").text_content()
    page.keyboard.press("Escape")
    assert report.frame.evaluate(MARKED, "data-sel") == {}
    assert not page.locator(".card").is_visible()


def test_the_strip_is_a_slider_that_pointer_and_arrows_move(report, view):
    strip = report.page.locator(".strip:visible")
    strip.focus()
    report.page.keyboard.press("End")
    assert strip.get_attribute("aria-valuenow") == str(len(view.blocks))
    report.page.keyboard.press("ArrowLeft")
    assert strip.get_attribute("aria-valuenow") == str(len(view.blocks) - 1)
    assert f"block {len(view.blocks) - 1}, " in strip.get_attribute("aria-valuetext")
    strip.click(position={"x": 2, "y": 10})
    assert strip.get_attribute("aria-valuenow") == "1"


def test_filters_by_role_leave_the_others_unmarked_and_are_stepped_through(report, view):
    page = report.page
    page.locator(".chip:visible", has_text="headline").click()
    off = {int(own) for own in report.frame.evaluate(MARKED, "data-off")}
    assert off == {block.index for block in view.blocks if block.role != "headline"}
    page.keyboard.press("j")
    assert list(report.frame.evaluate(MARKED, "data-sel")) == [
        str(first(view, lambda own: own.role == "headline").index)
    ]
    page.locator(".chip:visible", has_text="caption").click()
    assert {int(own) for own in report.frame.evaluate(MARKED, "data-off")} == {
        block.index for block in view.blocks if block.role not in ("headline", "caption")
    }
    page.keyboard.press("0")
    assert report.frame.evaluate(MARKED, "data-off") == {}


def test_filters_by_reason(report, view):
    code = first(view, lambda own: not own.keep and "pages" in own.reason.detail).reason.code
    report.page.locator(".reason:visible select").select_option(code)
    off = {int(own) for own in report.frame.evaluate(MARKED, "data-off")}
    assert off == {block.index for block in view.blocks if block.keep or block.reason.code != code}


def test_metadata_tell_their_source_and_show_it_on_the_page(report, view):
    report.page.locator("#tab-fields").click()
    row = report.page.locator(".fields:visible > div", has_text="Authors")
    assert view.article.authors[0] in row.inner_text()
    assert "declared in the page's JSON-LD as author" in row.inner_text()
    row.locator(".show").first.click()
    (shown,) = report.frame.evaluate(MARKED, "data-evidence")
    assert view.article.authors[0] in view.blocks[int(shown)].text


def test_blocks_are_listed_and_filtered_as_on_the_page(report, view):
    report.page.locator("#tab-blocks").click()
    assert report.page.locator(".blocks li:visible").count() == len(view.blocks)
    report.page.locator(".chip:visible", has_text="caption").click()
    assert report.page.locator(".blocks li:visible").count() == sum(
        block.role == "caption" for block in view.blocks
    )
    report.page.locator(".blocks li:visible button").first.click()
    assert view.blocks[int(next(iter(report.frame.evaluate(MARKED, "data-sel"))))].role == "caption"


def test_methods_are_switched_and_their_differences_listed(report, demo_report):
    inspection, page = demo_report[0], report.page
    page.keyboard.press("m")
    other = inspection.views[1]
    assert (
        f"{sum(bool(block.keep) for block in other.blocks)} of {len(other.blocks)} blocks kept"
        in report.text(".sums:visible")
    )
    kept = report.frame.evaluate(
        "Array.from(document.querySelectorAll('[data-f=text]'), (own) => Number(own.dataset.b1))"
    )
    assert set(kept) == {block.index for block in other.blocks if block.keep}
    page.locator("#tab-methods").click()
    rows = page.locator(".differences tbody tr")
    assert rows.count() == len(inspection.comparison.rows)
    known = inspection.comparison.rows[0]
    assert ("✓ kept" if known.kept[0] else "– dropped") in rows.first.locator("td").nth(2).inner_text()
    rows.first.locator("button").click()
    assert page.locator("[data-method='0']").get_attribute("aria-pressed") == "true"
    assert list(report.frame.evaluate(MARKED, "data-sel")) == [str(known.blocks[0])]


def test_labels_name_the_roles_on_the_page(report, view):
    report.page.keyboard.press("l")
    caption = first(view, lambda own: own.role == "caption")
    label = report.page.locator(f".label[data-of='{caption.index}']")
    assert label.inner_text() == "caption"
    box = report.frame.locator(f"[data-b0='{caption.index}']").bounding_box()
    assert label.bounding_box()["y"] == pytest.approx(box["y"], abs=12)
    report.page.keyboard.press("l")
    assert report.page.locator(".label").count() == 0


def test_tabs_are_moved_by_arrows(report):
    report.page.locator("#tab-article").focus()
    report.page.keyboard.press("ArrowRight")
    assert report.page.locator("#panel-fields").is_visible()
    assert report.page.evaluate("document.activeElement.id") == "tab-fields"


def test_nothing_was_asked_for_and_nothing_failed(report):
    assert (report.requests, report.errors) == ([], [])


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1600, "dark")])
def test_nothing_sticks_out_and_nobody_is_kept_out(open_report, demo_report, axe, width, scheme):
    opened = open_report(demo_report[1], width=width, height=800, color_scheme=scheme)
    opened.page.keyboard.press("j")
    opened.page.keyboard.press("?")
    for tab in opened.page.locator("[role=tab]").all():
        tab.click()
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe(opened.page) == []
    opened.page.close()


def test_a_tap_on_a_telephone_shows_the_card_in_its_window(open_report, demo_report, view):
    opened = open_report(demo_report[1], width=360, height=700, has_touch=True)
    block = first(view, lambda own: own.keep)
    opened.page.locator(".pane").scroll_into_view_if_needed()
    opened.page.touchscreen.tap(*point_at(opened, block))
    assert block.text in opened.text(".card")
    box = opened.page.locator(".card").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert box["y"] + box["height"] <= 700
    opened.page.close()


def test_pages_written_from_right_to_left_are_shown_so(open_report):
    words = "كان الجسر القديم مغلقا منذ ثلاثة أعوام، وقد انتظرت المدينة عودته طويلا قبل أن يفتح من جديد أمام المارة."
    source = f'<html lang="ar" dir="rtl"><head><title>الجسر</title></head><body><h1>الجسر</h1>{f"<p>{words}</p>" * 5}</body></html>'
    opened = open_report(to_html(inspect_page(Page("", source), Config())))
    assert opened.frame.evaluate("getComputedStyle(document.body).direction") == "rtl"
    assert opened.page.evaluate("getComputedStyle(document.querySelector('article.text')).direction") == "rtl"
    opened.page.keyboard.press("n")
    assert opened.page.evaluate("getComputedStyle(document.querySelector('.card .words')).direction") == "rtl"
    opened.page.close()


def test_what_a_page_hides_is_shown_when_it_is_chosen(open_report):
    source = "<p style='display: none'>Behind a script there waits a long paragraph, which readers see at last.</p><p>Seen.</p>"
    opened = open_report(to_html(inspect_page(Page("", source), Config())))
    hidden = opened.frame.locator("[data-b0='0']")
    assert not hidden.is_visible()
    opened.page.keyboard.press("j")
    assert hidden.is_visible()
    opened.page.close()


def test_paper_gets_page_and_article_without_the_controls(open_report, demo_report):
    opened = open_report(demo_report[1])
    opened.page.emulate_media(media="print")
    assert not opened.page.locator(".tools").is_visible()
    assert not opened.page.locator(".tabs").is_visible()
    assert opened.page.evaluate("document.querySelector('.pane').clientHeight") > 2000
    opened.page.close()


def test_a_result_is_shown_by_its_blocks(open_report, view):
    fields = view.article.to_dict(also=("blocks", "evidence"))
    opened = open_report(to_html(inspect_result(fields)))
    assert "not its markup" in opened.text(".pane .note")
    assert opened.frame.evaluate("document.querySelectorAll('[data-b0]').length") == len(view.blocks)
    opened.page.keyboard.press("n")
    assert first(view, lambda own: own.keep).text in opened.text(".card")
    opened.page.close()


def test_codes_of_the_method_are_shown_if_verbose(demo_report):
    inspection, plain = demo_report
    verbose = to_html(inspection, verbose=True)
    path = "html/body/main#main/div.page/article/div.prose/p"
    assert path not in plain
    assert path in verbose
    assert "json-ld headline" not in plain
    assert 'class="code"' in verbose


PARAGRAPH = "The harbour council rejected a plan for the old bridge after months of rain, while the neighbours watched the river rise. "
LONG_PAGE = "<html lang=en><head><title>A long report</title></head><body><nav><a href=/>Home</a></nav><article><h1>A long report</h1>" + "".join(
    f"<h2>Part {number}</h2>" if number % 10 == 0
    else f"<div class=teaser><a href=/{number}><h3>{PARAGRAPH[:60]}</h3></a></div>" if number % 7 == 0
    else f"<p class=text>{PARAGRAPH} <a href=/x{number}>{PARAGRAPH}</a> <b>{PARAGRAPH}</b> {number}</p>"
    for number in range(3000)
) + "</article></body></html>"  # fmt: skip

LONGEST_FRAME = """async (selector) => {
  const frames = [];
  let last = performance.now(), goes = true;
  const next = () => new Promise((done) => requestAnimationFrame(done));
  const watch = async () => { while (goes) { await next(); const now = performance.now(); frames.push(now - last); last = now; } };
  await next();
  last = performance.now();
  const watching = watch();
  document.querySelector(selector).click();
  await next(); await next(); await next();
  goes = false;
  await watching;
  return Math.max(...frames);
}"""
NOTICED = 200
"""Milliseconds between two pictures. The best of several tries: what else runs on the machine only adds."""


def test_a_page_of_a_megabyte_is_filtered_without_a_pause(open_report):
    assert len(LONG_PAGE) > 1_000_000
    inspection = inspect_page(Page("", LONG_PAGE), Config())
    assert len(inspection.views[0].blocks) >= 3000
    opened = open_report(to_html(inspection))
    frames = [opened.page.evaluate(LONGEST_FRAME, ".chip") for _ in range(7)]
    assert min(frames) < NOTICED, frames
    opened.page.close()
