import pytest

from webnoise.errors import ConfigError, InputError, LimitExceeded
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import parse


def text_of(html, **fields):
    return "".join(parse(Page("https://e.example/a", html, **fields)).elements.strings(0))


def test_http_header_decides_the_encoding_before_the_meta_element():
    body = '<meta charset="utf-8"><p>Žluť</p>'.encode("cp1250")
    assert "Žluť" in text_of(body, content_type="text/html; charset=windows-1250")


def test_byte_order_mark_decides_the_encoding():
    assert "Größe" in text_of("\ufeff<p>Größe</p>".encode("utf-16"))


def test_meta_element_decides_the_encoding():
    assert "Größe" in text_of('<meta charset="iso-8859-1"><p>Größe</p>'.encode("latin-1"))


def test_utf8_is_detected_without_any_declaration():
    assert "नमस्ते" in text_of("<p>नमस्ते</p>".encode())


def test_legacy_encoding_is_guessed_from_the_language_of_the_page():
    assert "Москва" in text_of("<html lang='ru'><p>Москва сегодня</p>".encode("cp1251"))


def test_utf8_cut_in_the_middle_of_a_character_is_still_utf8():
    assert "Grüße aus Köln" in text_of("<p>Grüße aus Köln, schön hier ü".encode()[:-1])


def test_text_with_an_xml_declaration_is_read():
    xhtml = '<?xml version="1.0" encoding="iso-8859-1"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Größe</p></body></html>'
    assert "Größe" in text_of(xhtml)


def test_nul_bytes_and_control_characters_do_not_end_the_page():
    assert "before after" in text_of(b"<p>before\x00 \x01after</p>")


def test_lone_surrogates_do_not_raise():
    assert "rest" in text_of("<p>\ud800 rest</p>")


def test_broken_markup_is_read_to_its_end():
    assert "the end" in text_of("<div><p>one<td></b><div <<< ><p>the end")


def test_fragment_without_elements_is_a_page():
    assert "just words" in text_of("just words")


@pytest.mark.parametrize("html", ["", b"", "   \n", "<!-- only a comment -->", "<!DOCTYPE html>"])
def test_input_without_a_page_is_an_input_error_that_names_it(html):
    with pytest.raises(InputError, match=r"https://e\.example/a holds no HTML"):
        parse(Page("https://e.example/a", html))


def test_a_pdf_is_not_taken_for_a_page():
    with pytest.raises(InputError, match="not HTML"):
        parse(Page("https://e.example/a.pdf", b"%PDF-1.7 ..."))


def test_something_else_than_text_is_refused():
    with pytest.raises(InputError, match="str or bytes, not int"):
        parse(Page("https://e.example/a", 5))


def test_base_element_moves_the_base_url():
    document = parse(Page("https://e.example/a/b", '<base href="/c/"><p>x</p>'))
    assert document.base_url == "https://e.example/c/"


def test_page_beyond_the_bytes_limit_names_limit_and_remedy():
    with pytest.raises(LimitExceeded, match=r"max_bytes = 100; raise max_bytes"):
        parse(Page("https://e.example/a", "<p>" + "x" * 200), Limits(max_bytes=100))


def test_limits_must_be_positive():
    with pytest.raises(ConfigError, match="max_nodes must be greater than 0"):
        Limits(max_nodes=0)


def test_ten_megabytes_are_read_whole():
    html = "<div>" + "<p>A sentence of the long page.</p>" * 300_000 + "<p>the very end</p></div>"
    assert len(html) > 10_000_000
    elements = parse(Page("https://e.example/long", html)).elements
    assert elements.texts[elements.tagged("p")[-1]] == "the very end"
