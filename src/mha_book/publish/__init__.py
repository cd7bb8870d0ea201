"""The built book to carry: printed as one PDF, and packed as one zip of the site."""
