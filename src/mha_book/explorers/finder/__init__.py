"""The explorer for finding the fault that a seed has planted."""
