from .learning.gradients import (
    TARGET as TARGET,
    gradient_graph as gradient_graph,
    worked_back as worked_back,
)
from .learning.loop import training_loop as training_loop
from .learning.loss import loss_of_a_guess as loss_of_a_guess
from .learning.slopes import (
    chain_rule as chain_rule,
    softmax_gradient as softmax_gradient,
)
from .learning.tiles import (
    kept_to_scale as kept_to_scale,
    tiled_attention as tiled_attention,
)
from .many_heads.designs import (
    split_heads_in_memory as split_heads_in_memory,
    wrapper_and_split as wrapper_and_split,
)
from .many_heads.heads import (
    heads_as_lines as heads_as_lines,
    one_head_or_two as one_head_or_two,
)
from .many_heads.proposals import head_proposals as head_proposals
from .many_heads.pytorch_module import (
    batch_axes as batch_axes,
    packed_projection as packed_projection,
)
from .many_heads.shape_walk import shape_walk as shape_walk
from .many_heads.tensor_axes import tensor_axes as tensor_axes
from .masks.broadcasting import mask_broadcasting as mask_broadcasting
from .masks.causal import (
    causal_mask_strip as causal_mask_strip,
    look_back as look_back,
    one_new_row as one_new_row,
)
from .masks.kinds import mask_kinds as mask_kinds, mask_polarity as mask_polarity
from .masks.padding import packed_texts as packed_texts, padding_sides as padding_sides
from .model.cache import growing_cache as growing_cache
from .model.changes import four_changes as four_changes
from .model.cost import model_cost as model_cost
from .model.decoder import decoder as decoder, transformer_block as transformer_block
from .model.induction import induction_circuit as induction_circuit
from .model.kept import kept_by_kind as kept_by_kind
from .model.llama import deep_model as deep_model
from .model.norms import (
    layer_norm_strip as layer_norm_strip,
    norm_orders as norm_orders,
)
from .model.pieces import joined_pieces as joined_pieces
from .model.residual import chain_or_stream as chain_or_stream
from .model.sharing import shared_heads as shared_heads
from .model.sinks import weights_and_values as weights_and_values
from .model.texts import (
    next_word_window as next_word_window,
    three_parts as three_parts,
)
from .one_head.batched import (
    batched_scores as batched_scores,
    one_matrix_for_all as one_matrix_for_all,
)
from .one_head.by_hand import (
    one_head_strip as one_head_strip,
    weighted_average as weighted_average,
)
from .one_head.matching import matching_directions as matching_directions
from .one_head.moving import word_moves as word_moves
from .one_head.projections import (
    score_tables as score_tables,
    three_vectors as three_vectors,
)
from .one_head.sentences import (
    attending as attending,
    side_by_side as side_by_side,
    two_sentences as two_sentences,
)
from .one_head.softmax import softmax_bars as softmax_bars
from .one_head.two_texts import two_texts as two_texts
from .positions.angles import swept_angles as swept_angles
from .positions.clocks import (
    rotary_clocks as rotary_clocks,
    waves_as_clocks as waves_as_clocks,
)
from .positions.orders import two_orders as two_orders
from .positions.relative import (
    alibi_by_head as alibi_by_head,
    rotary_pairings as rotary_pairings,
    score_diagonals as score_diagonals,
)
from .positions.turn import turned_arrow as turned_arrow
from .whole import multi_head as multi_head
