"""All functions among them, by the check that judges them."""

from styles import attending, stepping, writing

FUNCTIONS = {
    "attend": (
        attending.attend_by_log_mask,
        attending.attend_spread_index,
        attending.attend_zero_and_share,
        attending.attend_keys_scaled,
        attending.attend_one_query_at_a_time,
    ),
    "padding_mask": (
        attending.padding_by_repeat,
        attending.padding_by_cumulated,
        attending.padding_by_map,
        attending.padding_by_sequence,
    ),
    "multi_head": (
        attending.multi_head_by_tensordot,
        attending.multi_head_by_chunks,
        attending.multi_head_fused_product,
        attending.multi_head_batch_in_rows,
    ),
    "temperature": (
        writing.temperature_of_chances,
        writing.temperature_in_logarithms,
        writing.temperature_in_python,
    ),
    "leak": (
        writing.leak_as_a_number,
        writing.leak_by_a_nudge,
        writing.leak_yes_or_no,
        writing.leak_by_slopes,
        writing.leak_word_by_word,
    ),
    "angles": (
        writing.angles_by_outer,
        writing.angles_by_exp,
        writing.angles_in_numpy,
        writing.angles_summed_up,
    ),
    "choose": (
        writing.choose_by_gumbel,
        writing.choose_by_distribution,
        writing.choose_by_a_pointer,
        writing.choose_in_python,
    ),
    "generate": (
        writing.generate_into_a_table,
        writing.generate_by_calling_itself,
        writing.generate_with_an_option,
    ),
    "rotate": (
        stepping.rotate_by_outer,
        stepping.rotate_by_exponential,
        stepping.rotate_with_a_big_table,
        stepping.rotate_by_a_matrix,
    ),
    "learn": (
        stepping.learn_with_a_tensor_detached,
        stepping.learn_in_numpy,
        stepping.learn_with_the_loss_itself,
        stepping.learn_by_autograd,
        stepping.learn_summed_and_divided,
        stepping.learn_text_by_text,
    ),
    "top_k": (
        stepping.top_k_by_the_kth,
        stepping.top_k_by_bottom,
        stepping.top_k_in_numpy,
        stepping.top_k_by_sorting_back,
        writing.top_k_with_a_large_negative_number,
    ),
    "attention_gradient": (
        stepping.gradient_by_backward,
        stepping.gradient_by_func,
        stepping.gradient_by_einsum,
        stepping.gradient_by_torch_s_own_softmax,
    ),
}
