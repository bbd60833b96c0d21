import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnoise.lab.evaluate import reference
from webnoise.lab.evaluate.reference import Reference
from webnoise.lab.evaluate.scores import is_exact, shingle_score, word_f1

# few words, so that texts share some; letters whose lower case depends on their neighbours or grows
WORDS = ["a", "A", "b", "the", "The", "ΟΔΟΣ", "Σ", "İstanbul", "ﬁn", "新聞", "don't", "x1", "_"]
TEXTS = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", "\n", ", ", "\n\n", "."]))).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)


@given(TEXTS, st.lists(TEXTS, max_size=4))
def test_reference_scores_as_the_definitions_do(gold, texts):
    known = Reference(gold)
    for text in [*texts, *texts, gold]:
        assert known.score(text) == (*shingle_score(gold, text), word_f1(gold, text), is_exact(gold, text))


@pytest.mark.parametrize("most", [1, 2])
def test_gold_of_more_words_than_can_be_numbered_is_scored_all_the_same(monkeypatch, most):
    monkeypatch.setattr(reference, "MOST_WORDS", most)
    assert Reference("a b c d e").score("a b c d x") == (0.5, 0.5, 0.8, False)
