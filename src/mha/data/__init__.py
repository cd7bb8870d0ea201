"""What the models read: texts and weights that come inside packages, and tokens."""

from mha.extras import require

require("train", "datasets", "gguf", "tokenizers", "transformers")
