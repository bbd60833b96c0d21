"""What a site's pages teach each other, on whole pages."""

import random

import pytest

import webnoise
from webnoise import flow
from webnoise.config import Config
from webnoise.methods.core.method import Core
from webnoise.model import Page
from webnoise.site.headline import remembered_title
from webnoise.site.memory import SiteMemory

PROMO = "Join the readers' walking club, every Sunday at nine by the old mill, and bring a friend along."
NOUNS = "harbour ferry council winter rope tide market lantern bridge orchard signal kettle meadow granite".split()
VERBS = "crossed found mended painted sold followed watched closed opened measured".split()


def sentence(chance):
    subject, thing, place = chance.sample(NOUNS, 3)
    return f"The {subject} by the {place} {chance.choice(VERBS)} a {thing} that nobody had seen {chance.choice(NOUNS)} before."


def paragraphs(number, count=6):
    chance = random.Random(number)
    return [" ".join(sentence(chance) for _ in range(3)) for _ in range(count)]


def page(number, *, title=None, holder="story", extra=f"<p>{PROMO}</p>"):
    body = [f"<p>{text}</p>" for text in paragraphs(number)]
    body.insert(3, extra)
    headline = sentence(random.Random(1000 + number))
    return (
        f"<html lang=en><head><title>{title or headline}</title></head><body><ul class=menu><li><a href=/>Home</a></ul>"
        f"<div class={holder}><h2 class=head>{headline}</h2>{''.join(body)}</div></body></html>"
    )


def learned(pages, name="mill.example"):
    site = webnoise.Site(name, methods=("core",))
    for number, html in enumerate(pages):
        site.learn(html, url=f"https://{name}/{number}")
    return site


def test_a_promo_that_looks_like_content_goes_with_siblings_and_stays_without():
    site = learned(page(number) for number in range(4))
    alone, together = webnoise.extract(page(0)), site.extract(page(0))
    assert PROMO in alone.text
    assert PROMO not in together.text
    assert all(text in together.text for text in paragraphs(0))
    [promo] = [block for block in together.blocks if block.text == PROMO]
    assert "the same text is on 3 of 3 other pages" in str(promo.reason)


def test_a_page_of_one_short_line_keeps_that_line_and_not_the_text_that_all_pages_have():
    """Alone, the site's own text is all that reads like an article."""

    lines = [" ".join(random.Random(number).sample(NOUNS, 4)) for number in range(5)]
    notes = [
        f"<html lang=en><head><title>Note {number}</title></head><body><div class=profile><p>{PROMO}</p></div>"
        f"<div class=entry><div><img src=/{number}.jpg></div><div>{line}</div></div></body></html>"
        for number, line in enumerate(lines)
    ]
    assert webnoise.extract(notes[0]).text == PROMO
    assert learned(notes).extract(notes[0]).text == lines[0]


@pytest.mark.parametrize("known", [[], [0]], ids=["no page", "the page itself"])
def test_without_siblings_a_page_is_judged_as_if_alone(known):
    site = learned(page(number) for number in known)
    alone, together = webnoise.extract(page(0)), site.extract(page(0))
    assert together.text == alone.text
    assert [block.score for block in together.blocks] == [block.score for block in alone.blocks]


def test_the_same_article_at_other_addresses_takes_nothing_away():
    copies = [page(0).replace("Home", home) for home in ("Home", "Start", "Front")]
    article = learned([*copies, page(1), page(2)]).extract(copies[0])
    assert all(text in article.text for text in paragraphs(0))
    assert PROMO not in article.text


def test_templates_are_distinguished_by_their_structure():
    gallery = "<p>Swipe to see the next picture of the day, or tap the small arrows on both sides of it.</p>"
    galleries = [
        page(number, holder="gallery", extra=gallery).replace("<p>", "<p class=shot>")
        for number in range(20, 24)
    ]
    core, memory = Core(), SiteMemory()
    pages = [flow.read(Page("", html), Config()).prepared for html in [*map(page, range(3)), *galleries]]
    for prepared in pages:
        core.learn(memory, prepared)
    for number, prepared in enumerate(pages):
        assert memory.recall(prepared.trace).siblings == (2 if number < 3 else 3)


def test_a_redesign_fades_the_old_template_out():
    core, memory = Core(), SiteMemory(capacity=8)
    old = "<p>This page is best viewed with a screen of eight hundred by six hundred dots, or more if you have them.</p>"
    for number in range(20):
        design = {"holder": "old", "extra": old} if number < 10 else {"holder": "new"}
        day = f"2026-{1 + number // 2:02}-01"
        core.learn(memory, flow.read(Page("", page(number, **design), fetched=day), Config()).prepared)
    site_texts = " ".join(memory.sample(text) for trace in memory for text in trace.texts.tolist())
    assert "best viewed" not in site_texts
    assert "walking club" in site_texts


def test_the_template_is_shown_with_counts_and_samples():
    site = learned(page(number) for number in range(5))
    first, second = site.template()
    assert {first.text, second.text} == {"home", PROMO.lower()[:60]}
    assert (first.pages, first.share) == (5, 1.0)
    assert site.template(least_pages=6) == []


class TestTitle:
    def titled(self, titles, asked=0):
        pages = [page(number, title=title) for number, title in enumerate(titles)]
        return learned(pages).extract(pages[asked])

    def test_what_other_pages_titles_end_with_is_the_sites(self):
        titles = [
            f"{name} mended at night | Notes | The Mill" for name in ("Rope", "Tide", "Bridge", "Lantern")
        ]
        article = self.titled(titles)
        assert article.title == "Rope mended at night"
        assert "site memory" in article.evidence["title"]

    def test_where_all_pages_have_one_title_the_heading_above_the_text_is_it(self):
        article = self.titled(["The Mill"] * 4)
        assert article.title == sentence(random.Random(1000))
        assert article.title not in article.text

    def test_a_heading_that_all_pages_show_is_no_title(self):
        names = ("Rope", "Tide", "Bridge", "Lantern")
        pages = [
            page(number, title=f"{name} mended at night | The Mill").replace(
                "<ul", "<h1>Notes of the day</h1><ul"
            )
            for number, name in enumerate(names)
        ]
        assert webnoise.extract(pages[0]).title == "Notes of the day"
        assert learned(pages).extract(pages[0]).title == "Rope mended at night"

    def test_a_title_of_the_pages_own_stays_as_it_is(self):
        titles = ["Rope: a night", "Tide: a night", "Bridge: a night", "Lantern: a night"]
        assert self.titled(titles).title == "Rope: a night"

    def test_a_page_alone_keeps_its_title(self):
        cut = flow.read(Page("", page(0)), Config()).page_blocks
        assert (
            remembered_title("Rope | The Mill", cut, [True] * len(cut.blocks), SiteMemory())
            == "Rope | The Mill"
        )


def nameless_page(number, byline, caption):
    """Of elements without any names."""
    body = [f"<p>{text}</p>" for text in paragraphs(number)]
    body.insert(3, f"<div><div><img src=/{number}.jpg width=500 height=300></div><div>{caption}</div></div>")
    headline = sentence(random.Random(1000 + number))
    return (
        f"<html lang=en><head><title>{headline}</title></head><body><div><a href=/>Home</a></div>"
        f"<div><h2>{headline}</h2><div><div>{byline}</div></div>{''.join(body)}</div></body></html>"
    )


def test_a_byline_is_where_the_other_pages_have_theirs():
    names = "Ann Archer, Bo Baker, Cy Cooper, Di Draper, Ed Eaton".split(", ")
    signed = [
        nameless_page(number, f"By {name}", f"The {NOUNS[number]} at dawn. Photo: {name}")
        for number, name in enumerate(names)
    ]
    initials = nameless_page(9, "mp", "A ferry waits for the tide at the old quay")
    site = learned([*signed, initials])
    alone, together = webnoise.extract(initials), site.extract(initials)
    before, after = (
        next(block for block in article.blocks if block.text == "mp") for article in (alone, together)
    )
    assert before.role != "byline"
    assert not after.keep
    assert after.score < before.score
    assert (after.role, after.reason.code) == ("byline", "byline")
    assert [image.caption for image in together.images] == ["A ferry waits for the tide at the old quay"]
    assert set(together.text.split("\n\n")) == set(alone.text.split("\n\n")) - {"mp"}
