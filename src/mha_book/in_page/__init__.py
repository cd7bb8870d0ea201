"""Models that run on a page, in the reader's browser: no kernel, no server.

Python packs weights into scripts, which a page loads when its reader asks for them. The
JavaScript beside it unpacks them in a worker, and computes.
"""

LETTERS = "letters"  # the folder in which the site keeps models that pages have trained
