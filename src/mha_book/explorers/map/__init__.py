"""Multi-head attention as one live picture."""
