"""The exercises of each page of the path."""
