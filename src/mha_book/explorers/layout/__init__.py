"""Where each element of a reshaped tensor lies in memory."""
