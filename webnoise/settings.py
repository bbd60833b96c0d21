"""Settings of the Scrapy project that scrapy.cfg points to: the add-on, and politeness.

Thresholds and choices of the extraction are `WEBNOISE_*` settings, all described in docs/settings.md.
"""

BOT_NAME = "webnoise"
SPIDER_MODULES = ["webnoise.spiders"]
ADDONS = {"webnoise.Addon": 500}

# The user agent is "webnoise/VERSION (+WEBNOISE_CONTACT_URL)": name a page that says who crawls and why.
WEBNOISE_CONTACT_URL = ""

# What sites' pages have taught lasts between crawls in .scrapy/webnoise/sites.db; "" turns that off.
WEBNOISE_SITE_STORE = "project"

ROBOTSTXT_OBEY = True
CONCURRENT_REQUESTS_PER_DOMAIN = 1
DOWNLOAD_DELAY = 1.0
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 1.0
DOWNLOAD_TIMEOUT = 60
DOWNLOAD_MAXSIZE = 32 * 1024 * 1024
DOWNLOAD_WARNSIZE = 0
REDIRECT_MAX_TIMES = 8
CONCURRENT_REQUESTS = 100  # of all sites together; a site is asked by one at a time
COOKIES_ENABLED = False

REMOTE_CONTROL_ENABLED = False
TELNETCONSOLE_ENABLED = False

FEED_EXPORT_ENCODING = "utf-8"
LOG_LEVEL = "INFO"
