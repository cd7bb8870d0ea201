"""Pictures of masks, of the part *Masks and positions*."""
