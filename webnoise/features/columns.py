"""The columns that the default method decides by: one number per block and measure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from webnoise.features import characters as kinds
from webnoise.features import lexicon as element
from webnoise.features.ground import Floats, Ground, Integers, survey
from webnoise.features.lexicon import Lexicon
from webnoise.features.tree import ancestor_minimum, ancestor_sums, main_container
from webnoise.model import Block, Outline, PageBlocks

__all__ = ["NAMES", "measure"]

_KIND_CODES = {"text": 0, "heading": 1, "list_item": 2, "quote": 3, "code": 4, "cell": 5, "caption": 6}


def measure(page: PageBlocks, lexicon: Lexicon) -> NDArray[np.float32]:
    """One row per name in `NAMES`, one column per block."""
    columns = _columns(survey(page, lexicon))
    return np.array(list(columns.values()), dtype=np.float32)


def _columns(ground: Ground) -> dict[str, Floats]:
    n = len(ground)
    out: dict[str, Floats] = {}
    c = ground.characters
    lengths = np.maximum(ground.lengths, 1)
    words = ground.words
    link_share = ground.link_share
    log_words = np.log1p(words)
    stops = c[:, kinds.STOP]
    letters = np.maximum(c[:, kinds.LETTER] + c[:, kinds.UPPER] + c[:, kinds.UNSPACED], 1)
    kind = np.array([_KIND_CODES[k] for k in ground.block_kinds])
    last_chars = [text[-1] for text in ground.texts]
    ends_stop = np.array([ch in '.!?…。！？।؟”"»' for ch in last_chars], dtype=float)
    ends_colon = np.array([ch in ":：" for ch in last_chars], dtype=float)
    first_chars = [text[0] for text in ground.texts]
    starts_lower = np.array([ch.islower() for ch in first_chars], dtype=float)
    # -- the text itself
    out["words"] = log_words
    out["length"] = np.log1p(ground.lengths)
    out["word_length"] = lengths / words
    out["link_share"] = link_share
    out["links"] = np.log1p(ground.link_count)
    out["upper"] = c[:, kinds.UPPER] / letters
    out["digits"] = c[:, kinds.DIGIT] / lengths
    out["commas"] = c[:, kinds.COMMA] / words
    out["stops"] = stops / words
    out["stop_count"] = np.log1p(stops)
    out["quotes"] = c[:, kinds.QUOTE] / words
    out["marks"] = c[:, kinds.MARK] / words
    out["other"] = c[:, kinds.OTHER] / words
    out["ends_stop"] = ends_stop
    out["ends_colon"] = ends_colon
    out["starts_lower"] = starts_lower
    out["repeats"] = ground.repeats.astype(float)
    out["opening"] = ground.opening_weight
    out["opening_least"] = ground.opening_least
    out["title_hits"] = ground.title_hits
    out["title_share"] = ground.title_share
    out["kind"] = kind.astype(float)
    out["level"] = ground.levels.astype(float)
    # -- ancestors
    at = ground.elements
    rows = ground.rows.astype(np.float64)
    parents = ground.parents
    around = ancestor_sums(rows, ground.ends, at)
    own = rows[:, element.OWN]
    up1 = parents[at]
    up2 = parents[up1]
    up3 = parents[up2]
    own_weight = own[at]
    out["own"] = own_weight
    out["own_parent"] = own[up1]
    out["own_near"] = own_weight + own[up1] + own[up2]
    around_all = around[:, element.AROUND]
    out["around"] = around_all
    least = ancestor_minimum(rows[:, element.AROUND], parents)
    out["around_least"] = least[at]
    for name, column in (
        ("in_nav", element.NAV),
        ("in_footer", element.FOOTER),
        ("in_header", element.HEADER),
        ("in_aside", element.ASIDE),
        ("in_form", element.FORM),
        ("in_figure", element.FIGURE),
        ("in_table", element.TABLE),
        ("in_list", element.LIST),
        ("in_article", element.ARTICLE),
        ("in_main", element.MAIN),
        ("in_section", element.SECTION),
        ("in_anchor", element.ANCHOR),
        ("in_paragraph", element.PARAGRAPH),
        ("in_quote", element.QUOTED),
    ):
        out[name] = around[:, column]
    # -- containers
    plain = words * (1 - link_share)
    good = (plain >= 8) & (stops > 0) & (link_share < 0.5) & (ground.levels == 0)
    paragraph = np.where(good, plain, 0.0)
    credible = paragraph / (1 + np.exp(-np.clip(around_all + ground.opening_weight, -8, 8)))
    main = main_container(credible + 1e-9, ground.first, ground.last)
    head, tail = int(ground.first[main]), int(ground.last[main])
    index = np.arange(n)
    inside = (at >= main) & (at < ground.ends[main])
    main_around = float(ancestor_sums(rows[:, element.AROUND], ground.ends, np.array([main]))[0])
    out["inside"] = inside.astype(float)
    out["around_main"] = around_all - main_around
    out["blocks_from_main_start"] = np.clip(index - head, -20, 20).astype(float)
    out["blocks_to_main_end"] = np.clip(tail - 1 - index, -20, 20).astype(float)
    # -- prefix sums
    before_words = _before(words)
    before_plain = _before(plain)
    before_para = _before(paragraph)
    before_cred = _before(credible)
    before_good = _before(good.astype(float))
    total_para = max(before_para[-1], 1.0)
    total_cred = max(before_cred[-1], 1e-6)
    out["index"] = index / max(n, 1)
    out["words_before"] = before_words[:-1] / before_words[-1]
    out["para_before"] = before_para[:-1] / total_para
    out["para_after"] = (before_para[-1] - before_para[1:]) / total_para
    out["cred_before"] = before_cred[:-1] / total_cred
    out["cred_after"] = (before_cred[-1] - before_cred[1:]) / total_cred
    main_para = max(before_cred[tail] - before_cred[head], 1e-6)
    out["cred_before_in_main"] = np.clip(before_cred[:-1] - before_cred[head], 0, None) / main_para
    out["credible"] = credible / np.maximum(words, 1)
    for name, around_element in (("own", at), ("up1", up1), ("up2", up2), ("up3", up3)):
        low, high = ground.first[around_element], ground.last[around_element]
        blocks = np.maximum(high - low, 1)
        area_words = np.maximum(before_words[high] - before_words[low], 1)
        area_plain = before_plain[high] - before_plain[low]
        area_good = before_good[high] - before_good[low]
        if name != "own":
            out[f"{name}_words"] = np.log1p(area_words)
            out[f"{name}_words_per_block"] = np.log1p(area_words / blocks)
            out[f"{name}_good"] = area_good / blocks
            out[f"{name}_cred"] = (before_cred[high] - before_cred[low]) / total_cred
        out[f"{name}_blocks"] = np.log1p(blocks)
        out[f"{name}_link_share"] = 1 - area_plain / area_words
    images = _before(rows[:, element.IMAGE])
    emphasis = _before(rows[:, element.EMPHASIS])
    times = _before(rows[:, element.TIME])
    ends = ground.ends
    out["up1_images"] = images[ends[up1]] - images[up1]
    out["up2_images"] = images[ends[up2]] - images[up2]
    out["emphasis"] = emphasis[ends[at]] - emphasis[at]
    out["times"] = times[ends[up1]] - times[up1]
    out["own_elements"] = np.log1p(ends[at] - at)
    out["children"] = np.log1p((ends[at] - at) / np.maximum(ground.last[at] - ground.first[at], 1))
    # branch of main
    branch = _branches(main, ground, at)
    low, high = ground.first[branch], ground.last[branch]
    bw = np.maximum(before_words[high] - before_words[low], 1)
    out["branch_words"] = np.log1p(bw)
    out["branch_cred"] = (before_cred[high] - before_cred[low]) / total_cred
    out["branch_link_share"] = 1 - (before_plain[high] - before_plain[low]) / bw
    out["branch_own"] = own[branch]
    out["branch_blocks"] = np.log1p(high - low)
    # -- neighbours
    for name, values in (
        ("words", log_words),
        ("link_share", link_share),
        ("around", around_all),
        ("near", out["own_near"]),
        ("opening", ground.opening_weight),
        ("stops", out["stop_count"]),
        ("level", out["level"]),
    ):
        out[f"prev_{name}"] = _shift(values, 1)
        out[f"next_{name}"] = _shift(values, -1)
    for name, values in (("words", log_words), ("link_share", link_share)):
        out[f"prev2_{name}"] = _shift(values, 2)
        out[f"next2_{name}"] = _shift(values, -2)
    window = 4
    low, high = np.maximum(index - window, 0), np.minimum(index + window + 1, n)
    out["window_cred"] = np.log1p(before_cred[high] - before_cred[low])
    out["window_link_share"] = 1 - (before_plain[high] - before_plain[low]) / np.maximum(
        before_words[high] - before_words[low], 1
    )
    out["window_before"] = np.log1p(before_cred[index] - before_cred[low])
    out["window_after"] = np.log1p(before_cred[high] - before_cred[index + 1])
    # -- headings
    is_heading = ground.levels > 0
    last_heading = _shift_int(np.maximum.accumulate(np.where(is_heading, index, -1)), -1)
    has = last_heading >= 0
    spot = np.maximum(last_heading, 0)
    out["heading_distance"] = np.where(has, np.clip(index - last_heading, 0, 30), 31).astype(float)
    out["heading_opening"] = np.where(has, ground.opening_weight[spot], 0)
    out["heading_near"] = np.where(has, out["own_near"][spot], 0)
    out["heading_level"] = np.where(has, ground.levels[spot], 0).astype(float)
    out["heading_title"] = np.where(has, ground.title_share[spot], 0)
    title_score = ground.title_share * ground.title_hits + 0.3 * (ground.levels == 1)
    headline = int(np.argmax(title_score)) if n else 0
    if title_score[headline] < 0.25:
        headline = -1
    out["from_headline"] = np.clip(index - headline, -15, 40).astype(float)
    out["para_from_headline"] = (before_cred[:-1] - before_cred[max(headline, 0)]) / total_cred
    # -- same style elsewhere
    styles = ground.styles
    signature = (styles[at] * 1_000_003 + styles[up1]) * 1_000_003 + styles[up2]
    _, group = np.unique(signature, return_inverse=True)
    size = np.bincount(group)
    g_words = np.bincount(group, weights=words)
    g_plain = np.bincount(group, weights=plain)
    g_cred = np.bincount(group, weights=credible)
    out["style_size"] = np.log1p(size)[group]
    out["style_words"] = np.log1p(g_words / size)[group]
    out["style_link_share"] = (1 - g_plain / g_words)[group]
    out["style_cred"] = (g_cred / total_cred)[group]
    # -- page
    out["page_words"] = np.full(n, np.log1p(before_words[-1]))
    out["page_cred"] = np.full(n, np.log1p(total_cred))
    out["page_main_share"] = np.full(n, main_para / total_cred)
    out["page_link_share"] = np.full(n, 1 - before_plain[-1] / before_words[-1])
    return out


def _before(values: NDArray[np.float64]) -> Floats:
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, out=sums[1:])
    return sums


def _shift(values: Floats, by: int) -> Floats:
    """`values` of the block `by` places earlier (later if negative); -1 beyond the page."""
    out = np.full(len(values), -1.0)
    if by > 0:
        out[by:] = values[:-by]
    else:
        out[:by] = values[-by:]
    return out


def _shift_int(values: Integers, empty: int) -> Integers:
    out = np.full(len(values), empty)
    out[1:] = values[:-1]
    return out


def _branches(main: int, ground: Ground, at: Integers) -> Integers:
    """For each block the child of the main container that it lies in (the block's own element outside of it)."""
    children = []
    child, end = main + 1, int(ground.ends[main])
    ends = ground.ends
    while child < end:
        children.append(child)
        child = int(ends[child])
    if not children:
        return at
    starts = np.array(children)
    found = starts[np.maximum(np.searchsorted(starts, at, side="right") - 1, 0)]
    return np.where((at > main) & (at < end), found, at)


def _names() -> tuple[str, ...]:
    """The names in the order that `measure` gives them, from a page of one word."""
    outline = Outline(["html", "p"], [0, 0], [2, 2], [{}, {}], [0, 0], [1, 1])
    page = PageBlocks("", "", None, None, (Block(0, "word", element=1),), outline)
    return tuple(_columns(survey(page, Lexicon())))


NAMES = _names()
