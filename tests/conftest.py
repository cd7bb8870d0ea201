"""Settings that every test shares."""

from hypothesis import settings

# Seeds are drawn anew in each run and printed with a failure; machines differ in
# speed, so no example is failed for being slow.
settings.register_profile("book", deadline=None, print_blob=True, max_examples=100)
settings.load_profile("book")
