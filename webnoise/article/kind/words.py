"""Words in addresses and class names that say what a page, or a part of it, is for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from webnoise.text.words import name_parts

__all__ = ["GROUPS", "groups_in", "name_words"]

# Class names are English on sites of every language; addresses often are not, so some words of other
# languages stand with them. No site is named.
_WORDS = {
    "story": """
        article articles artikel articulo articolo noticia noticias story stories news nachrichten
        actualite actualites notizie nyheter post posts blog blogs blogpost blogposting newsarticle
        entry opinion editorial column features 新闻 resources learn tips insights magazine detail
    """,
    "list": """
        archive archives archiv category categories cat tag tags tax taxonomy topic topics tema thema
        themen rubrik rubrique seccion section sections author authors autor auteur search suche buscar
        results listing listings list index home front frontpage latest all directory sitemap collection
        collections browse page seite grid events calendar jobs hub
    """,
    "shop": """
        product products producto produkt produit woocommerce shop store cart item items itm pdp plp
        price brand brands deals offers coupons catalog catalogue dp c p cp cat sku buy
    """,
    "talk": """
        forum forums foro community topic thread threads question questions discussion discussions
        comment comments message reply answer viewtopic showthread talk t r qa bbs discuss
    """,
    "docs": """
        docs doc documentation wiki mediawiki manual reference api tutorial tutorials guide guides help
        support developer developers library faq markdown rustdoc glossary
    """,
    "firm": """
        service services solutions solution pricing plans about contact kontakt impressum imprint
        privacy terms legal careers subscribe newsletter login signup register account locations
        departments programs portfolio team landing hero cta testimonials elementor donate advertise
    """,
}
GROUPS = tuple(_WORDS)
_GROUPS_OF: dict[str, tuple[str, ...]] = {}
for _group, _list in _WORDS.items():
    for _word in _list.split():
        _GROUPS_OF[_word] = (*_GROUPS_OF.get(_word, ()), _group)


@lru_cache(maxsize=4096)  # the pages of a site share their class names
def name_words(names: str) -> frozenset[str]:
    """The words of class names and ids, `articleBody post-text` taken apart, in lower case."""
    return frozenset(name_parts(names[:400]))


def groups_in(words: Iterable[str]) -> dict[str, int]:
    """How many of the words belong to each group."""
    counts = dict.fromkeys(GROUPS, 0)
    for word in words:
        for group in _GROUPS_OF.get(word, ()):
            counts[group] += 1
    return counts
