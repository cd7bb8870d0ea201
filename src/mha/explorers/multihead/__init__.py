"""What each of several heads sees, and what becomes of it."""
