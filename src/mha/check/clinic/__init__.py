"""The doctor: any attention layer is called, looked at from outside, and told of.

``check.doctor(layer)`` knows nothing beforehand. It finds how a layer is called
(`forms`), where its axes and its masks lie (`patient`, `masks`), holds it to properties
that any attention has (`signs`), and, where its matrices can be found by their names,
to the numbers that the textbook and each known mistake give with them (`textbook`).
"""
