"""The numbers by which pages are told apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from webnoise.article.kind.address import address_measures
from webnoise.article.kind.place import link_measures, place_measures
from webnoise.article.kind.text import BlockCounts, text_measures
from webnoise.model import PageBlocks

if TYPE_CHECKING:
    from webnoise.metadata import Metadata, Source

__all__ = ["page_measures"]

# Types of schema.org and Open Graph by the kind of page they speak for.
_TYPES = {
    "story": """Article NewsArticle BlogPosting ReportageNewsArticle AnalysisNewsArticle OpinionNewsArticle
        ReviewNewsArticle BackgroundNewsArticle Report ScholarlyArticle MedicalScholarlyArticle
        AdvertiserContentArticle LiveBlogPosting Recipe""",
    "talk": "DiscussionForumPosting QAPage Comment SocialMediaPosting",
    "shop": """Product Offer Brand ProductGroup AggregateOffer OfferShippingDetails MerchantReturnPolicy
        BuyAction AggregateRating SoftwareApplication og:product""",
    "list": "CollectionPage ItemList SearchResultsPage OfferCatalog og:product.group og:product:group",
    "firm": """LocalBusiness Service ProfessionalService OpeningHoursSpecification GeoCoordinates ContactPage
        AboutPage CollegeOrUniversity PostalAddress FAQPage""",
    "docs": "TechArticle APIReference HowTo og:book",
    "person": "Person",
    "open graph article": "og:article",
    "open graph website": "og:website",
}
_TYPE_SETS = {name: frozenset(types.split()) for name, types in _TYPES.items()}

# Who speaks to whom: firms of themselves to the reader, news of others. The commonest words for we, our and
# you, your in English, German, French, Spanish, Portuguese and Italian.
_WE = (" we ", " our ", " wir ", " unsere", " nous ", " notre ", " nuestr", " nosso", " nossa", " nostr")
_YOU = (" you ", " your ", " sie ", " ihre", " vous ", " votre ", " su ", " você ", " vostr")
_READ = 6000  # characters of text that suffice to hear who speaks


def page_measures(url: str, metadata: Metadata, page: PageBlocks, counts: BlockCounts) -> Mapping[str, float]:
    """All numbers of a page by name; those that a model names must be among them."""
    measures = dict(text_measures(counts))
    measures |= place_measures(page, counts)
    measures |= link_measures(counts, url)
    measures |= {f"address {name}": value for name, value in address_measures(url).items()}
    measures |= _metadata_measures(metadata)
    measures |= _voice(counts)
    return measures


def _metadata_measures(metadata: Metadata) -> dict[str, float]:
    types = set(metadata.kinds)
    title = metadata.title or ""
    measures = {f"type {name}": float(len(types & names)) for name, names in _TYPE_SETS.items()}
    dated_by, signed_by = metadata.sources.get("published"), metadata.sources.get("authors")
    measures |= {
        "types": len(types),
        "published": float(metadata.published is not None),
        "published by data": float(dated_by is not None and _is_in_data(dated_by)),
        "published in sight": float(dated_by is not None and dated_by.is_near_headline),
        "published as change": float(dated_by is not None and dated_by.as_change),
        "modified": float(metadata.modified is not None),
        "authors": min(len(metadata.authors), 4),
        "authors by data": float(signed_by is not None and signed_by.is_linked_data),
        "authors in sight": float(signed_by is not None and signed_by.is_near_headline),
        "section": float(metadata.section is not None),
        "tags": min(len(metadata.tags), 10),
        "description": len(metadata.description or ""),
        "title length": len(title),
        "title words": len(title.split()),
    }
    return measures


def _is_in_data(source: Source) -> bool:
    """Whether JSON-LD of the article or an Open Graph element tells the date."""
    if source.kind == "json-ld":
        return source.name.startswith("date")
    return source.kind == "meta" and "published_time" in source.name


def _voice(counts: BlockCounts) -> dict[str, float]:
    text = " ".join(counts.long_texts)[:_READ].lower()
    thousands = len(text) / 1000 + 0.2
    return {"we": sum(map(text.count, _WE)) / thousands, "you": sum(map(text.count, _YOU)) / thousands}
