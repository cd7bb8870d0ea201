"""Diagrams as inline SVG: text as text, the page's own colours, and words for ears."""
