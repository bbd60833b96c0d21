"""Whether a page is behind a paywall, and whether it is a wall instead of the page that was asked for."""

from __future__ import annotations

import re
from typing import Any

from webnoise.metadata.collected import Sources
from webnoise.metadata.jsonld import Node

__all__ = ["find_paywall", "find_wall"]

_TIERS = {
    "locked": True, "paid": True, "premium": True, "metered": True, "subscriber": True,
    "subscribers": True, "plus": True,
    "registered": True, "free": False, "open": False, "public": False,
}  # fmt: skip
_TIER_NAMES = (
    "article:content_tier", "og:article:content_tier", "content_tier", "article:tier",
    "cxenseparse:access", "access",
    "paywall", "is_paywalled", "premium", "ispremium", "article:paywall", "content-access", "has-paywall",
)  # fmt: skip
# In lower case, as is what they are sought in: without the flag a search skips to letters that can begin one.
_WALLS = (
    (
        "consent",
        re.compile(
            r"before you continue|your privacy choices|privacy (?:gate|consent|wall)|"
            r"cookie(?:s)? (?:consent|wall|settings|zustimmung)|"
            r"we value your privacy|consent|einwilligung|zustimmung|consentement|consentimiento|"
            r"mit werbung weiterlesen|"
            r"bevor sie (?:fortfahren|weitergehen)|avant de continuer|antes de continuar"
        ),
    ),
    (
        "challenge",
        re.compile(
            r"^just a moment|attention required|are you (?:a )?(?:robot|human)|verify (?:that )?you are|"
            r"security check|"
            r"checking your browser|captcha|ddos|bot (?:check|verification)|please wait\b|"
            r"pardon our interruption|human verification"
        ),
    ),
    (
        "denied",
        re.compile(
            r"^(?:error )?(?:40[13]|451|429|50[0234])\b|access (?:to this page has been )?denied|"
            r"^forbidden|unavailable for legal reasons|"
            r"^(?:request|access) blocked|not available in your (?:region|country)|service unavailable|"
            r"too many requests"
        ),
    ),
    (
        "login",
        re.compile(r"^(?:log ?in|sign ?in|anmelden|einloggen|connexion|iniciar sesión|accedi)\b"),
    ),
)
# A wall says a few sentences; an article about consent, captchas or logins says many.
_WALL_WORDS = 400


def find_paywall(sources: Sources) -> tuple[bool | None, str]:
    """Whether the page says that its text is not free, and what says so; None where nothing does."""
    for label, node in (
        ("json-ld isAccessibleForFree", sources.article),
        ("json-ld page isAccessibleForFree", sources.page),
    ):
        free = _is_free(node)
        if free is not None:
            return not free, f"{label} {str(free).lower()}"
    for name in filter(sources.metas.__contains__, _TIER_NAMES):
        value = sources.metas[name][0].lower()
        if value in _TIERS:
            return _TIERS[value], f"{name} {value}"
        if value in ("true", "false", "yes", "no") and name not in ("access", "content-access"):
            return value in ("true", "yes"), f"{name} {value}"
    return None, ""


def _is_free(node: Node) -> bool | None:
    values: list[Any] = [node.get("isAccessibleForFree")]
    parts = node.get("hasPart")
    listed = parts if isinstance(parts, list) else [parts]
    values.extend(part.get("isAccessibleForFree") for part in listed if isinstance(part, dict))
    read = [_boolean(value) for value in values]
    if False in read:
        return False
    return True if read[0] else None


def _boolean(value: Any) -> bool | None:
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, str):
        return {"true": True, "false": False, "yes": True, "no": False}.get(
            value.strip().lower().rpartition("/")[2]
        )
    return value if isinstance(value, bool) else None


def find_wall(sources: Sources, title: str | None) -> str | None:
    """The kind of wall (consent, challenge, denied, login) that stands where the page should be, or None.

    Only a page whose title speaks of one, without an article's markup and with little text, is a wall.
    """
    if sources.article or not (title or sources.title):
        return None
    named = f"{sources.title or ''}\n{title or ''}".lower()
    for kind, pattern in _WALLS:
        if any(pattern.search(line) for line in named.split("\n")):
            return kind if _few_words(sources) else None
    return None


def _few_words(sources: Sources) -> bool:
    words = 0
    for element in sources.root.iter("p", "li", "div", "span", "td"):
        words += len((element.text or "").split())
        if words > _WALL_WORDS:
            return False
    return True
