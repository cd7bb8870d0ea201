from . import real_model as real_model
from .block import (
    Block as Block,
)
from .classifier import (
    MeanTextClassifier as MeanTextClassifier,
)
from .classifier import (
    NoAttention as NoAttention,
)
from .classifier import (
    ResidualTextClassifier as ResidualTextClassifier,
)
from .classifier import (
    TextClassifier as TextClassifier,
)
from .classifier import (
    self_attention as self_attention,
)
from .generation import (
    generate as generate,
)
from .generation import (
    next_probabilities as next_probabilities,
)
from .heads import (
    induction_scores as induction_scores,
)
from .heads import (
    previous_token_scores as previous_token_scores,
)
from .heads import (
    without_heads as without_heads,
)
from .kv_cache import (
    KVCache as KVCache,
)
from .language_model import (
    LanguageModel as LanguageModel,
)
from .mlp import (
    MLP as MLP,
)
from .mlp import (
    SwiGLU as SwiGLU,
)
from .modes import (
    evaluating as evaluating,
)
