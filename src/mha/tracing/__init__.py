"""What a module of anybody's computes, operation by operation, as one page."""
