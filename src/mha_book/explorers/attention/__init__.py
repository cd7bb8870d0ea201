"""One head's arithmetic on a sentence that a reader can edit."""
