"""Training: one loop for any machine, and checkpoints that survive a kill."""

from mha.extras import require

require("accelerate", "datasets", "filelock", "safetensors")
