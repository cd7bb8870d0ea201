"""Building an attention mask, and passing it to each library."""
