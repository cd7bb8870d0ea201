"""The Sphinx extension: explorers on static pages, and pages kept clean."""

from mha.extras import require

require("docutils", "sphinx", extra="book")
