"""What the book trains: tasks, the command mha-train, and what is measured on them."""

from mha.extras import require

require("accelerate", "datasets", "sklearn", "transformers")
