"""What long runs found: stored, with versions and machine, for the chapters to show."""
