"""From a byline as pages write it to the names in it."""

from __future__ import annotations

import html
import re

from webnoise.article.metadata.months import MONTHS

__all__ = [
    "clean_authors",
    "has_lead",
    "is_agency",
    "is_generic",
    "is_login",
    "is_nobody",
    "is_person_like",
    "may_lead",
]

# What stands before a name. "By" and its like are never part of a name, so words may come before them;
# "von" and "di" are, so only words that are known to introduce an author may.
_LEAD = re.compile(
    r"^\W*(?:(?:(?:\w+[\s:]+){0,4}?|(?:posted|published|written|updated)\b[^|]{0,40}?\s)"
    r"(?:by|par|por|oleh|przez|bởi)\b"
    r"|(?:(?:ein\w*|der|die|das|dieser)\s+)?(?:(?:erstellt|eingestellt|eingetragen|geschrieben|verfasst|"
    r"veröffentlicht|publiziert|gepostet|"
    r"aktualisiert|artikel|text|beitrag|gastbeitrag|rezept|kommentar|analyse|kolumne|interview|essay|"
    r"bericht|fotos?|reportage|"
    r"geplaatst|geschreven|skrevet|skriven|scritto|pubblicato|articolo|a cura|napsal|autor|autorin|"
    r"rezension)\s+)?"
    r"(?:von|vom|door|av|af|od|di|da|от|из|από|του)\b(?=\s*:?\s*[^\W\d_])"
    r"|(?:about the |the |über d(?:en|ie) |der |die )?(?:authors?|autor(?:e|a|es|in|en|innen|ka|zy)?|"
    r"auteur(?:e|s)?|автор(?:ы|а)?|"
    r"συντάκτης|текст|texte?|tekst|words|skribent|forfatter|journalist|författare|kirjoittaja|tekijä|"
    r"redactie|redacción|redaktion|redaktor|"
    r"редактор|责任编辑|责编|编辑|作者|記者|记者|文|撰文|기자|penulis|editor|yazar|yazan|written|writer|publisher|contributor|"
    r"interview|reporter|contributors|כתב|מאת|بقلم|كتب|الكاتب|كتبت|by)\s*[:：|/](?!/))\s*[:：]?\s*",
    re.IGNORECASE,
)
# What the first piece of such a line has among its first words, or a sign behind a label.
_LEAD_WORDS = set("by par por oleh przez bởi von vom door av af od di da от из από του".split())
_LABEL_SIGN = re.compile(r"[:：|/]")
_FIRST_WORDS = 60
# A plain "Author" before a capital letter: "Author Jane Doe".
_BARE_LEAD = re.compile(
    r"^(?:Authors?|Autor(?:in)?|Auteur|Posted|Written|Автор|Redaktion|"
    r"Contributor)\s+(?=[A-ZÀ-ÞА-Я]\w+\s+[A-ZÀ-ÞА-Я])"
)
_CHROME = re.compile(
    r"\b(?:view|see|read|show|find|check)\s+(?:all|full|more|the|other|author|articles?|posts?|stories|"
    r"profile|bio|my|complete)\b.*$"
    r"|\b(?:more|all|other|mehr|alle|alles|weitere)\s+(?:articles?|posts?|stories|by|from|about|of|von|"
    r"vom|über|beiträge|artikel)\b.*$"
    r"|\b(?:follow|contact|email|e-mail|kontakt|folgen|seguir|suivre)(?:\s|$).*$"
    r"|\b(?:facebook|twitter|whatsapp|linkedin|flipboard|instagram|pinterest|teilen|drucken|merken)\b.*$"
    r"|\b(?:profile|bio|author archive|website|opens in new|subscribe|zum profil|ver perfil|"
    r"voir le profil|afficher mon|shares?)\b.*$"
    r"|\s(?:says?|sagt|schreibt|dit|dice|wrote|meint)\s*:?\s*$",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"\s+[|•·●–—»›/]\s*|\s*[|•·●›»—]\s+|\s+-\s+|\n|\t|\s#|\s(?=\d)"
    r"|\b(?:updated?|published|posted|modified|last|aktualisiert|veröffentlicht|publiziert|publié|"
    r"mis à jour|actualizado|publicado"
    r"|aggiornato|pubblicato|(?:reviewed|edited|photographs?|photos?|illustrat\w+|translated|"
    r"fact.?checked) by|medically reviewed|"
    r"(?:min|minute)s? read|comments?|kommentare?)\b|\b(?:19|20)\d\d\b|(?<!\d)\d{1,2}[./:]\d",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"[\s,]*\b\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?([^\W\d_]{3,})\b\.?|"
    r"[\s,]*\b([^\W\d_]{3,})\.?\s+\d{1,2}(?!\d)"
)
_LEFTOVER = re.compile(
    r"(?:^|[\s,]+)(?:on|am|um|vom|vor|le|el|il|em|op|den|at|in|for|für|pour|para|from|hace|fa|há|"
    r"Mo|Di|Mi|Do|Fr|Sa|So|Mon|Tue|Wed|Thu|Fri|Sat|Sun|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|"
    r"Sonntag)[.,\s]*$"
)
_AROUND = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|https?://\S+|www\.\S+|\S+@\S+\.\w+|(?:^|\s)@\w+|[©*“”\"]"
)
_SPLIT = re.compile(
    r"\s*[,;&+、，；]\s*(?:and|und|et|y)?\s*|\s*/\s*|\s+(?:and|und|et|og|och|ja|ve|dan|и|та|και|with|mit|"
    r"avec)\s+"
    r"|\s+(?:y|e|i|a|con|en|و)\s+(?=[^\W\d_])(?![a-zà-ÿ])|\s+(?:AND|UND|And)\s+"
)
_ROLE_WORD = (
    r"(?:editor|reporter|correspondent|writer|journalist|contributor|columnist|producer|critic|blogger|"
    r"author|analyst|director|"
    r"manager|photographer|redakteur(?:in)?|korrespondent(?:in)?|volont[äa]r(?:in)?|journaliste|"
    r"rédact\w+|correspondant\w*|redactor\w*|"
    r"periodista|giornalista|redattore|professor|ceo|cto|co-?founder|founder|president|specialist|expert|"
    r"consultant|intern|"
    r"trainee|fellow|researcher|strategist|engineer|dietitian|editor-in-chief|reviewer|staff|coach|"
    r"attorney|lawyer|owner|partner|"
    r"expertin|experte|chefredakteur(?:in)?|autor(?:in)?|coordinator|officer|designer|developer|"
    r"instructor|advisor)"
)
_ROLE = re.compile(rf"\b{_ROLE_WORD}s?\b", re.IGNORECASE)
# A role written behind the name without a comma: "Jane Doe Senior Editor at The Paper".
_ROLE_TAIL = re.compile(
    rf"^(\S+\s+\S+(?:\s+\S+)??)\s+(?:(?:senior|former|chief|deputy|associate|assistant|managing|"
    rf"contributing|guest|freelance|executive|"
    rf"foreign|political|special|digital|sports?|news|lead|head|licensed|certified|marketing|content|"
    rf"product|team)\s+){{0,2}}{_ROLE_WORD}s?\b.*$",
    re.IGNORECASE,
)
_CREDENTIAL = re.compile(
    r"^(?:[A-Z][A-Za-z]?\.?){1,5}[A-Z]?\.?(?:-[A-Z]+)*$|^(?:Ph\.?\s?D|M\.?\s?D|M\.?Sc|B\.?Sc|M\.?A|B\.?A|"
    r"MBA|Jr|Sr|II|III|IV|Esq|Inc|LLC|Ltd|"
    r"GmbH|Co)\.?$"
)
_AGENCIES = {
    "ap", "afp", "dpa", "apa", "sda", "ats", "efe", "ansa", "upi", "pti", "ani", "ians", "ntb", "tt",
    "stt", "ritzau", "belga",
    "anp", "pap", "ctk", "čtk", "mti", "tass", "тасс", "interfax", "xinhua", "kyodo", "jiji", "yonhap",
    "bernama", "antara",
    "aap", "pa", "sid", "epd", "kna", "keystone", "lusa", "reuters", "the associated press",
    "associated press",
    "agence france presse", "agence france-presse", "deutsche presse-agentur", "press association",
    "pa media", "bloomberg",
    "the canadian press", "cna", "aa", "anadolu", "agencies", "agenturen", "agencias", "agencia efe",
    "afprelaxnews",
}  # fmt: skip
# An agency behind a name without a sign between them: "Jane Doe The Associated Press".
_AGENCY_TAIL = re.compile(
    r"(?<=\w\s)(?:(?:for )?the (?:associated|canadian) press|(?<!the\s)associated press)$", re.IGNORECASE
)
_GENERIC = re.compile(
    r"^(?:\w*admin\w*|administrator|webmaster|root|user|authors?|autor|editor|none|null|undefined|n/?a|"
    r"unknown|anonymous|guest|super ?user|"
    r"wordpress|test|by|von|name|default|text|written|posted|source|publisher|the author|video|photos?|"
    r"fotos?|image|agencias?)$",
    re.IGNORECASE,
)
_PARTICLES = {
    "von", "van", "der", "den", "de", "la", "le", "da", "dos", "das", "do", "di", "del", "della", "du",
    "des", "ten", "ter", "zu", "zur", "vom",
    "bin", "bint", "ibn", "al", "el", "y", "e", "v.", "d.", "af", "av", "e.", "o", "st.", "und", "mc", "san",
}  # fmt: skip
# Organisations and page furniture that have the shape of a name.
_NOBODY = re.compile(
    r"\b(?:e\.?\s?V\.?|GmbH|Inc|LLC|Ltd|AG|SE|Verlag|Redaktion|Redakteure?|Team|Staff|Online|"
    r"Magazin(?:e)?|News|Media|Institut\w*|Universit\w*|"
    r"Stiftung|Verband|Bund|Association|Foundation|Commons|Agentur|Agency|Press|Presse|Editorial|"
    r"Newsroom|Desk|Company|Group|"
    r"Blog|Archiv\w*|Edition|Autorenseite|Studio|Service|Support|Center|Centre|Department|Ministerium|"
    r"Amt|Zeitung|Times|Post|Journal|Redazione|Redacción|Telegram|Gazette|Herald|Tribune|Login|Wiki)\b"
)
# Two words as most names are; nothing need be cleaned off, unless one of them is none of a name's.
_PLAIN = re.compile(r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+ [A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?:-[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+)?$")
_NAMELESS = set(
    "by von vom par por door av af od di da author authors autor autorin auteur posted written contributor "
    "redaktion editor reporter writer staff guest view see read show find check more all other mehr alle "
    "follow contact email kontakt folgen seguir suivre facebook twitter linkedin instagram profile bio website "
    "subscribe shares share says sagt schreibt dit dice wrote meint updated update published modified last "
    "publicado actualizado publié comments comment photo photos foto fotos super the user and und et og och "
    "on am um vor le el il em op den at in for from mon tue wed thu fri sat sun mo di mi do fr sa so "
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag "
    "samstag sonntag journalist interview reporter publisher text texte words penulis".split()
)
# Longer than any list of co-authors; what is longer is an article.
_LONGEST_BYLINE = 1000
_LONGEST = 60
_MOST_WORDS = 7


def clean_authors(text: str, *, split: bool = True, visible: bool = False) -> list[str]:
    """The names in a byline, in order, each once; none when nothing in it can be a name.

    `split=False` keeps an organisation's name whole; `visible=True` also cuts off roles that stand behind
    a name without a comma, as in lines meant for readers.
    """
    if _PLAIN.match(text) and _NAMELESS.isdisjoint(text.lower().split()):
        return [text]
    text = text[:_LONGEST_BYLINE]
    text = _AROUND.sub(" ", html.unescape(text) if "&" in text else text)
    text = _CHROME.sub("", _without_lead(text))
    if split and "|" in text and (listed := _listed(text)):
        return listed
    text = next((piece for piece in _CUT.split(_without_date(text)) if _usable(piece)), "")
    names: list[str] = []
    for piece in _pieces(text) if split else [text]:
        name = _trimmed(_AGENCY_TAIL.sub("", piece.rstrip()))
        if visible and (match := _ROLE_TAIL.match(name)) and is_person_like(match[1]):
            name = match[1]
        if not _usable(name):
            continue
        if (
            names
            and not is_agency(name)
            and (_CREDENTIAL.match(name) or _ROLE.search(name) or name[:1].islower())
        ):
            continue
        if name.casefold() not in {other.casefold() for other in names}:
            names.append(name)
    return names


def _pieces(text: str) -> list[str]:
    """The text between signs and words that part names; a desk and its agency ("det/dpa") stay together."""
    if "/" in text and " / " not in text and any(map(is_agency, text.split("/"))):
        return [text]
    return _SPLIT.split(text)


def _without_date(text: str) -> str:
    """The text with a bar in place of a day and month: "Luke Kim December 17" is a name and a date."""
    return _DAY.sub(lambda match: " | " if (match[1] or match[2]).lower() in MONTHS else match[0], text)


def _without_lead(text: str) -> str:
    text = " ".join(text.split())
    for _ in range(3):
        shorter = _BARE_LEAD.sub("", _LEAD.sub("", text, count=1), count=1).strip()
        if shorter == text:
            break
        text = shorter
    return text


def may_lead(piece: str) -> bool:
    """Whether a piece of text may begin a line that `has_lead`: cheap, to be asked before one is made."""
    start = piece[:_FIRST_WORDS].lower()
    return not _LEAD_WORDS.isdisjoint(start.split()) or _LABEL_SIGN.search(start) is not None


def has_lead(text: str) -> bool:
    """Whether a line introduces an author: "By ...", "Von ...", "Author: ..."."""
    return bool(_LEAD.match(text))


def _listed(text: str) -> list[str]:
    """Names parted by bars, when nothing but names stands between them."""
    pieces = [piece.strip() for piece in text.split("|")]
    return pieces if all(is_person_like(piece) and _usable(piece) for piece in pieces) else []


def _trimmed(piece: str) -> str:
    name = _without_lead(piece)
    while match := _LEFTOVER.search(name):
        name = name[: match.start()]
    return name.strip(" \t-–—|:;,'„‚‘’«»•·/\\").removesuffix(" .")


def _usable(name: str) -> bool:
    name = name.strip(" .,:;|-–—")
    if not name or len(name) > _LONGEST or _GENERIC.match(name):
        return False
    letters = sum(map(str.isalpha, name))
    return (
        letters >= 2
        and letters * 2 > len(name)
        and len(name.split()) <= _MOST_WORDS
        and name.lower().strip(".") not in MONTHS
    )


def is_generic(name: str) -> bool:
    """Whether a name is a login or a word that stands for nobody: "admin", "Editor"."""
    return bool(_GENERIC.match(name.strip())) or "admin" in name.lower().split()


def is_login(name: str) -> bool:
    """Whether a name is written as accounts are: one word, in lower case or with a sign in it."""
    return " " not in name and (name[:1].islower() or any(sign in name for sign in "._0123456789"))


def is_agency(name: str) -> bool:
    return name.casefold().strip(" .") in _AGENCIES


def is_nobody(name: str) -> bool:
    """Whether a name is an organisation's or a piece of page furniture."""
    return _NOBODY.search(name) is not None


def is_person_like(name: str) -> bool:
    """The shape of a person's name: two to five words, capitals but for the particles, none a role.

    Scripts without capitals (Chinese, Arabic, Hindi) pass on the number of words alone.
    """
    words = name.split()
    if not any(char.islower() or char.isupper() for char in name):
        return len(words) <= 4 and 2 <= len(name) <= 30
    return (
        2 <= len(words) <= 5
        and not any(char.isdigit() for char in name)
        and all(word[:1].isupper() or word.lower() in _PARTICLES or "'" in word for word in words)
        and words[-1].lower().strip(".") not in _PARTICLES
        and not _ROLE.search(name)
        and not is_agency(name)
        and not _NOBODY.search(name)
    )
