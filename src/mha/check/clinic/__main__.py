"""``python -m mha.check.clinic`` is the command ``mha-doctor``."""

from mha.check.clinic.cli import main

main()
