"""Attention itself, on torch and NumPy alone; it knows nothing of what teaches it."""
