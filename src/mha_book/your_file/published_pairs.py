"""Which of our changed layers is which published one, and in what sizes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mha_book.your_file import published_names as names

B, T, E, H, G, D = 2, 9, 32, 4, 2, 8  # G: heads of keys and values
BASE = 10_000.0
LATENT, TURNED = 12, 6  # of a latent layer: kept, and kept for the position
Settings = Mapping[str, Any]
SHARED = {"num_kv_heads": G}
QUARTER = {"rope_type": "default", "rope_theta": BASE, "partial_rotary_factor": 0.25}
DEEPSEEK = {
    "q_lora_rank": None,
    "rope_interleave": False,
    "num_key_value_heads": H,
    "v_head_dim": D,
    "qk_nope_head_dim": D,
    "kv_lora_rank": LATENT,
    "qk_rope_head_dim": TURNED,
}


@dataclass(frozen=True)
class Pair:
    """One of our layers and the published one.

    Attributes:
        ours: names of our classes; several together make one layer.
        theirs: the module and the class in `transformers`.
        settings: of their configuration.
        options: of our layer.
        convert: our numbers and H -> the same under their names.
        turned: how many numbers of a head are rotated.
        shift: what their norms add to their numbers, so that 0 changes nothing.
    """

    ours: tuple[str, ...]
    theirs: str
    settings: Settings = field(default_factory=dict)
    options: Settings = field(default_factory=lambda: SHARED)
    convert: Callable[[names.State, int], names.State] = names.renamed
    turned: int = D
    shift: float = 0.0


PAIRS = {
    "Qwen3": Pair(("QKNorm",), "qwen3.Qwen3"),
    "Gemma 3": Pair(
        ("QKNorm",), "gemma3.Gemma3", {"query_pre_attn_scalar": D}, shift=1.0
    ),
    "OLMo 2": Pair(("WholeNorm",), "olmo2.Olmo2", {"rms_norm_eps": 1e-6}),
    "Qwen2": Pair(("Biased",), "qwen2.Qwen2"),
    "GPT-NeoX": Pair(
        ("PartialRotary",),
        "gpt_neox.GPTNeoX",
        {"attention_bias": False, "rope_parameters": QUARTER},
        {},
        names.stacked,
        D // 4,
    ),
    "Gemma 2": Pair(("SoftCapped",), "gemma2.Gemma2", {"query_pre_attn_scalar": D}),
    "gpt-oss": Pair(("WithSinks",), "gpt_oss.GptOss", {"attention_bias": False}),
    "Qwen3-Next": Pair(
        ("Gated", "QKNorm", "PartialRotary"),
        "qwen3_next.Qwen3Next",
        {"rope_parameters": QUARTER},
        convert=names.with_gate,
        turned=D // 4,
        shift=1.0,
    ),
    "DiffLlama": Pair(
        ("Differential",),
        "diffllama.DiffLlama",
        {"rms_norm_eps": 1e-5},
        convert=names.by_lambda,
    ),
    "DeepSeek-V3": Pair(
        ("LatentAttention",),
        "deepseek_v3.DeepseekV3",
        DEEPSEEK,
        {"latent_dim": LATENT, "rope_dim": TURNED},
        names.latent,
        TURNED,
    ),
}
