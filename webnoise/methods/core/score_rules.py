"""Rules for whole regions of a page, as evidence in log-odds: a site's memory may outweigh them.

`SCORE_RULES` is their order. The rules that decide, after the memory, are in `webnoise.article.rules`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from webnoise.features.context import BOUND
from webnoise.features.context import NAMES as CONTEXT_NAMES
from webnoise.features.measures import KIND_CODES
from webnoise.features.measures import NAMES as FIRST_NAMES
from webnoise.methods.core.regions import in_choices
from webnoise.methods.core.second_stage import Floats, ScoredContext

RULE_LOGIT = 1.0
"""The log-odds of what a rule decides."""
_STANDFIRST_REACH = 12  # blocks after the headline
_SHORTEST, _LONGEST = 30, 600  # characters of a standfirst
_MOST_LINKED = 0.3
# Of the block's words in the description, of the description's in the block: a sentence more or less.
_OF_BLOCK, _OF_DESCRIPTION = 0.7, 0.5

_CONTEXT = {name: row for row, name in enumerate(CONTEXT_NAMES)}
_KIND, _FROM_HEADLINE, _LINK_SHARE = map(FIRST_NAMES.index, ("kind", "from_headline", "link_share"))

ScoreRule = Callable[[ScoredContext, Floats], Floats]


def apply_score_rules(seen: ScoredContext, scores: Floats) -> Floats:
    for rule in SCORE_RULES:
        scores = rule(seen, scores)
    return scores


def keep_standfirst(seen: ScoredContext, scores: Floats) -> Floats:
    """Keep what says the same as the page's description, between the headline and the text."""
    kept = (scores > 0).nonzero()[0]
    if not seen.page.description or not len(kept):
        return scores
    before = slice(kept[0])
    distance, linked = seen.features[_FROM_HEADLINE, before], seen.features[_LINK_SHARE, before]
    likely = ((distance > 0) & (distance <= _STANDFIRST_REACH) & (linked <= _MOST_LINKED)).nonzero()[0]
    of_block, of_description = seen.context[[_CONTEXT["description"], _CONTEXT["of_description"]]][:, likely]
    same = likely[(of_block > _OF_BLOCK) & (of_description > _OF_DESCRIPTION)].tolist()
    standfirst = [i for i in same if _SHORTEST <= len(seen.page.blocks[i].text) <= _LONGEST]
    if standfirst:
        scores = scores.copy()
        scores[standfirst] = RULE_LOGIT
    return scores


def keep_quotes(seen: ScoredContext, scores: Floats) -> Floats:
    """Keep the quotes that the first stage keeps: golds disagree about pull quotes."""
    quotes = seen.features[_KIND] == KIND_CODES["quote"]
    if not quotes.any():
        return scores
    first = np.clip(seen.scores, -BOUND, BOUND).astype(np.float32)
    quotes &= first > 0
    return np.where(quotes, np.maximum(scores, first), scores)


def drop_regions(seen: ScoredContext, scores: Floats) -> Floats:
    """Drop comments, what is named a caption, later articles, and lists to choose from."""
    context = seen.context
    away = (context[_CONTEXT["in_comments"]] > 0) | (context[_CONTEXT["named_caption"]] >= 1 / 2)
    away |= never_text(seen)
    return np.where(away, np.minimum(scores, -RULE_LOGIT), scores) if away.any() else scores


def never_text(seen: ScoredContext) -> NDArray[np.bool_]:
    """The blocks that siblings do not lift either: these have their own text where other articles follow."""
    return seen.other_articles | in_choices(seen.page.outline, len(seen.page.blocks))


SCORE_RULES: tuple[ScoreRule, ...] = (keep_standfirst, keep_quotes, drop_regions)
