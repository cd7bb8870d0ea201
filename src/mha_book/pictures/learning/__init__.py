"""Pictures of the part *How it learns*."""
