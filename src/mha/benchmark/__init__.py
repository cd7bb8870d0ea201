"""What each design costs in time and memory: ``python -m mha.benchmark --help``."""
