"""Your own sentence in the heads of MiniLM, computed on the page."""
