"""Pages of before UTF-8, declared rightly, wrongly and not at all."""

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy.http import HtmlResponse
from webencodings.labels import LABELS

import webnoise
from webnoise.page.encoding import decode, known_codec

JAPANESE = (
    "市議会は三日、老朽化した港の橋を架け替える計画を賛成多数で可決した。",
    "工事は来年の春に始まり、完成までに二年ほどかかる見通しだという。市民からは期待と不安の声が上がっている。",
    "漁協の組合長は「船の出入りを止めない工法を選んでほしい」と話し、市長は丁寧に説明していくと答えた。",
)
RUSSIAN = (
    "Городской совет в среду утвердил план замены старого моста через гавань.",
    "Работы начнутся следующей весной и продлятся около двух лет, сообщили в мэрии. Жители встретили новость по-разному.",
    "Глава рыболовецкой артели попросил не закрывать проход для судов, и мэр обещал учесть эту просьбу.",
)
CHINESE = (
    "市议会星期三通过了更换港口旧桥的计划，赞成票占多数。",
    "工程将于明年春天开始，预计需要两年左右的时间。市民对此既有期待，也有担心。",
    "渔业合作社的负责人希望施工期间不要停止船只进出，市长表示会认真考虑这个意见。",
)
ARABIC = (
    "وافق مجلس المدينة يوم الأربعاء على خطة استبدال الجسر القديم في الميناء.",
    "ستبدأ الأعمال في الربيع المقبل وتستمر نحو عامين، وفق ما أعلنته البلدية. وقد استقبل السكان الخبر بآراء مختلفة.",
    "وطلب رئيس جمعية الصيادين عدم إغلاق الممر أمام السفن، ووعد رئيس البلدية بدراسة هذا الطلب.",
)
PAGES = {
    "shift_jis": ("ja", JAPANESE),
    "euc-jp": ("ja", JAPANESE),
    "windows-1251": ("ru", RUSSIAN),
    "gb18030": ("zh", CHINESE),
    "windows-1256": ("ar", ARABIC),
}
URL = "https://post.example/news/2026/the-harbour-bridge-is-replaced"


def body(encoding, meta="", html="<html>"):
    paragraphs = "".join(f"<p>{paragraph}</p>" for paragraph in PAGES[encoding][1][1:])
    return (
        f"<!doctype html>{html}<head>{meta}<title>{PAGES[encoding][1][0]}</title></head><body>"
        f"<nav><a href='/'>Home</a></nav><article>{paragraphs}</article></body></html>"
    ).encode(encoding)


@pytest.mark.parametrize("encoding", PAGES)
@pytest.mark.parametrize(
    ("header", "meta"),
    [
        ("{}", ""),
        ("", "<meta charset='{}'>"),
        ("", "<meta http-equiv='Content-Type' content='text/html; charset={}'>"),
        ("", ""),
        ("utf-8", ""),
        ("", "<meta charset='utf-8'>"),
        ("iso-8859-1", ""),
        ("", "<meta charset='iso-8859-1'>"),
        ("iso-8859-1", "<meta charset='{}'>"),
        ("utf-8", "<meta charset='{}'>"),
        ("{}", "<meta charset='utf-8'>"),
        ("base64", "<meta charset='undefined'>"),
        ("utf-16", ""),
        ("iso-2022-kr", ""),
    ],
)
def test_text_is_right_however_the_page_is_declared(encoding, header, meta):
    language, paragraphs = PAGES[encoding]
    page = webnoise.Page(
        URL,
        body(encoding, meta.format(encoding)),
        content_type=f"text/html; charset={header.format(encoding)}" if header else "text/html",
    )
    response = HtmlResponse(URL, body=page.html, headers={"Content-Type": page.content_type})
    article = webnoise.extract(response)
    assert (article.title, article.text) == (paragraphs[0], "\n\n".join(paragraphs[1:]))
    assert article.language == language


@pytest.mark.parametrize("encoding", PAGES)
def test_language_of_the_page_helps_where_the_text_is_short(encoding):
    language, paragraphs = PAGES[encoding]
    short = f"<html lang={language}><p>{paragraphs[0][:12]}".encode(encoding)
    assert paragraphs[0][:12] in decode(short)[1]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Le maire a été réélu hier à Orléans, où les électeurs étaient nombreux malgré la grève.", "cp1252"),
        (
            "El alcalde señaló que la próxima reunión será mañana, según informó la compañía eléctrica.",
            "cp1252",
        ),
        ("“We won’t close the harbour,” the mayor said — and the fishermen went home.", "cp1252"),
        ("Rada miasta przyjęła w środę plan wymiany starego mostu, który łączy obie części portu.", "cp1250"),
        (
            "Rada miasta przyjęła w środę plan wymiany starego mostu, który łączy obie części portu.",
            "iso8859-2",
        ),
        (
            "Belediye meclisi, limandaki eski köprünün değiştirilmesi için hazırlanan planı kabul etti.",
            "cp1254",
        ),
    ],
)
def test_undeclared_latin_script_is_told_by_its_language(text, encoding):
    assert text in decode(f"<title>x</title><p>{text}".encode(encoding))[1]


def test_page_in_utf8_is_read_as_such_whatever_it_declares():
    for told in ("iso-8859-1", "shift_jis", "windows-1251"):
        assert "Größe" in decode(f"<meta charset={told}><p>Größe".encode(), f"text/html; charset={told}")[1]


def test_declared_utf8_with_a_broken_character_stays_utf8():
    damaged = "<p>Größe, Länge, Höhe und Übermaß".encode() + b" caf\xe9 </p>"
    assert "Übermaß caf\ufffd" in decode(damaged, "text/html; charset=utf-8")[1]


def test_japanese_in_escape_sequences_is_read_where_it_is_declared():
    escaped = f"<meta charset=iso-2022-jp><p>{JAPANESE[0]}".encode("iso2022_jp")
    assert JAPANESE[0] in decode(escaped)[1]


def test_encoding_that_the_caller_names_is_believed():
    article = webnoise.extract(body("shift_jis", "<meta charset=utf-8>"), url=URL, encoding="Shift_JIS")
    assert JAPANESE[1] in article.text
    site = webnoise.Site("post.example")
    site.learn(body("shift_jis"), url=URL, encoding="cp932")
    assert JAPANESE[1] in site.extract(body("shift_jis"), url=URL, encoding="cp932").text
    assert JAPANESE[1] not in webnoise.extract(body("shift_jis"), url=URL, encoding="windows-1251").text


@pytest.mark.parametrize("name", ["martian", "base64", "undefined", "idna", ""])
@pytest.mark.parametrize("html", [b"<p>Rain", "<p>Rain"], ids=["bytes", "str"])
def test_unknown_encoding_of_the_caller_is_refused_by_name(name, html):
    with pytest.raises(webnoise.InputError, match=f"no encoding '{name}'"):
        webnoise.extract(html, encoding=name)


CODECS = "base64 bz2 hex zlib rot13 uu quopri idna punycode undefined unicode_escape utf-7 mbcs cp037 x-user-defined".split()


@pytest.mark.parametrize("name", CODECS)
@pytest.mark.parametrize(
    ("header", "head"),
    [
        ("text/html; charset={}", ""),
        (None, "<meta charset='{}'>"),
        (None, "<?xml version='1.0' encoding='{}'?>"),
    ],
)
@pytest.mark.parametrize("text", ["The river rose by a foot.", "Der Fluß stieg um einen Fuß."])
def test_page_does_not_choose_the_codec(name, header, head, text):
    html = f"{head.format(name)}<p>{text}".encode()
    response = HtmlResponse(URL, body=html, headers={"Content-Type": header.format(name)} if header else {})
    assert webnoise.extract(response).text == text
    assert webnoise.extract(html, url=URL).text == text


@pytest.mark.parametrize("label", sorted({*LABELS, *CODECS, "", "\xe4", "utf-8\0"}))
@given(st.binary(max_size=60))
@settings(max_examples=15, deadline=None)
def test_no_label_and_no_bytes_raise(label, tail):
    html = f"<meta charset='{label}'><p>".encode("latin-1", "replace") + tail
    codec, text = decode(html, f"text/html; charset={label}")
    assert codecs.lookup(codec)
    assert text


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("latin1", "cp1252"),
        ("US-ASCII", "cp1252"),
        ("iso-8859-9", "cp1254"),
        ("tis-620", "cp874"),
        ("gb2312", "gb18030"),
        ("gbk", "gb18030"),
        ("ks_c_5601-1987", "cp949"),
        ("x-sjis", "cp932"),
        ("big5", "big5hkscs"),
        ("utf8", "utf-8"),
        ("unicode", "utf-16-le"),
    ],
)
def test_labels_are_mapped_as_the_standard_does(label, codec):
    assert known_codec(label) == codec
