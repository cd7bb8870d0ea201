"""What the book promises, by which test, and how much the tests notice."""
