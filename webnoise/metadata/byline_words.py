"""The words around names in bylines: what introduces an author, what parts two, what is nobody's name."""

from __future__ import annotations

import re

__all__ = [
    "AGENCIES",
    "BARE_LEAD",
    "CHROME",
    "CUT",
    "DESK",
    "GENERIC",
    "LEAD",
    "LEAD_WORDS",
    "NAMELESS",
    "NOBODY",
    "OCCUPATIONS",
    "PARTICLES",
    "ROLE",
    "ROLE_TAIL",
    "SPLIT",
]

# What stands before a name. "By" and its like are never part of a name, so words may come before them;
# "von" and "di" are, so only words that are known to introduce an author may.
LEAD = re.compile(
    r"^(?:[\d.:,/|\s-]{6,}(?:Uhr\s+)?)?\W*(?:(?:(?:\w+[\s:]+){0,4}?|(?:posted|published|written|updated)\b[^|]{0,40}?\s)"
    r"(?:by|par|por|oleh|przez|bởi)\b(?!-)"
    r"|(?:(?:ein\w*|der|die|das|dieser)\s+)?(?:(?:erstellt|eingestellt|eingetragen|geschrieben|verfasst|"
    r"veröffentlicht|publiziert|gepostet|gespeichert|eingereicht|"
    r"aktualisiert|artikel|text|(?:blog[ -]?)?beitrag|gastbeitrag|rezept|kommentar|analyse|kolumne|"
    r"interview|essay|(?:zeige )?alle(?:s| beiträge| artikel)|"
    r"bericht|fotos?|reportage|"
    r"geplaatst|geschreven|skrevet|skriven|scritto|pubblicato|articolo|a cura|napsal|autor|autorin|"
    r"rezension)\s+)?"
    r"(?:von|vom|door|av|af|od|di|da|от|из|από|του)\b(?=\s*:?\s*[^\W\d_])"
    r"|(?:about the |the |über d(?:en|ie) |der |die )?(?:authors?|autor(?:e|a|es|en|[/:*_]?in(?:nen)?|"
    r"ka|zy)?|"
    r"auteur(?:e|s)?|автор(?:ы|а)?|"
    r"συντάκτης|текст|"
    r"(?:texte?|words|testo)\s*(?:&|\+|und|and|et|e)\s*(?:fotos?|bild(?:er)?|photos?|pictures)|"
    r"texte?|tekst|words|skribent|forfatter|journalist|författare|kirjoittaja|tekijä|"
    r"redactie|redacción|redaktion|redaktor|"
    r"редактор|责任编辑|责编|编辑|作者|記者|记者|文|撰文|기자|penulis|editor|yazar|yazan|written|writer|publisher|contributor|"
    r"interview|reporter|contributors|כתב|מאת|بقلم|كتب|الكاتب|كتبت|by)\s*[:：|/](?!/))\s*[:：]?\s*",
    re.IGNORECASE,
)
# What the first piece of such a line has among its first words, unless it has the sign behind a label.
LEAD_WORDS = set("by par por oleh przez bởi von vom door av af od di da от из από του".split())
# A plain "Author" before a capital letter: "Author Jane Doe".
BARE_LEAD = re.compile(
    r"^(?:Authors?|Autor(?:in)?|Auteur|Posted|Written|Автор|"
    r"Contributor)\s+(?=[A-ZÀ-ÞА-Я]\w+\s+[A-ZÀ-ÞА-Я])"
)
CHROME = re.compile(
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
CUT = re.compile(
    r"\s+[|•·●–—»›/]\s*|\s*[|•·●›»—]\s+|\s+-\s+|\n|\t|\s#|\s(?=\d)"
    r"|\b(?:updated?|published|posted|modified|last|aktualisiert|veröffentlicht|publiziert|publié|"
    r"mis à jour|actualizado|publicado"
    r"|aggiornato|pubblicato|(?:reviewed|edited|photographs?|photos?|illustrat\w+|translated|"
    r"fact.?checked) by|(?:illustration|fotos?|bilder) von|uhr|medically reviewed|"
    r"(?:min|minute)s? read|comments?|kommentare?)\b|\b(?:19|20)\d\d\b|(?<!\d)\d{1,2}[./:]\d",
    re.IGNORECASE,
)
SPLIT = re.compile(
    r"\s*[,;&+、，；]\s*(?:and|und|et|y)?\s*|\s*/\s*|\s+(?:and|und|et|og|och|ja|ve|dan|и|та|και|with|"
    r"im Gespräch mit|mit|"
    r"avec)\s+"
    r"|\s+(?:y|e|i|a|con|en|و)\s+(?=[^\W\d_])(?![a-zà-ÿ])|\s+(?:AND|UND|And)\s+"
)
ROLE_WORD = (
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
ROLE = re.compile(rf"\b{ROLE_WORD}s?\b", re.IGNORECASE)
# A role written behind the name without a comma: "Jane Doe Senior Editor at The Paper".
ROLE_TAIL = re.compile(
    rf"^(\S+\s+\S+(?:\s+\S+)??)\s+(?:(?:senior|former|chief|deputy|associate|assistant|managing|"
    rf"contributing|guest|freelance|executive|"
    rf"foreign|political|special|digital|sports?|news|lead|head|licensed|certified|marketing|content|"
    rf"product|team)\s+){{0,2}}{ROLE_WORD}s?\b.*$",
    re.IGNORECASE,
)
# Written before the name: "Rechtsanwältin Erika Muster".
OCCUPATIONS = set(
    "rechtsanwalt rechtsanwältin redakteur redakteurin chefredakteur chefredakteurin reporter reporterin "
    "korrespondent korrespondentin journalist journalistin gastautor gastautorin correspondent columnist "
    "contributor editor attorney journaliste correspondant correspondante avocat avocate periodista abogado "
    "abogada giornalista avvocato".split()
)
AGENCIES = {
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
GENERIC = re.compile(
    r"^(?:\w*admin\w*|administrator|webmaster|root|user|authors?|autor|editor|none|null|undefined|n/?a|"
    r"unknown|anonymous|no author|guest|super ?user|"
    r"wordpress|test|by|von|name|default|text|written|posted|source|publisher|the author|video|photos?|"
    r"fotos?|image|agencias?|stand)$",
    re.IGNORECASE,
)
PARTICLES = {
    "von", "van", "der", "den", "de", "la", "le", "da", "dos", "das", "do", "di", "del", "della", "du",
    "des", "ten", "ter", "zu", "zur", "vom",
    "bin", "bint", "ibn", "al", "el", "y", "e", "v.", "d.", "af", "av", "e.", "o", "st.", "und", "mc", "san",
}  # fmt: skip
# Organisations and page furniture that have the shape of a name.
NOBODY = re.compile(
    r"\b(?:e\.?\s?V\.?|GmbH|Inc|LLC|Ltd|AG|SE|Verlag|Redaktion|Redakteure?|Team|Staff|Online|"
    r"Magazin(?:e)?|News|Media|Institut\w*|Universit\w*|"
    r"Stiftung|Verband|Bund|Association|Foundation|Commons|Agentur|Agency|Press|Presse|Editorial|"
    r"Newsroom|Desk|Company|Group|"
    r"Blog|Archiv\w*|Edition|Autorenseite|Studio|Service|Support|Center|Centre|Department|Ministerium|"
    r"Amt|Zeitung|Times|Post|Journal|Redazione|Redacción|Telegram|Gazette|Herald|Tribune|Login|Wiki)\b"
)
DESK = re.compile(r"\b(?:Team|Staff|Redaktion|Redakteure|Editorial|Newsroom|Desk|Redazione|Redacción)\b")
NAMELESS = set(
    "by von vom par por door av af od di da author authors autor autorin auteur posted written contributor "
    "redaktion editor reporter writer staff guest view see read show find check more all other mehr alle "
    "follow contact email kontakt folgen seguir suivre facebook twitter linkedin instagram profile bio "
    "website "
    "subscribe shares share says sagt schreibt dit dice wrote meint updated update published modified last "
    "publicado actualizado publié comments comment photo photos foto fotos super the user and und et og och "
    "on am um vor le el il em op den at in for from mon tue wed thu fri sat sun mo di mi do fr sa so "
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag "
    "samstag sonntag journalist interview reporter publisher text texte words penulis".split()
)
