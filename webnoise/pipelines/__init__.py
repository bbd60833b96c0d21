"""The stages as Scrapy's item pipelines. Who imports one of them has articles as items."""

from webnoise.pipelines.adapter import register

register()
