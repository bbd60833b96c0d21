"""Who wrote the article."""
