"""From a byline as pages write it to the names in it."""

from __future__ import annotations

import html
import re

__all__ = ["clean_authors", "is_agency", "is_person_like"]

# What stands before a name, in the languages of the month table.
_LEAD = re.compile(
    r"^\W*(?:(?:(?:written|posted|published|reported|story|words|text|texte?|article|reviewed|edited|authored|created|review|"
    r"report|analysis|opinion|guest post|publié|écrit|scritto|escrito|publicado|geschrieben|verfasst|veröffentlicht|"
    r"ein (?:gast)?beitrag|ein artikel|eine analyse|ein kommentar|eine kolumne|ein interview|interview|kommentar|analyse|essay|"
    r"gastbeitrag|foto(?:s)?|opublikowane|napsal|skrevet|skriven|geplaatst|geschreven)\s*:?\s+)?"
    r"(?:by|von|vom|par|por|door|av|af|przez|od|di|da|de la|a cura di|oleh|bởi|yazan|od autora|tekijä|от|από|του|за авторством)\b"
    r"\s*(?:the author\b)?\s*:?"
    r"|(?:about the |the )?authors?|(?:der |die |über (?:den autor|die autorin)\W*)?autor(?:e|a|es|in|en|innen)?|auteur(?:e|s)?"
    r"|автор(?:ы|а)?|συντάκτης|текст|text|texte|tekst|words|skribent|forfatter|journalist|redaktør|författare|kirjoittaja"
    r"|redactie|redacción|редактор|责任编辑|责编|编辑|作者|記者|记者|文|撰文|来源|기자|penulis|editor|yazar|written|publisher|contributor"
    r"|כתב|מאת|بقلم|كتب|الكاتب|كتبت)\s*[:：|/]\s*|^\W*(?:by|von|par|por|door|av|af|oleh)\s+",
    re.IGNORECASE,
)
_CHROME = re.compile(
    r"\b(?:view|see|read|show|more|full|about|all|other|articles?|posts?|stories|follow|contact|email|e-mail|send|profile|bio(?:graphy)?|"
    r"author archive|website|subscribe|tweet)\s+(?:all|full|more|the|other|author|articles?|posts?|stories|profile|bio|by|from|this|"
    r"me|us|him|her|them|on|@|via|and|\s)+\b.*$"
    r"|\b(?:view profile|opens in new (?:tab|window)|more by|more from|follow on|profilseite|zum profil|ver perfil|voir le profil)\b.*$",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"\s+[|•·●–—»›]\s*|\s*[|•·●›»]\s+|\s+-\s+|\n|\t|\s(?:on|am|le|el|il|em|op|den|@)\s+(?=\d|\w+day\b|\w+tag\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\b)"
    r"|\b(?:updated?|published|posted|modified|last|aktualisiert|veröffentlicht|stand|publié|mis à jour|actualizado|publicado"
    r"|aggiornato|pubblicato|reviewed by|edited by|photographs? by|photos? by|illustrat\w+ by|fact.?checked|medically|read time|min read|comments?)\b"
    r"|\d{1,2}[./]\d{1,2}[./]|\b\d{4}-\d\d|\d{1,2}:\d\d|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_AROUND = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|https?://\S+|www\.\S+|\S+@\S+\.\w+|(?:^|\s)@\w+|©|\*")
_SPLIT = re.compile(
    r"\s*[,;/&+、，；]\s*(?:and|und|et|y)?\s*|\s+(?:and|und|et|y|e|og|och|i|ja|ve|dan|и|та|και|a|with|mit|avec|con|و)\s+(?=[^\W\d_])(?![a-zà-ÿ])"
    r"|\s+(?:AND|UND)\s+"
)
_ROLE = re.compile(
    r"\b(?:(?:senior|staff|chief|deputy|associate|assistant|managing|contributing|guest|freelance|executive|foreign|political|"
    r"special|digital|sports?|news|lead|junior|principal)\b.*)?(?:editor|reporter|correspondent|writer|journalist|contributor|columnist|"
    r"producer|critic|blogger|author|analyst|director|manager|photographer|redakteur(?:in)?|korrespondent(?:in)?|volontär(?:in)?|"
    r"journaliste|rédact\w+|correspondant\w*|redactor\w*|periodista|giornalista|redattore|professor|ceo|founder|co-founder|"
    r"president|specialist|expert|consultant|intern|trainee|fellow|researcher|strategist|engineer|dietitian|editor-in-chief)s?\b",
    re.IGNORECASE,
)
_CREDENTIAL = re.compile(
    r"^(?:[A-Z][A-Za-z]?\.?){1,4}[A-Z]?\.?$|^(?:Ph\.?\s?D|M\.?\s?D|M\.?Sc|B\.?Sc|M\.?A|B\.?A|MBA|Jr|Sr|II|III|IV|Esq|Inc|LLC|Ltd|GmbH|Co)\.?$"
)
_AGENCIES = {
    "ap", "afp", "dpa", "apa", "sda", "ats", "efe", "ansa", "upi", "pti", "ani", "ians", "ntb", "tt", "stt", "ritzau", "belga",
    "anp", "pap", "ctk", "čtk", "mti", "tass", "тасс", "interfax", "xinhua", "kyodo", "jiji", "yonhap", "bernama", "antara",
    "aap", "pa", "sid", "epd", "kna", "keystone", "lusa", "reuters", "the associated press", "associated press",
    "agence france presse", "agence france-presse", "deutsche presse-agentur", "press association", "pa media", "bloomberg",
    "the canadian press", "cna", "ians", "aa", "anadolu", "agencies", "agenturen", "agencias",
}  # fmt: skip
_GENERIC = {
    "admin", "administrator", "webmaster", "root", "user", "author", "autor", "editor", "none", "null", "undefined", "n/a", "unknown",
    "anonymous", "guest", "super user", "superuser", "wordpress", "test", "by", "von", "name", "wpadmin", "webadmin", "siteadmin",
}  # fmt: skip
_LONGEST = 60
_MOST_WORDS = 7


def clean_authors(text: str, *, split: bool = True) -> list[str]:
    """The names in a byline, in order, each once; none when nothing in it can be a name."""
    text = html.unescape(text) if "&" in text else text
    text = _AROUND.sub(" ", text)
    for _ in range(3):
        shorter = _LEAD.sub("", text, count=1).strip()
        if shorter == text:
            break
        text = shorter
    text = _CHROME.sub("", text)
    text = next((piece for piece in _CUT.split(text) if _usable(piece)), "")
    pieces = _SPLIT.split(text) if split else [text]
    names: list[str] = []
    for piece in pieces:
        name = _trimmed(piece)
        if not _usable(name):
            continue
        if names and (_CREDENTIAL.match(name) or _is_role(name)) and not is_agency(name):
            continue
        if name.casefold() not in {other.casefold() for other in names}:
            names.append(name)
    return names


def _trimmed(piece: str) -> str:
    name = _LEAD.sub("", " ".join(piece.split()), count=1)
    return name.strip(" \t-–—|:;,'\"“”„‚‘’«»•·/\\").removesuffix(" .")


def _usable(name: str) -> bool:
    name = name.strip(" .,:;|-–—")
    if not name or len(name) > _LONGEST or name.casefold() in _GENERIC:
        return False
    letters = sum(char.isalpha() for char in name)
    return letters >= 2 and letters * 2 > len(name) and len(name.split()) <= _MOST_WORDS


def _is_role(name: str) -> bool:
    return bool(_ROLE.search(name)) or name[:1].islower()


def is_agency(name: str) -> bool:
    return name.casefold().strip(" .") in _AGENCIES


def is_person_like(name: str) -> bool:
    """Two to four words, none a number, none a role: the shape of a person's name."""
    words = name.split()
    return 2 <= len(words) <= 4 and not any(char.isdigit() for char in name) and not _is_role(name) and not is_agency(name)
