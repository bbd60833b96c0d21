"""Scrapy middlewares between the engine and a spider or the network."""

from webnoise.middlewares.extraction import ExtractionMiddleware

__all__ = ["ExtractionMiddleware"]
