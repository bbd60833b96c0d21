from __future__ import annotations

import pytest

from webnoise.blocks.segment import segment
from webnoise.features.advertising import AdDetector
from webnoise.methods.tag_simhash.method import TagSimhashDistinct, block_separation, tag_analysis
from webnoise.methods.tag_simhash.tags import primary_noise, search_form
from webnoise.model import Page, PageBlocks
from webnoise.page.parse import parse

STORY = (
    "<p>The harbour board met on Monday, and after two hours it voted to repair the old pier this year.</p>"
    * 3
)


def cut(body: str, url: str = "https://news.example.co.uk/a") -> PageBlocks:
    return segment(parse(Page(url, f"<html><body>{body}</body></html>")))


def first(page: PageBlocks, tag: str) -> int:
    return list(page.outline.tags).index(tag)


def noise_texts(page: PageBlocks) -> dict[str, str]:
    found = tag_analysis(page, block_separation(page, frozenset({"div", "td"})))
    return {page.blocks[index].text: reason.code for index, reason in found.items()}


def removed(page: PageBlocks) -> dict[str, str]:
    return {page.outline.tags[e]: reason.code for e, reason in primary_noise(page).elements.items()}


def test_frame_from_an_ad_server_is_an_advertisement_and_so_is_its_label():
    page = cut(f"{STORY}<div>Continue below<iframe src='https://ad.doubleclick.net/x'></iframe></div>")
    assert AdDetector(page).by_host(first(page, "iframe")).code == "ad_provider"
    assert removed(page) == {"iframe": "ad_provider"}
    assert noise_texts(page) == {"Continue below": "label_of_removed"}


def test_paragraph_beside_an_ad_script_is_kept():
    page = cut(
        f"<div>{STORY}</div><div>A sentence, in full.<script src='//pagead2.googlesyndication.com/x.js'></script></div>"
    )
    assert noise_texts(page) == {}


@pytest.mark.parametrize(
    "name",
    ["ad", "ads", "top-ad", "ad_slot_3", "adsbygoogle", "AdSense", "googleAds", "banner", "sponsored-links",
     "bottomgooglead", "rightgooglead", "simplead", "advertisement", "box ad2"],
)  # fmt: skip
def test_ad_words_are_found_as_tokens_and_as_glued_endings(name):
    page = cut(f'{STORY}<div class="{name}">Buy two</div>')
    assert noise_texts(page) == {"Buy two": "ad_words"}
    page = cut(f'{STORY}<div id="{name}">Buy two</div>')
    assert noise_texts(page) == {"Buy two": "ad_words"}


@pytest.mark.parametrize(
    "name",
    ["header", "shadow", "loading", "download", "thread", "read-more", "headline", "gradient", "address",
     "leadtext", "elementor-element-38ad5ea", "road", "breadcrumb", "upload", "roadmap", "ipad"],
)  # fmt: skip
def test_words_that_only_hold_the_letters_are_no_ads(name):
    page = cut(f'{STORY}<div class="{name}">Harbour news</div>')
    assert noise_texts(page) == {}


def test_attribute_that_ad_scripts_read_marks_an_ad():
    page = cut(f'{STORY}<div data-ad-slot="77">Buy two</div><div data-reader="1">Letters</div>')
    assert noise_texts(page) == {"Buy two": "ad_attribute"}


def test_attribute_of_ad_scripts_on_the_articles_container_leaves_the_article():
    comments = "<p>I was there, and I saw how the pier gave way under the weight of so many people.</p>" * 9
    page = cut(f'<article data-ad-unit="/news/harbour">{STORY}</article><div>{comments}</div>')
    assert noise_texts(page) == {}
    assert all(verdict.keep for verdict in TagSimhashDistinct().judge_page(page)[:1])


def test_background_without_text_is_removed_and_one_with_text_loses_nothing():
    page = cut('<table><tr><td background="a.png"></td></tr></table>')
    assert removed(page) == {"td": "background"}
    page = cut('<div style="color: red; background-image: url(a.png)"></div>')
    assert removed(page) == {"div": "background"}
    page = cut(f'<div style="background: url(a.png)">{STORY}</div><div style="background: red"></div>')
    assert removed(page) == {}
    assert noise_texts(page) == {}


def test_image_of_another_domain_is_removed_with_its_label():
    own = '<img src="/a.png"><img src="https://img.example.co.uk/b.png">'
    page = cut(f'{STORY}{own}<div><img src="https://shop.example.org/c.png"> Buy two</div>')
    assert removed(page) == {"img": "foreign_image"}
    assert noise_texts(page) == {"Buy two": "label_of_removed"}


def test_image_of_another_domain_leaves_a_sentence_beside_it():
    page = cut(f'{STORY}<img src="/a.png"><div><img src="https://e.org/c.png"><p>It fell, he said.</p></div>')
    assert removed(page) == {"img": "foreign_image"}
    assert noise_texts(page) == {}


def test_domain_that_serves_most_images_is_the_pages_own():
    images = '<img src="https://cdn.example.net/a.png"><img src="https://cdn.example.net/b.png">'
    assert removed(cut(f'{STORY}{images}<img src="/c.png">')) == {}
    assert removed(cut(f'{STORY}{images}<img src="/c.png"><img src="/d.png">')) == {"img": "foreign_image"}


@pytest.mark.parametrize(
    "tag", ['<embed src="a">', '<object data="a"></object>', "<audio></audio>", "<video></video>",
            '<iframe src="/film"></iframe>'],
)  # fmt: skip
def test_plug_in_is_removed_with_its_label(tag):
    page = cut(f"{STORY}<div>{tag} Watch the film</div>")
    assert list(removed(page).values()) == ["plug_in"]
    assert noise_texts(page) == {"Watch the film": "label_of_removed"}


def test_frame_without_an_address_is_no_plug_in_and_a_picture_of_the_page_keeps_its_label():
    page = cut(
        f'{STORY}<div><iframe></iframe>Watch</div><div><video></video><img src="/a.png">The pier</div>'
    )
    assert noise_texts(page) == {}


def test_image_of_a_banners_size_is_removed_with_its_label():
    page = cut(f'{STORY}<div><img src="/a.gif" width="468" height="60"> Boats</div>')
    assert removed(page) == {"img": "banner_size"}
    assert noise_texts(page) == {"Boats": "label_of_removed"}


def test_ad_word_on_the_element_around_most_text_does_not_take_the_text():
    page = cut(f'<div class="has-ads">{STORY}</div><div>Foot</div>')
    assert AdDetector(page).by_name(first(page, "div")) is None
    assert noise_texts(page) == {}


@pytest.mark.parametrize("size", ["234x60", "468x60", "120x240", "745x100", "728x90", "300x250", "160x600"])
def test_banner_size_by_attributes_and_by_style(size):
    width, height = size.split("x")
    page = cut(f'<img src="a.gif" width="{width}" height="{height}">')
    assert AdDetector(page).by_size(first(page, "img")).code == "banner_size"
    page = cut(f'{STORY}<div style="height:{height}px; width:{width}px">Buy two</div>')
    assert noise_texts(page) == {"Buy two": "banner_size"}


@pytest.mark.parametrize(
    "attributes", ['width="640" height="480"', 'width="468"', 'width="100%" height="60"', ""]
)
def test_other_sizes_and_unknown_ones_are_no_banners(attributes):
    page = cut(f'<img src="a.gif" {attributes}>')
    assert AdDetector(page).by_size(first(page, "img")) is None


@pytest.mark.parametrize(
    "block",
    [
        '<p><a href="/terms">Terms of use</a> | <a href="/privacy-policy.html">Privacy policy</a></p>',
        '<ul><li><a href="https://www.facebook.com/paper">Facebook</a></li></ul>',
        '<p><a href="https://x.com/intent/post?u=1">Post</a> <a href="whatsapp://send?text=1">Send</a></p>',
        '<p><a href="/ueber/impressum/">Impressum</a></p>',
        "<p>© 2024 The Harbour Post. All rights reserved.</p>",
        "<p>Copyright 2011 Harbour Media</p>",
    ],
)
def test_block_of_service_links_is_noise(block):
    page = cut(f"{STORY}{block}")
    assert set(noise_texts(page).values()) == {"service_links"}


@pytest.mark.parametrize(
    "block",
    [
        '<p>The minister wrote on <a href="https://twitter.com/m/1">Twitter</a> that the pier was safe to use again.</p>',
        '<p>A new <a href="/privacy">privacy</a> law was passed on Tuesday by a narrow vote of the upper house.</p>',
        '<p><a href="/2024/privacy-law-passed-by-narrow-vote">Privacy law passed by a narrow vote</a></p>',
        "<p>Copyright law is a field of its own, the judge said.</p>",
    ],
)
def test_mention_in_an_article_is_text(block):
    assert noise_texts(cut(f"{STORY}{block}")) == {}


def test_search_form_is_noise_but_a_form_around_the_page_is_not():
    page = cut(f'{STORY}<form action="/search"><label>Find stories</label><button>Go</button></form>')
    assert noise_texts(page) == {"Find stories": "service_links", "Go": "service_links"}
    page = cut(f'<form action="/search">{STORY}</form>')
    assert search_form(AdDetector(page), first(page, "form")) is None


def test_every_reason_has_evidence_and_the_page_is_not_changed():
    body = f'{STORY}<div class="ad">Buy <b>two</b><p>now</p></div><p><a href="/terms">Terms</a></p>'
    page = cut(body)
    noise = primary_noise(page).texts
    assert [page.blocks[index].text for index in noise] == ["Buy two", "now", "Terms"]
    assert all(reason.detail for reason in noise.values())
    assert page == cut(body)


def test_empty_page_has_no_noise():
    assert primary_noise(cut("")) == ({}, {})
