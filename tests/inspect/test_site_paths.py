"""The paths of a site's pages, and what varies on them."""

from webnoise import flow
from webnoise.config import Config
from webnoise.inspect.site_paths import template_paths
from webnoise.methods.core.method import Core
from webnoise.model import Page
from webnoise.site.memory import SiteMemory

MENU = "<nav><a href=/>Home</a> <a href=/sport>Sport</a></nav>"


def memory_of(*bodies):
    method, memory = Core(), SiteMemory()
    for number, body in enumerate(bodies):
        page = Page(
            f"https://paper.example/{number}",
            f"<html><body>{MENU}<div class=story>{body}</div></body></html>",
        )
        method.learn(memory, flow.read(page, Config(), method).prepared)
    return memory


def test_paths_come_in_the_order_of_the_page_with_what_varies_on_them():
    stories = [
        f"<p class=lead>{name} came home at last after a long winter at sea.</p>"
        for name in ("Ann", "Bo", "Cy", "Di")
    ]
    menu, lead = template_paths(memory_of(*stories))
    assert (menu.pages, menu.share, menu.variety) == (4, 1.0, 0.0)
    assert menu.samples == (("home sport", 4),)
    assert menu.role == "navigation"
    assert (lead.pages, lead.variety) == (4, 1.0)
    assert lead.samples[0] == ("ann came home at last after a long winter at sea.", 1)
    assert menu.position < lead.position


def test_paths_on_few_pages_are_left_out():
    stories = [
        "<p class=lead>Ann came home.</p>",
        "<p class=lead>Bo came home.</p>",
        "<p class=lead>Cy.</p><aside>Once only</aside>",
    ]
    memory = memory_of(*stories)
    assert len(template_paths(memory, least_pages=1)) == 3
    assert len(template_paths(memory)) == 2


def test_words_are_those_of_a_page():
    memory = memory_of("<p>One two three.</p><p>Four five.</p>", "<p>Six seven eight nine ten.</p>")
    assert [path.words for path in template_paths(memory)] == [2, 5]
