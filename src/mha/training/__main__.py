"""The command ``mha-train``, also ``python -m mha.training``."""

from mha.training.cli import main

if __name__ == "__main__":
    main()
