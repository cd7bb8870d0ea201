"""Time every design: ``python -m mha.benchmark --out run.json``."""

from mha.benchmark.cli import main

if __name__ == "__main__":
    main()
