"""Primary noise: what the tags alone give away (paper 003)."""
