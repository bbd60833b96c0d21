"""Addresses: whose they are (`domains`), one form for one page (`normal`), what they show (`shapes`)."""
