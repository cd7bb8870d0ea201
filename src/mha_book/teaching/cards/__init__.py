"""Cards for recall: what to ask oneself again later, from the book's own pages."""
