from . import in_numpy as in_numpy
from .designs import (
    FusedMultiHeadAttention as FusedMultiHeadAttention,
)
from .designs import (
    MergedBatchMultiHeadAttention as MergedBatchMultiHeadAttention,
)
from .designs import (
    MultiHeadAttentionWrapper as MultiHeadAttentionWrapper,
)
from .designs import (
    SequenceFirstMultiHeadAttention as SequenceFirstMultiHeadAttention,
)
from .functional import (
    attention_weights as attention_weights,
)
from .functional import (
    scaled_dot_product_attention as scaled_dot_product_attention,
)
from .head import (
    AttentionHead as AttentionHead,
)
from .head import (
    CausalAttention as CausalAttention,
)
from .interop import (
    convert as convert,
)
from .interop import (
    from_bert as from_bert,
)
from .interop import (
    from_torch as from_torch,
)
from .interop import (
    to_numpy as to_numpy,
)
from .interop import (
    to_torch as to_torch,
)
from .mask_conventions import (
    from_additive as from_additive,
)
from .mask_conventions import (
    from_huggingface_mask as from_huggingface_mask,
)
from .mask_conventions import (
    from_sequence_first as from_sequence_first,
)
from .mask_conventions import (
    from_torch_attn_mask as from_torch_attn_mask,
)
from .mask_conventions import (
    from_torch_key_padding_mask as from_torch_key_padding_mask,
)
from .mask_conventions import (
    to_additive as to_additive,
)
from .mask_conventions import (
    to_huggingface_mask as to_huggingface_mask,
)
from .mask_conventions import (
    to_sequence_first as to_sequence_first,
)
from .mask_conventions import (
    to_torch_attn_mask as to_torch_attn_mask,
)
from .mask_conventions import (
    to_torch_key_padding_mask as to_torch_key_padding_mask,
)
from .masks import (
    causal_mask as causal_mask,
)
from .masks import (
    padding_mask as padding_mask,
)
from .masks import (
    same_text as same_text,
)
from .masks import (
    sliding_window_mask as sliding_window_mask,
)
from .multihead import (
    MultiHeadAttention as MultiHeadAttention,
)
from .multihead import (
    MultiHeadBase as MultiHeadBase,
)
from .multihead import (
    merge_heads as merge_heads,
)
from .multihead import (
    split_heads as split_heads,
)
from .positions import (
    LearnedPositions as LearnedPositions,
)
from .positions import (
    SinusoidalPositions as SinusoidalPositions,
)
from .positions import (
    alibi_bias as alibi_bias,
)
from .positions import (
    alibi_slopes as alibi_slopes,
)
from .positions import (
    halves_to_pairs as halves_to_pairs,
)
from .positions import (
    pairs_to_halves as pairs_to_halves,
)
from .positions import (
    relative_positions as relative_positions,
)
from .positions import (
    rotate as rotate,
)
from .positions import (
    sinusoidal as sinusoidal,
)
from .relative import (
    AlibiPositions as AlibiPositions,
)
from .relative import (
    RotaryPositions as RotaryPositions,
)
from .relative import (
    ShawPositions as ShawPositions,
)
from .rope_scaling import (
    DynamicNTKScaling as DynamicNTKScaling,
)
from .rope_scaling import (
    LinearScaling as LinearScaling,
)
from .rope_scaling import (
    NTKScaling as NTKScaling,
)
from .rope_scaling import (
    YarnScaling as YarnScaling,
)
from .softmax import masked_softmax as masked_softmax
