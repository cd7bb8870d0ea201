from .attention import (
    AlibiPositions as AlibiPositions,
)
from .attention import (
    AttentionHead as AttentionHead,
)
from .attention import (
    CausalAttention as CausalAttention,
)
from .attention import (
    FusedMultiHeadAttention as FusedMultiHeadAttention,
)
from .attention import (
    LearnedPositions as LearnedPositions,
)
from .attention import (
    MultiHeadAttention as MultiHeadAttention,
)
from .attention import (
    MultiHeadAttentionWrapper as MultiHeadAttentionWrapper,
)
from .attention import (
    RotaryPositions as RotaryPositions,
)
from .attention import (
    ShawPositions as ShawPositions,
)
from .attention import (
    SinusoidalPositions as SinusoidalPositions,
)
from .attention import (
    attention_weights as attention_weights,
)
from .attention import (
    causal_mask as causal_mask,
)
from .attention import (
    convert as convert,
)
from .attention import (
    from_torch as from_torch,
)
from .attention import (
    padding_mask as padding_mask,
)
from .attention import (
    scaled_dot_product_attention as scaled_dot_product_attention,
)
from .attention import (
    sliding_window_mask as sliding_window_mask,
)
from .attention import (
    to_torch as to_torch,
)
from .models import (
    KVCache as KVCache,
)
from .models import (
    LanguageModel as LanguageModel,
)
from .models import (
    TextClassifier as TextClassifier,
)
from .models import (
    generate as generate,
)

__version__: str
