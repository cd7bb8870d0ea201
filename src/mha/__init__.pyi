from .attention.cache import KVCache as KVCache, LayerCache as LayerCache
from .attention.designs import (
    FusedMultiHeadAttention as FusedMultiHeadAttention,
    MergedBatchMultiHeadAttention as MergedBatchMultiHeadAttention,
    MultiHeadAttentionWrapper as MultiHeadAttentionWrapper,
    SequenceFirstMultiHeadAttention as SequenceFirstMultiHeadAttention,
)
from .attention.functional import (
    attention_weights as attention_weights,
    scaled_dot_product_attention as scaled_dot_product_attention,
)
from .attention.head import (
    AttentionHead as AttentionHead,
    CausalAttention as CausalAttention,
)
from .attention.interop import (
    convert as convert,
    from_bert as from_bert,
    from_torch as from_torch,
    to_torch as to_torch,
)
from .attention.mask_conventions import (
    from_additive as from_additive,
    from_huggingface_mask as from_huggingface_mask,
    from_sequence_first as from_sequence_first,
    from_torch_attn_mask as from_torch_attn_mask,
    from_torch_key_padding_mask as from_torch_key_padding_mask,
    to_additive as to_additive,
    to_huggingface_mask as to_huggingface_mask,
    to_sequence_first as to_sequence_first,
    to_torch_attn_mask as to_torch_attn_mask,
    to_torch_key_padding_mask as to_torch_key_padding_mask,
)
from .attention.masks import (
    causal_mask as causal_mask,
    padding_mask as padding_mask,
    same_text as same_text,
    sliding_window_mask as sliding_window_mask,
)
from .attention.multihead import (
    MultiHeadAttention as MultiHeadAttention,
    MultiHeadBase as MultiHeadBase,
    merge_heads as merge_heads,
    split_heads as split_heads,
)
from .attention.positions import (
    LearnedPositions as LearnedPositions,
    SinusoidalPositions as SinusoidalPositions,
    alibi_bias as alibi_bias,
    alibi_slopes as alibi_slopes,
    halves_to_pairs as halves_to_pairs,
    pairs_to_halves as pairs_to_halves,
    relative_positions as relative_positions,
    rotate as rotate,
    sinusoidal as sinusoidal,
)
from .attention.relative import (
    AlibiPositions as AlibiPositions,
    RelativePositions as RelativePositions,
    RotaryPositions as RotaryPositions,
    ShawPositions as ShawPositions,
)
from .attention.rope_scaling import (
    DynamicNTKScaling as DynamicNTKScaling,
    LinearScaling as LinearScaling,
    NTKScaling as NTKScaling,
    YarnScaling as YarnScaling,
)
from .attention.softmax import masked_softmax as masked_softmax
from .benchmark.designs import (
    DESIGNS as DESIGNS,
    BenchmarkCase as BenchmarkCase,
    make_runners as make_runners,
)
from .benchmark.measure import (
    assert_designs_equal as assert_designs_equal,
    trace_both_passes as trace_both_passes,
)
from .data.letters import repeats as repeats
from .data.news import (
    load_news as load_news,
    with_validation as with_validation,
)
from .data.packaged import (
    NEWS_SUBJECTS as NEWS_SUBJECTS,
    minilm_folder as minilm_folder,
)
from .data.smollm2 import GGUFFile as GGUFFile
from .data.tokens import news_tokenizer as news_tokenizer
from .data.windows import windows as windows
from .models.block import Block as Block
from .models.classifier import (
    MeanTextClassifier as MeanTextClassifier,
    NoAttention as NoAttention,
    ResidualTextClassifier as ResidualTextClassifier,
    TextClassifier as TextClassifier,
    self_attention as self_attention,
)
from .models.generation import (
    generate as generate,
    next_probabilities as next_probabilities,
)
from .models.heads import (
    induction_scores as induction_scores,
    previous_token_scores as previous_token_scores,
    without_heads as without_heads,
)
from .models.language_model import LanguageModel as LanguageModel
from .models.mlp import MLP as MLP, SwiGLU as SwiGLU
from .models.modes import evaluating as evaluating, without_weights as without_weights
from .models.real_model import load_smollm2 as load_smollm2
from .tracing.run import trace as trace
from .tracing.steps import Trace as Trace
from .training.loop import Task as Task, train as train

__version__: str
