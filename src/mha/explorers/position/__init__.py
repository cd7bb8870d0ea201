"""Positions as waves, as turns, and what two places share."""
