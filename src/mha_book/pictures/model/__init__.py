"""Pictures of the part *A model*."""
