"""What attention is built into: a block, a language model, a classifier of texts."""
