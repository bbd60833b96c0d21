import random
from urllib.parse import urljoin

import pytest

from webnoise.urls.join import join_url

BASES = (
    "https://news.example/politics/story?page=2#top", "http://news.example:8080", "HTTP://News.example/", "",
    "/politics/story", "about:blank", "file:///politics/story", "https:///story", "https://[::1]/story",
    "https://jane:secret@news.example/", "//news.example/story", "https://news.example/story;1",
    "ftp://news.example/story", "http://news\u2100.example/", " https://news.example/story",
)  # fmt: skip
PIECES = (
    "/", "//", ".", "..", "a", "b;", "?", "#", "c=d", " ", "\n", "\t", "http://", "https://", "h.example", ":80",
    ":x", "[", "]", "é", "\u00a0", "%20", "&", "@", "HTTP://", "mailto:", "\\", "http:", "\x7f",
)  # fmt: skip


def joined(join, base, url):
    try:
        return join(base, url)
    except ValueError:
        return ValueError


@pytest.mark.parametrize("base", BASES)
def test_an_address_is_joined_as_the_standard_library_does(base):
    draw = random.Random(1)
    for _ in range(2_000):
        url = "".join(draw.choices(PIECES, k=draw.randint(0, 6)))
        assert joined(join_url, base, url) == joined(urljoin, base, url), (base, url)
