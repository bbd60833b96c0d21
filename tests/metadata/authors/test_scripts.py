"""Bylines in scripts other than the Latin one."""

import pytest

from tests.metadata.pages import read

RUSSIAN = (
    "<h1>Мост открыт после ремонта</h1>{}<p>Движение по мосту открыли утром, сообщили в мэрии города.</p>"
)
JAPANESE = "<h1>橋が開通した</h1>{}"
ARABIC = "<h1>افتتاح الجسر الجديد في المدينة</h1>{}<p>افتتح الجسر الجديد صباح اليوم أمام سكان المدينة.</p>"


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


@pytest.mark.parametrize(
    "lines",
    [
        "<div>Журналист: Иван Петров</div><div>03.05.2024</div>",
        '<p class="author">Иван Петров</p><p>Опубликовано 3 мая 2024 г. Обновлено 5 мая 2024 г.</p>',
        "<table><tr><td>Иван Петров</td></tr><tr><td>3 мая 2024</td></tr></table>",
        "<p>Иван Петров, 3 мая 2024</p>",
    ],
)
def test_author_and_day_in_russian(lines):
    found = read(RUSSIAN.format(lines), lang="ru")
    assert (found.authors, found.published) == (("Иван Петров",), "2024-05-03")


@pytest.mark.parametrize(
    "lines",
    [
        "<p>記者：山田太郎</p><p>2024年5月3日</p>",
        "<div>文：山田太郎</div><div>公開 2024年5月3日 更新 2024年5月5日</div>",
        "<table><tr><td>作者：山田太郎</td></tr><tr><td>２０２４年５月３日</td></tr></table>",
    ],
)
def test_author_and_day_in_japanese(lines):
    found = read(JAPANESE.format(lines) + "<p>橋は三日の朝に開通し、市民が歩いて渡った。</p>", lang="ja")
    assert (found.authors, found.published) == (("山田太郎",), "2024-05-03")


@pytest.mark.parametrize(
    "lines",
    [
        "<p>كتب: أحمد علي</p><p>3 مايو 2024</p>",
        "<div>بقلم أحمد علي</div><div>٣ مايو ٢٠٢٤</div>",
        "<table><tr><td>الكاتب: أحمد علي</td></tr><tr><td>نشر في 3 مايو 2024</td></tr></table>",
    ],
)
def test_author_and_day_in_arabic(lines):
    found = read(ARABIC.format(lines), lang="ar")
    assert (found.authors, found.published) == (("أحمد علي",), "2024-05-03")
