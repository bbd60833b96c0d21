"""When an article was published and changed: how dates are written, where pages have them, which holds."""
