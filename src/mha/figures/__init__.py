"""Figures: the book's colours, and plots in its one style."""
