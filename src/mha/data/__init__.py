"""What the models read: texts and weights that come inside packages, and tokens."""

from mha.extras import require

require("datasets", "gguf", "tokenizers", "transformers")
