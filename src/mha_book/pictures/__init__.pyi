from .alignment import two_sentences as two_sentences
from .angles import swept_angles as swept_angles
from .average import weighted_average as weighted_average
from .batch_axes import batch_axes as batch_axes
from .batches import (
    batched_scores as batched_scores,
    one_matrix_for_all as one_matrix_for_all,
)
from .block import decoder as decoder
from .broadcast import mask_broadcasting as mask_broadcasting
from .chain import chain_rule as chain_rule
from .deep_model import deep_model as deep_model
from .diagonals import (
    alibi_by_head as alibi_by_head,
    score_diagonals as score_diagonals,
)
from .gradients import (
    TARGET as TARGET,
    gradient_graph as gradient_graph,
    worked_back as worked_back,
)
from .growing_cache import growing_cache as growing_cache
from .heads import heads_as_lines as heads_as_lines, one_head_or_two as one_head_or_two
from .induction import induction_circuit as induction_circuit
from .kept import kept_to_scale as kept_to_scale
from .layer_norm import layer_norm_strip as layer_norm_strip
from .mask_kinds import mask_kinds as mask_kinds
from .masks import causal_mask_strip as causal_mask_strip
from .memory import split_heads_in_memory as split_heads_in_memory
from .model_cost import model_cost as model_cost
from .next_word import next_word_window as next_word_window
from .norm_orders import norm_orders as norm_orders
from .one_head import one_head_strip as one_head_strip
from .orders import two_orders as two_orders
from .packed import packed_projection as packed_projection
from .packing import packed_texts as packed_texts
from .padding import padding_sides as padding_sides
from .pairings import rotary_pairings as rotary_pairings
from .parts import three_parts as three_parts
from .polarity import mask_polarity as mask_polarity
from .positions import (
    rotary_clocks as rotary_clocks,
    waves_as_clocks as waves_as_clocks,
)
from .residual import chain_or_stream as chain_or_stream
from .score_tables import score_tables as score_tables
from .sentence import attending as attending, side_by_side as side_by_side
from .shape_walk import shape_walk as shape_walk
from .shared_heads import shared_heads as shared_heads
from .softmax_back import softmax_gradient as softmax_gradient
from .tensor_axes import tensor_axes as tensor_axes
from .tiled import tiled_attention as tiled_attention
from .two_designs import wrapper_and_split as wrapper_and_split
from .vectors import three_vectors as three_vectors
from .whole import multi_head as multi_head
