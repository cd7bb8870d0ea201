"""Pictures of the reference pages."""
