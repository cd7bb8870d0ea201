"""Pictures of positions, of the part *Masks and positions*."""
