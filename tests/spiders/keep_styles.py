"""A pipeline of the rendering test: what the browser computed for the paragraphs, beside the article."""

import dataclasses

from webnoise.blocks.segment import segment
from webnoise.page.parse import parse


class KeepStyles:
    async def process_item(self, item):
        if item.styles is None:
            return item
        outline = segment(parse(item)).outline
        assert len(outline) == len(item.styles)
        sizes = [
            style["font-size"] for tag, style in zip(outline.tags, item.styles, strict=True) if tag == "p"
        ]
        return dataclasses.replace(item, extra={"sizes_of_paragraphs": sizes})
