"""The eight steps of the map, by name: known without loading what computes them."""

STEPS = ("place", "project", "score", "mask", "softmax", "mix", "join", "output")
