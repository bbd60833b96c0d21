"""What was decided, made visible: a page with its verdicts, a site's template, a crawl, as HTML files.

Every file is self-contained: it runs no script but its own, asks the network for nothing, and shows foreign markup
only as far as an allow-list lets it through.
"""
