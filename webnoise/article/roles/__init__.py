"""What each block of a judged page is."""

from webnoise.article.roles.assign import choose, with_roles

__all__ = ["choose", "with_roles"]
