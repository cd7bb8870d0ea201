"""Every diagram of the book, by name, with what it needs to be drawn."""

import torch

from mha import LinearScaling, NTKScaling, YarnScaling
from mha_book.pictures.alignment import two_sentences
from mha_book.pictures.angles import swept_angles
from mha_book.pictures.average import weighted_average
from mha_book.pictures.batch_axes import batch_axes
from mha_book.pictures.batches import batched_scores, one_matrix_for_all
from mha_book.pictures.block import decoder
from mha_book.pictures.broadcast import mask_broadcasting
from mha_book.pictures.chain import chain_rule
from mha_book.pictures.deep_model import deep_model
from mha_book.pictures.diagonals import alibi_by_head, score_diagonals
from mha_book.pictures.gradients import gradient_graph
from mha_book.pictures.growing_cache import growing_cache
from mha_book.pictures.heads import heads_as_lines, one_head_or_two
from mha_book.pictures.induction import induction_circuit
from mha_book.pictures.kept import kept_to_scale
from mha_book.pictures.layer_norm import layer_norm_strip
from mha_book.pictures.mask_kinds import mask_kinds
from mha_book.pictures.masks import causal_mask_strip
from mha_book.pictures.memory import split_heads_in_memory
from mha_book.pictures.model_cost import model_cost
from mha_book.pictures.next_word import next_word_window
from mha_book.pictures.norm_orders import norm_orders
from mha_book.pictures.one_head import one_head_strip
from mha_book.pictures.orders import two_orders
from mha_book.pictures.packed import packed_projection
from mha_book.pictures.packing import packed_texts
from mha_book.pictures.padding import padding_sides
from mha_book.pictures.pairings import rotary_pairings
from mha_book.pictures.parts import three_parts
from mha_book.pictures.polarity import mask_polarity
from mha_book.pictures.positions import rotary_clocks, waves_as_clocks
from mha_book.pictures.residual import chain_or_stream
from mha_book.pictures.score_tables import score_tables
from mha_book.pictures.shape_walk import shape_walk
from mha_book.pictures.shared_heads import shared_heads
from mha_book.pictures.softmax_back import softmax_gradient
from mha_book.pictures.tensor_axes import tensor_axes
from mha_book.pictures.tiled import tiled_attention
from mha_book.pictures.two_designs import wrapper_and_split
from mha_book.pictures.vectors import three_vectors
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
