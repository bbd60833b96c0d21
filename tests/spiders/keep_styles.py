"""A pipeline of the rendering test: what the browser computed for the paragraphs, beside the article."""

import dataclasses

from webnoise.page.parse import parse


class KeepStyles:
    async def process_item(self, item):
        if item.styles is None:
            return item
        pairs = zip(parse(item).elements.tags, item.styles, strict=True)
        sizes = [style["font-size"] for tag, style in pairs if tag == "p"]
        return dataclasses.replace(item, extra={"sizes_of_paragraphs": sizes})
