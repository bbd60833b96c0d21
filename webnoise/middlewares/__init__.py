"""What stands between Scrapy's engine and a spider or the network."""

from webnoise.middlewares.extraction import ExtractionMiddleware

__all__ = ["ExtractionMiddleware"]
