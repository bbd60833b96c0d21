"""Discovery: what a site publishes and where, from feeds, sitemaps, robots.txt and the links of its pages.

Pure functions over bytes, parsed pages and addresses; nothing here fetches, and nothing knows Scrapy.
"""
