"""How many parameters a decoder has whose table of words is also its way out."""


def decoder_parameters(vocab, width, hidden, layers):
    attention = 4 * width * width
    mlp = 3 * width * hidden
    norms = 2 * width
    block = attention + mlp + norms
    return block, layers * block + vocab * width + width
