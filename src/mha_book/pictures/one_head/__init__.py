"""Pictures of the part *One head*."""
