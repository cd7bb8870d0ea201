"""A model that writes: the chances of the next letter, and what it looks at."""
