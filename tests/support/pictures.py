"""Every diagram of the book, by name, with what it needs to be drawn."""

import torch

from mha import LinearScaling, NTKScaling, YarnScaling
from mha_book.pictures.learning.gradients import gradient_graph
from mha_book.pictures.learning.slopes import chain_rule, softmax_gradient
from mha_book.pictures.learning.tiles import kept_to_scale, tiled_attention
from mha_book.pictures.many_heads.designs import (
    split_heads_in_memory,
    wrapper_and_split,
)
from mha_book.pictures.many_heads.heads import heads_as_lines, one_head_or_two
from mha_book.pictures.many_heads.pytorch_module import batch_axes, packed_projection
from mha_book.pictures.masks.causal import causal_mask_strip
from mha_book.pictures.masks.kinds import mask_kinds, mask_polarity
from mha_book.pictures.masks.padding import packed_texts, padding_sides
from mha_book.pictures.model.cache import growing_cache, shared_heads
from mha_book.pictures.model.cost import model_cost
from mha_book.pictures.model.decoder import decoder
from mha_book.pictures.model.induction import induction_circuit
from mha_book.pictures.model.llama import deep_model
from mha_book.pictures.model.norms import layer_norm_strip, norm_orders
from mha_book.pictures.model.residual import chain_or_stream
from mha_book.pictures.model.texts import next_word_window, three_parts
from mha_book.pictures.one_head.batched import batched_scores, one_matrix_for_all
from mha_book.pictures.one_head.by_hand import one_head_strip, weighted_average
from mha_book.pictures.one_head.projections import score_tables, three_vectors
from mha_book.pictures.one_head.sentences import two_sentences
from mha_book.pictures.positions.angles import swept_angles
from mha_book.pictures.positions.clocks import rotary_clocks, waves_as_clocks
from mha_book.pictures.positions.orders import two_orders
from mha_book.pictures.positions.relative import (
    alibi_by_head,
    rotary_pairings,
    score_diagonals,
)
from mha_book.pictures.reference.shape_walk import shape_walk
from mha_book.pictures.reference.tensors import mask_broadcasting, tensor_axes
from mha_book.pictures.whole import multi_head

SCALINGS = {
    "no scaling": None,
    "linear": LinearScaling(4.0),
    "NTK-aware": NTKScaling(4.0),
    "YaRN": YarnScaling(4.0, 16),
}


def two_orders_placed():
    return two_orders(placed=True)


def angles_of_scalings():
    return swept_angles(SCALINGS)


PARTS = {"training": 980, "validation": 245, "test": 861}
ALIGNED = torch.tensor([[0.1, 0.2, 0.6, 0.1], [0, 0.02, 0.03, 0.95], [0.25] * 4])


def two_invented_sentences():
    words = ["the", "cat", "sat"], ["se", "sentó", "el", "gato"]
    return two_sentences(*words, ALIGNED.double())


def wider_decoder():
    return decoder(embed_dim=4)


def smollm2():
    return deep_model(49152, 576, 9, 30, num_kv_heads=3, hidden_dim=1536)


def articles_in_parts():
    return three_parts(PARTS)


def first_tile():
    return tiled_attention().drawings[0]


def last_tile():
    return tiled_attention().drawings[-1]


PICTURES = {
    make.__name__: make
    for make in (
        weighted_average,
        one_head_strip,
        batched_scores,
        one_matrix_for_all,
        three_vectors,
        score_tables,
        two_invented_sentences,
        split_heads_in_memory,
        two_orders,
        two_orders_placed,
        waves_as_clocks,
        score_diagonals,
        alibi_by_head,
        rotary_clocks,
        rotary_pairings,
        causal_mask_strip,
        mask_kinds,
        mask_polarity,
        packed_texts,
        padding_sides,
        next_word_window,
        decoder,
        wider_decoder,
        norm_orders,
        model_cost,
        chain_or_stream,
        layer_norm_strip,
        induction_circuit,
        swept_angles,
        angles_of_scalings,
        chain_rule,
        gradient_graph,
        softmax_gradient,
        kept_to_scale,
        first_tile,
        last_tile,
        multi_head,
        heads_as_lines,
        one_head_or_two,
        wrapper_and_split,
        packed_projection,
        batch_axes,
        tensor_axes,
        shape_walk,
        mask_broadcasting,
        growing_cache,
        shared_heads,
        smollm2,
        articles_in_parts,
    )
}
