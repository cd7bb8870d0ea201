"""Positions as waves, as turns, and what two positions share."""
