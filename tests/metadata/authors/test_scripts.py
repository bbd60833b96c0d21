"""Bylines in scripts other than the Latin one."""

import pytest

from tests.metadata.pages import read

RUSSIAN = (
    "<h1>Мост открыт после ремонта</h1>{}<p>Движение по мосту открыли утром, сообщили в мэрии города.</p>"
)
JAPANESE = "<h1>橋が開通した</h1>{}"


@pytest.mark.parametrize(
    "line",
    [
        "Автор: Иван Петров",
        "Автор: Иван Петров, специальный корреспондент",
        "3 мая 2024, 10:30 · Автор: Иван Петров",
        "Автор статьи: Иван Петров",
        "Корреспондент: Иван Петров",
        "Аутор: Иван Петров",
        "Текст: Иван Петров. Фото: Анна Соколова",
    ],
)
def test_author_behind_a_cyrillic_label(line):
    assert read(RUSSIAN.format(f"<p>{line}</p>"), lang="ru").authors == ("Иван Петров",)


def test_credit_of_a_picture_names_no_author():
    assert read(RUSSIAN.format("<p>Фото: Анна Соколова</p>"), lang="ru").authors == ()


@pytest.mark.parametrize(
    ("body", "authors"),
    [
        ("<p>橋が三日に開通した。</p><p>市は予算を組む。【河津啓介】</p>", ("河津啓介",)),
        ("<p>橋が三日に開通した。【山田太郎、鈴木花子】</p>", ("山田太郎", "鈴木花子")),
        ("<p>【北京・山田太郎】橋が三日に開通した。</p>", ("山田太郎",)),
        ("<p>【ロンドン山田太郎】橋が三日に開通した。</p>", ("山田太郎",)),
        ("<p>【山田 太郎】</p><p>橋が三日に開通した。</p>", ("山田太郎",)),
    ],
)
def test_author_in_japanese_brackets(body, authors):
    assert read(JAPANESE.format(body), lang="ja").authors == authors


@pytest.mark.parametrize(
    "body",
    [
        "<p>【東京】橋が三日に開通した。</p>",
        "<p>【高校野球】橋が三日に開通した。</p><p>【動画】開通の様子</p>",
        "<p>橋が三日に開通した。【敬称略】</p>",
    ],
)
def test_label_in_japanese_brackets_is_no_author(body):
    assert read(JAPANESE.format(body), lang="ja").authors == ()
