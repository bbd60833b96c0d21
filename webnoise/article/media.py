"""Pictures, films and sounds: the large ones (paper 004, steps 7 to 9), and the images of an article."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from webnoise.article.captions import FARTHEST_FRAME, SMALL_SIDE, caption_blocks, caption_frame
from webnoise.article.region import ArticleRegion
from webnoise.features.advertising import AdSigns, declared_size, is_on_list
from webnoise.model import Block, Image, Media, PageBlocks
from webnoise.text.words import writable
from webnoise.urls.join import join_url

LARGE_AREA = 120_000
"""Pixels; large is what exceeds 300 x 400: paper 004, step 7, a mean over the sites it looked at."""

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
    """The pictures, films and sounds of a page: of the article that the kept blocks are, or of all of it."""

    def __init__(self, page: PageBlocks, kept: Sequence[Block] | None = None) -> None:
        self._page = page
        self._region = ArticleRegion(page, kept) if kept else None
        self._signs = AdSigns(page)
        # By element: pictures are asked for as images and as large media.
        self._frames: dict[int, int | None] = {}
        self._sources: dict[int, tuple[str, int | None, int | None]] = {}
        self._advertisements: dict[int, bool] = {}

    def large(self) -> list[Media]:
        """The large media that are no advertisements, in document order.

        Departs from the paper: a film or sound whose size no attribute gives is kept, for style sheets size
        players today; frames count when they come from a host of films.
        """
        found: dict[str, Media] = {}
        outline = self._page.outline
        for element in self._region.elements(_KINDS) if self._region else range(len(outline)):
            tag = outline.tags[element]
            kind = _KINDS.get(tag)
            if kind is None:
                continue
            source, width, height = self._source(element)
            if not _is_large(tag, width, height):
                continue
            url = _address(self._page, tag, source)
            if not url or (tag == "iframe" and not is_on_list(url, "video_hosts")):
                continue
            if url not in found and len(found) < _MOST and not self._is_advertisement(element):
                found[url] = Media(url, kind, width, height, self._caption(element))
        return list(found.values())

    def images(self, known: Sequence[Image] = ()) -> list[Image]:
        """The images of the article: those its metadata name, then those that stand in it."""
        found = {image.url: image for image in known}
        for image in islice(self._shown(), _MOST):
            earlier = found.get(image.url)
            found[image.url] = image if earlier is None else _completed(earlier, image)
        return list(found.values())

    def _shown(self) -> Iterator[Image]:
        """Where the text is not yet, among logos and icons, a picture is large or in a figure."""
        region = self._region
        if region is None:
            return
        for element in region.elements(["img"]):
            source, width, height = self._source(element)
            if min(width or SMALL_SIDE, height or SMALL_SIDE) < SMALL_SIDE:
                continue
            if width is None and source.partition("?")[0].endswith(
                ".svg"
            ):  # drawings without a size are icons
                continue
            is_told = region.is_in_text(element) or _is_large("img", width, height)
            if not (is_told or self._is_framed(element)):
                continue
            url = _address(self._page, "img", source)
            if url and not self._is_advertisement(element):
                yield Image(url, self._caption(element), width, height)

    def _is_framed(self, element: int) -> bool:
        tags = self._page.outline.tags
        return self._frame(element) is not None or any(
            tags[above] == "picture"
            for above in islice(self._page.outline.ancestors(element), FARTHEST_FRAME)
        )

    def _source(self, element: int) -> tuple[str, int | None, int | None]:
        if element not in self._sources:
            outline = self._page.outline
            self._sources[element] = _source(outline.tags[element], outline.attributes[element])
        return self._sources[element]

    def _is_advertisement(self, element: int) -> bool:
        if element not in self._advertisements:
            signs = self._signs
            by_itself = signs.by_host(element) or signs.by_size(element)
            self._advertisements[element] = bool(by_itself) or signs.is_marked(element)
        return self._advertisements[element]

    def _caption(self, element: int) -> str | None:
        """The caption in the picture's frame; the alternative text as a last resort."""
        frame = self._frame(element)
        if frame is not None:
            text = " ".join(block.text for block in caption_blocks(self._page, frame))
            if text and len(text) <= _LONGEST_CAPTION:
                return writable(text)
        attributes = self._page.outline.attributes[element]
        told = " ".join((attributes.get("alt") or attributes.get("title") or "").split())
        return writable(told) if 0 < len(told) <= _LONGEST_CAPTION else None

    def _frame(self, element: int) -> int | None:
        if element not in self._frames:
            self._frames[element] = caption_frame(self._page, element)
        return self._frames[element]


def _source(tag: str, attributes: Mapping[str, str]) -> tuple[str, int | None, int | None]:
    """The address as written, width and height."""
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
    """The address of the largest picture in a `srcset`, and its width where the set names widths."""
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
    """The addresses of a `srcset`, each with what stands behind it; a comma inside one belongs to it."""
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
    """The absolute address, empty where there is nothing to fetch."""
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
