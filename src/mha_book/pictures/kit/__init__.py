"""What draws: nodes, shapes, tiles, arrows, frames, and the layer that is drawn."""
