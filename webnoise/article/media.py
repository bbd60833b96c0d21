"""Images, videos and sounds: the large ones of a page (paper 004, steps 7 to 9), and those of an article."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from webnoise.article.captions import FARTHEST_BOX, SMALL_SIDE, CaptionBoxes
from webnoise.article.region import ArticleRegion
from webnoise.features.advertising import AdDetector, declared_size, is_on_list
from webnoise.model import Block, Image, Media, PageBlocks
from webnoise.text.words import strip_controls
from webnoise.urls.join import join_url

LARGE_AREA = 120_000
"""Pixels; what exceeds 300 x 400 is large: paper 004, step 7, a mean over the sites it studied."""

_KINDS = {
    "img": "image", "video": "video", "audio": "audio", "embed": "embed", "object": "object",
    "canvas": "canvas", "svg": "svg", "iframe": "video",
}  # fmt: skip
_PLAYERS = frozenset({"video", "audio", "iframe"})
_SIZE, _UNITS = re.compile(r"\d{1,5}(?:\.\d{1,4})?"), ("w", "x")
_LONGEST_CAPTION = 1_000  # characters; what is longer is a text beside pictures
_MOST = 1_000  # pictures of an article, or players
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-url", "src")


class PageMedia:
    """The images, videos and sounds of a page, or of the article that its kept blocks make up."""

    def __init__(self, page: PageBlocks, kept: Sequence[Block] | None = None) -> None:
        self._page, self._outline = page, page.outline
        self._region = ArticleRegion(page, kept) if kept else None
        self._boxes = CaptionBoxes(page)
        self._ads = AdDetector(page)
        self._is_ad: dict[int, bool] = {}  # by element; pictures are images and large media

    def large(self) -> list[Media]:
        """Return the large media that are no advertisements, in document order.

        Departs from the paper: a video or sound whose size no attribute gives is kept, because style sheets
        size players today; an iframe counts if it comes from a video host.
        """
        found: dict[str, Media] = {}
        elements = self._region.elements(*_KINDS) if self._region else self._outline.tagged(*_KINDS)
        for element in elements:
            tag = self._outline.tags[element]
            source, width, height = _source(tag, self._outline.attributes[element])
            if not _is_large(tag, width, height):
                continue
            url = _address(self._page, tag, source)
            if not url or (tag == "iframe" and not is_on_list(url, "video_hosts")):
                continue
            if url not in found and len(found) < _MOST and not self._is_advertisement(element):
                found[url] = Media(url, _KINDS[tag], width, height, self._caption(element))
        return list(found.values())

    def images(self, known: Sequence[Image] = ()) -> list[Image]:
        """Return the images of the article: those that its metadata name, then those on the page."""
        found = {image.url: image for image in known}
        for image in islice(self._shown(), _MOST):
            earlier = found.get(image.url)
            found[image.url] = image if earlier is None else _completed(earlier, image)
        return list(found.values())

    def _shown(self) -> Iterator[Image]:
        """Above the text, among logos and icons, an image of the article is large or in a figure."""
        region = self._region
        if region is None:
            return
        for element in region.elements("img"):
            source, width, height = _source("img", self._outline.attributes[element])
            if min(width or SMALL_SIDE, height or SMALL_SIDE) < SMALL_SIDE:
                continue
            if width is None and source.partition("?")[0].endswith(".svg"):  # an icon
                continue
            stands_out = region.is_in_text(element) or _is_large("img", width, height)
            if not (stands_out or self._is_boxed(element)):
                continue
            url = _address(self._page, "img", source)
            if url and not self._is_advertisement(element):
                yield Image(url, self._caption(element), width, height)

    def _is_boxed(self, element: int) -> bool:
        tags = self._outline.tags
        around = islice(self._outline.ancestors(element), FARTHEST_BOX)
        return self._boxes.around(element) is not None or any(tags[outer] == "picture" for outer in around)

    def _is_advertisement(self, element: int) -> bool:
        if element not in self._is_ad:
            ads = self._ads
            self._is_ad[element] = bool(ads.by_host(element) or ads.by_size(element)) or ads.is_marked(
                element
            )
        return self._is_ad[element]

    def _caption(self, element: int) -> str | None:
        """Return the text in the picture's caption box, or its alternative text."""
        box = self._boxes.around(element)
        if box is not None:
            text = " ".join(block.text for block in self._boxes.captions(box))
            if text and len(text) <= _LONGEST_CAPTION:
                return strip_controls(text)
        attributes = self._outline.attributes[element]
        text = " ".join((attributes.get("alt") or attributes.get("title") or "").split())
        return strip_controls(text) if 0 < len(text) <= _LONGEST_CAPTION else None


def _source(tag: str, attributes: Mapping[str, str]) -> tuple[str, int | None, int | None]:
    """Return the address as written, width and height."""
    width, height = declared_size(attributes)
    url = attributes.get("data", "") if tag == "object" else ""
    srcset = attributes.get("srcset") or attributes.get("data-srcset")
    if tag == "img" and srcset:
        url, source_width = _largest_source(srcset)
        if source_width and width and height:  # the attributes give the shape, the set the size
            height = round(height * source_width / width)
        width = source_width or width
    if not url or url.startswith("data:"):
        url = next((attributes[name] for name in _LAZY if attributes.get(name)), "")
    return url.strip(), width, height


def _largest_source(srcset: str) -> tuple[str, int | None]:
    """Return the address of the largest picture in a `srcset`, and its width if the set names widths."""
    best, best_measure, best_width = "", -1.0, None
    for url, descriptor in _sources(srcset):
        number, unit = descriptor[:-1], descriptor[-1:]
        if unit not in _UNITS or not ((len(number) <= 5 and number.isdecimal()) or _SIZE.fullmatch(number)):
            number, unit = "1", ""
        value = float(number)
        if value > best_measure:
            best, best_measure = url, value
            best_width = int(value) if unit == "w" else None
    return best, best_width


def _sources(srcset: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses of a `srcset` with their descriptors; a comma inside an address belongs to it."""
    url = ""
    for word in srcset.split():
        rest = word
        if url:
            descriptor, _, rest = word.partition(",")
            yield url, descriptor
            url = ""
        if ended := rest.rstrip(","):
            if ended == rest:
                url = rest.lstrip(",")
            else:
                yield ended.lstrip(","), ""
    if url:
        yield url, ""


def _address(page: PageBlocks, tag: str, source: str) -> str:
    """Return the absolute address, empty if there is nothing to fetch."""
    if tag in {"canvas", "svg"}:  # drawn by the page itself
        return page.url
    if not source or source.startswith(("data:", "about:", "blob:", "javascript:")):
        return ""
    try:
        return join_url(page.base_url, source)
    except ValueError:  # an address that cannot be one
        return ""


def _is_large(tag: str, width: int | None, height: int | None) -> bool:
    if width is None or height is None:
        return tag in _PLAYERS and (width or height) is None
    return width * height > LARGE_AREA


def _completed(image: Image, other: Image) -> Image:
    return dataclasses.replace(
        image,
        caption=image.caption or other.caption,
        width=image.width or other.width,
        height=image.height or other.height,
    )
