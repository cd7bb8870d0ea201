"""What one teaches from: exercise sheets, cards for recall, pictures as files."""
