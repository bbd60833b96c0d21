from __future__ import annotations

import pytest

import webnoise
from webnoise.article.media import PageMedia, _largest_source
from webnoise.blocks.segment import segment
from webnoise.model import Image, Media, Page
from webnoise.page.parse import parse

URL = "https://e.com/news/a"


def cut(body, head=""):
    return segment(parse(Page(URL, f"<html><head>{head}</head><body>{body}</body></html>")))


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ('<img src="a.jpg" width="400" height="301" alt="A pier">', Media("https://e.com/news/a.jpg", "image", 400, 301, "A pier")),
        ('<img src="a.jpg" style="width:600px;height:300px">', Media("https://e.com/news/a.jpg", "image", 600, 300)),
        ('<img src="s.jpg" srcset="m.jpg 400w, l.jpg 800w" width="400" height="200">', Media("https://e.com/news/l.jpg", "image", 800, 400)),
        ('<video width="640" height="360"><source src="/v.mp4"></video>', Media("https://e.com/v.mp4", "video", 640, 360)),
        ('<video src="/v.mp4"></video>', Media("https://e.com/v.mp4", "video")),
        ('<audio src="/s.mp3"></audio>', Media("https://e.com/s.mp3", "audio")),
        ('<embed src="g.swf" width="500" height="400">', Media("https://e.com/news/g.swf", "embed", 500, 400)),
        ('<object data="g.swf" width="500" height="400"></object>', Media("https://e.com/news/g.swf", "object", 500, 400)),
        ('<canvas width="500" height="400"></canvas>', Media(URL, "canvas", 500, 400)),
        ('<iframe src="https://www.youtube.com/embed/1" width="560" height="315"></iframe>', Media("https://www.youtube.com/embed/1", "video", 560, 315)),
    ],
)  # fmt: skip
def test_large_media_are_found(markup, expected):
    assert PageMedia(cut(markup)).large() == [expected]


@pytest.mark.parametrize(
    "markup",
    [
        '<img src="a.jpg" width="400" height="300">',
        '<img src="a.jpg">',
        '<video src="v.mp4" width="200" height="100"></video>',
        '<svg width="24" height="24"></svg>',
        '<iframe src="https://maps.example.org/x" width="600" height="400"></iframe>',
        '<div class="ad-slot"><img src="a.jpg" width="400" height="301"></div>',
        '<img src="https://ad.doubleclick.net/a.jpg" width="400" height="301">',
        '<img src="data:image/gif;base64,R0" width="400" height="301">',
        '<img src="http://[bad" width="400" height="301">',
    ],
)
def test_small_unknown_and_advertising_media_are_not(markup):
    assert PageMedia(cut(markup)).large() == []


def test_caption_is_the_figures_and_alternative_text_the_last_resort():
    page = cut(
        '<figure><img src="a.jpg" width="400" height="301" alt="alt"><figcaption>The <b>pier</b></figcaption></figure>'
        '<img src="b.jpg" width="400" height="301" alt="alt">'
    )
    assert [item.caption for item in PageMedia(page).large()] == ["The pier", "alt"]


def test_base_element_and_lazy_sources_make_the_address():
    page = cut(
        '<img src="data:x" data-src="a.jpg" width="400" height="301">', '<base href="https://cdn.e.com/">'
    )
    assert [item.url for item in PageMedia(page).large()] == ["https://cdn.e.com/a.jpg"]


ARTICLE = (
    '<nav><img src="logo.png">Home</nav>'
    '<article><img src="lead.jpg"><p>One.</p><figure><img src="fig.jpg" width="640"><figcaption>Pier</figcaption></figure>'
    '<p>Two.</p><div><img src="icon.png" width="16" height="16"><img src="share.svg"></div>'
    '<aside><p>Related</p><img src="teaser.jpg"><p>More</p></aside><p>Three.</p><img src="end.jpg"></article>'
    '<div><img src="other.jpg">Next story</div>'
)


def test_images_stand_among_the_kept_blocks():
    page = cut(ARTICLE)
    kept = [block for block in page.blocks if block.text in {"One.", "Two.", "Three."}]
    assert PageMedia(page, kept).images() == [
        Image("https://e.com/news/lead.jpg"),
        Image("https://e.com/news/fig.jpg", "Pier", 640),
        Image("https://e.com/news/end.jpg"),
    ]


def test_image_that_metadata_name_comes_first_and_takes_what_the_page_adds():
    page = cut(ARTICLE)
    kept = [block for block in page.blocks if block.text in {"One.", "Two.", "Three."}]
    known = [Image("https://e.com/news/fig.jpg"), Image("https://e.com/og.jpg", width=1200)]
    assert PageMedia(page, kept).images(known) == [
        Image("https://e.com/news/fig.jpg", "Pier", 640),
        Image("https://e.com/og.jpg", None, 1200),
        Image("https://e.com/news/lead.jpg"),
        Image("https://e.com/news/end.jpg"),
    ]


SHOT = "A boat with the number {0} passes the old quay. Photograph: Jo Doe"


@pytest.mark.parametrize(
    "item",
    [
        '<figure><img src="{0}.jpg"><figcaption>' + SHOT + "</figcaption></figure>",
        '<figure><img src="data:image/gif;base64,R0" data-src="{0}.jpg"><figcaption>'
        + SHOT
        + "</figcaption></figure>",
        '<li><img src="{0}.jpg"><p class="caption">' + SHOT + "</p></li>",
        '<div class="slide"><div><img src="{0}.jpg"></div><span>{0} / 6</span><div>' + SHOT + "</div></div>",
        '<p><img src="{0}.jpg"></p>',
        '<a href="/gallery/1/{0}"><img src="{0}.jpg"></a>',
    ],
)
@pytest.mark.parametrize("wrapper", ["{}", '<div class="gallery">{}</div>'])
def test_gallery_gives_all_its_pictures_and_none_of_its_neighbours(item, wrapper):
    teasers = "".join(
        f'<div><a href="/g/{n}"><img src="t{n}.jpg" width="640" height="480">The market of the year {n} in pictures</a></div>'
        for n in range(3)
    )
    body = (
        '<main><article><h1>In pictures: the festival of boats</h1><img src="lead.jpg"><p>Thousands came to the harbour on'
        " Sunday for the festival of boats, which was held for the fortieth time.</p>"
        f"{wrapper.format(''.join(map(item.format, range(6))))}<section><h2>More</h2>{teasers}</section></article></main>"
    )
    page = f"<html lang=en><head><title>In pictures: the festival of boats</title></head><body>{body}</body></html>"
    article = webnoise.extract(page, url="https://e.com/gallery/the-festival-of-boats")
    assert [image.url for image in article.images] == [
        "https://e.com/gallery/lead.jpg",
        *(f"https://e.com/gallery/{number}.jpg" for number in range(6)),
    ]
    assert article.media == []


def test_media_are_those_of_the_article():
    large = '<img src="{}.jpg" width="640" height="480">'
    page = cut(
        f"<header>{large.format('banner')}</header><main><h1>Boats</h1>{large.format('lead')}<div><p>One.</p>"
        f'<figure>{large.format("fig")}</figure><p>Two.</p></div><video src="v.mp4"></video></main>'
        f'<div><a href="/b">{large.format("teaser")}Another story of the day</a></div>'
    )
    kept = [block for block in page.blocks if block.text in {"One.", "Two."}]
    names = [item.url.rpartition("/")[2] for item in PageMedia(page, kept).large()]
    assert names == ["lead.jpg", "fig.jpg", "v.mp4"]
    assert len(PageMedia(page, []).large()) == len(PageMedia(page).large()) == 5


def test_page_without_kept_blocks_has_only_the_known_images():
    assert PageMedia(cut(ARTICLE), []).images() == []
    assert PageMedia(cut(""), []).images([Image("u")]) == [Image("u")]


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        ("a.jpg 320w, b.jpg 1024w, c.jpg 640w", ("b.jpg", 1024)),
        ("a.jpg, b.jpg 2x", ("b.jpg", None)),
        (
            "https://e.com/w_1,h_2/a.jpg 100w,https://e.com/w_3,h_4/b.jpg 200w",
            ("https://e.com/w_3,h_4/b.jpg", 200),
        ),
        ("", ("", None)),
    ],
)
def test_largest_source_of_a_set(srcset, expected):
    assert _largest_source(srcset) == expected
