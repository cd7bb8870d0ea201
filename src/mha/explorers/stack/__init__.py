"""Two heads' projections in one matrix product."""
