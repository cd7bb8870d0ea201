"""What each design costs: ``python -m mha.benchmark.cli --help``."""
