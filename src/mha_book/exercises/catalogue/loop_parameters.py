"""How many parameters a layer of several heads has, all without biases."""


def loop_parameters(embed_dim, num_heads):
    head_dim = embed_dim // num_heads
    heads = num_heads * 3 * embed_dim * head_dim
    output = embed_dim * embed_dim
    return heads, output, heads + output
