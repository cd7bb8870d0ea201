"""Training: one loop for any machine, checkpoints that survive a kill, a command."""

from mha.extras import require

require("accelerate", "datasets", "filelock", "safetensors", "sklearn", "transformers")
