"""Parts of a page that name other people than the article's author: comments, credits, teasers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from lxml.html import HtmlElement

__all__ = ["within_comments", "within_teaser"]

# Comments, and the credits of pictures.
_COMMENTS = re.compile(
    r"comment|kommentar|respond|reply|replies|discussion|disqus|testimonial|review-list|licen[sc]e|copyright"
)
_TEASERS = re.compile(
    r"related|(?<!has-)(?<!with-)(?<!no-)(?<!double-)sidebar|teaser|recommend|recent|popular|latest|more-|"
    r"card|newsletter|(?<!article-)(?<!entry-)(?<!post-)footer|\bnav"
)
_ELSEWHERE = re.compile(f"{_COMMENTS.pattern}|{_TEASERS.pattern}")


def within_comments(element: HtmlElement, frame: AbstractSet[HtmlElement]) -> bool:
    """Whether the element lies in comments or in a picture's credits.

    The elements of `frame` hold the headline and are neither.
    """
    return _within(element, _COMMENTS, ("figure", "figcaption"), frame)


def within_teaser(element: HtmlElement, frame: AbstractSet[HtmlElement]) -> bool:
    """Whether the element lies in comments, in a picture's credits or in a teaser of another article."""
    return _within(element, _ELSEWHERE, ("aside", "footer", "nav", "figure", "figcaption"), frame)


def _within(
    element: HtmlElement, words: re.Pattern[str], tags: tuple[str, ...], frame: AbstractSet[HtmlElement]
) -> bool:
    for ancestor in element.iterancestors():
        tag = ancestor.tag
        if tag in ("body", "html", "main") or ancestor in frame:
            return False
        if tag == "a" and _is_teaser(ancestor, element):
            return True
        if (found := _signs(ancestor, words, tags)) and not (
            found == {"footer"} and _is_in_article(ancestor, frame)
        ):
            return True
    return False


def _signs(element: HtmlElement, words: re.Pattern[str], tags: tuple[str, ...]) -> set[str]:
    """Which of the tags and words an element has as its tag, class or id."""
    if element.tag in tags:
        return {element.tag}
    # All values cost no more than one by its name, and few elements have such a word in any.
    if not words.search("\n".join(element.values()).lower()):
        return set()
    return set(words.findall(f"{element.get('class', '')} {element.get('id', '')}".lower()))


def _is_teaser(link: HtmlElement, element: HtmlElement) -> bool:
    """Whether a link around an element has the headline of what it leads to beside it."""
    own = {element, *element.iterancestors()}
    return any(heading not in own for heading in link.iter("h2", "h3", "h4"))


def _is_in_article(footer: HtmlElement, frame: AbstractSet[HtmlElement]) -> bool:
    """Whether a footer is that of the article whose headline the frame holds."""
    return next(footer.iterancestors("article"), None) in frame
