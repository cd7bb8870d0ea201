"""Where a test's random numbers begin."""

import os
import random


def any_seed() -> int:
    """A seed that a failure shows: another one in each run, and in CI always the same.

    CI is to fail for a change alone, as Hypothesis' profile there.
    """
    seed = 0 if os.environ.get("CI") else random.randrange(2**32)
    print(f"seed {seed}")
    return seed
