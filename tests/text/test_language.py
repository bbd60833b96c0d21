from __future__ import annotations

import subprocess
import sys

import pytest

from webnoise.text.language import detect_language, primary_tag


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Der Minister hat gestern in der Stadt mit den Bürgern gesprochen", "de"),
        ("The minister said on Monday that he would not go to the meeting", "en"),
        (
            "昨天下午，部长在日内瓦与代表们举行了会谈，双方就关税问题交换了意见，并同意下周继续讨论有关钢铁出口的新规定，会谈将持续三天，随后发表公报。",
            "zh",
        ),
        ("Waziri alisema Jumatatu kwamba hatakwenda kwenye mkutano wa kesho jijini Nairobi.", "sw"),
        ("Ministerio Genf", None),
        ("", None),
    ],
)
def test_language_shows_in_stop_words_or_to_the_model(text, language):
    assert detect_language(text) == language


def test_model_is_not_loaded_where_stop_words_decide():
    code = (
        "import sys; from webnoise.text.language import detect_language;"
        "assert detect_language('The river rose and the bridge was closed to all of them. ' * 3) == 'en';"
        "assert 'py3langid' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("tag", "primary"), [("pt-BR", "pt"), ("zh_Hans", "zh"), (" EN ", "en"), ("", None), (None, None)]
)
def test_primary_tag(tag, primary):
    assert primary_tag(tag) == primary
