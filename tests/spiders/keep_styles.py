"""A pipeline of the rendering test: what the browser computed for the paragraphs, beside the article."""

import dataclasses

from webnoise.page.parse import parse


class KeepStyles:
    async def process_item(self, item):
        if item.styles is None:
            return item
        elements = list(parse(item).root.iter("*"))
        pairs = zip(elements, item.styles, strict=True)
        sizes = [style["font-size"] for element, style in pairs if element.tag == "p"]
        return dataclasses.replace(item, extra={"sizes_of_paragraphs": sizes})
