"""One head's backward pass, number by number."""
