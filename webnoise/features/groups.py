"""The groups of evidence that features belong to, by which a verdict is explained."""

from __future__ import annotations

GROUPS = tuple("links wording naming element position surroundings shape section repetition title".split())

_MEMBERS: dict[str, str] = {
    "links": "link_share own_link_share up1_link_share up2_link_share up3_link_share branch_link_share "
    "in_anchor",
    "wording": "opening opening_least later later_least closing closing_least",
    "naming": "own own_parent own_near around around_least around_main branch_own",
    "element": "kind level in_form in_figure in_list in_article own_elements hidden hidden_main",
    "position": "inside blocks_from_main_start blocks_to_main_end index words_before cred_before cred_after "
    "cred_before_in_main from_headline cred_from_headline",
    "shape": "words word_length upper commas stops stop_count marks other ends_stop credible",
    "section": "heading_distance heading_opening heading_near heading_level heading_title",
    "repetition": "repeats style_size style_words style_link_share style_cred",
    "title": "title",
}
_GROUP_OF = {name: group for group, names in _MEMBERS.items() for name in names.split()}


def group_of(feature: str) -> int:
    """The index in GROUPS; features that are not listed describe the block's surroundings or the page."""
    return GROUPS.index(_GROUP_OF.get(feature, "surroundings"))
