"""What every field is read from: the page's own declarations, and the elements around its headline."""
