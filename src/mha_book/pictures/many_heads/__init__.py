"""Pictures of the part *Many heads*."""
