"""Multi-head attention, small enough to read and tested against PyTorch.

Import the modules: ``from mha.attention import scaled_dot_product_attention``.
"""
