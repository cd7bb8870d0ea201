"""The site's search leads to the page that explains what is asked for."""

import json
import re

import pytest

import checks
from mha_book.site.folds import LEVELS
from project import PROJECT
from questions import PAGE, entries

# What the search box runs, but for showing it: the pages of the first three results.
FIRST_THREE = """queries => queries.map(query =>
  Search._performSearch(...Search._parseQuery(query))
    .slice(-3).reverse().map(([page]) => page))"""

# What readers ask in trackers and forums, and the page that answers.
ASKED = {
    "src_mask": "mask-conventions",
    "src_key_padding_mask": "mask-conventions",
    "memory_key_padding_mask": "mask-conventions",
    "the shape of the 2D attn_mask": "mask-conventions",
    "size of tensor a must match the size of tensor b": "questions",
    "nested tensor": "mask-conventions",
    "mask in cross-attention": "mask-conventions",
    "cross attention": "cross-attention",
    "encoder decoder attention": "cross-attention",
    "encoder_hidden_states": "cross-attention",
    "word alignment cross attention": "cross-attention",
    "memory_mask causal": "cross-attention",
    "seq2seq": "glossary",
    "kdim": "pytorch-module",
    "initialization": "norms-and-starts",
    "lm_head": "norms-and-starts",
    "dropout_p": "masks-in-practice",
    "right-padding was detected": "padding-and-packing",
    "padded logits differ": "padding-and-packing",
    "packed texts": "padding-and-packing",
    "attend to each other packing": "padding-and-packing",
    "block diagonal mask": "padding-and-packing",
    "register_buffer": "masks-in-practice",
    "backpropagation": "walk-back",
    "complexity": "wrapper-or-split",
    "quadratic memory": "keep-less",
    "flash attention": "keep-less",
    "No available kernel": "keep-less",
    "interpretability": "look-inside-a-real-model",
    "validation set": "does-attention-pay",
    "warmup": "norms-and-starts",
    "GQA": "share-keys-and-values",
    "enable_gqa": "share-keys-and-values",
    "induction head": "watch-a-head-form",
    "attention sink": "look-inside-a-real-model",
    "output_attentions empty": "smollm2-in-detail",
    "fold_ln": "smollm2-in-detail",
    "bfloat16": "masks-in-practice",
    "teacher forcing": "a-news-model",
    "perplexity": "a-news-model",
    "gradient accumulation": "training-in-practice",
    "clip_grad_norm_": "training-in-practice",
    "weight decay": "training-in-practice",
    "mixed precision": "training-in-practice",
    "GradScaler": "training-in-practice",
    "memory of training": "training-in-practice",
    "validation loss lower than training loss": "questions",
    "byte pair encoding": "from-words-to-tokens",
    "BPE": "from-words-to-tokens",
    "why is a word several tokens": "from-words-to-tokens",
    "word_ids": "from-words-to-tokens",
    "strawberry": "from-words-to-tokens",
    "KV cache": "keep-keys-and-values",
    "RoPE": "rotary-and-relative",
    "ALiBi attn_mask": "rotary-and-relative",
    "flex_attention": "rotary-and-relative",
    "permutation equivariant": "tell-the-order",
    "sine cosine": "rotary-and-relative",
    "why 10000": "rotary-and-relative",
    "embeddings multiplied by √d_model": "rotary-and-relative",
    "rope_theta": "rope-scaling",
    "dynamic NTK": "rope-scaling",
    "YaRN": "rope-scaling",
    "QK norm": "attention-variants",
    "cosine similarity attention": "attention-variants",
    "no bias in attention": "attention-variants",
    "partial rotary": "attention-variants",
    "logit soft-capping": "attention-variants",
    "attention sink parameter": "attention-variants",
    "sigmoid attention": "attention-variants",
    "gated attention": "attention-variants",
    "differential attention": "attention-variants",
    "sliding window attention": "latent-keys-and-linear-attention",
    "multi-head latent attention": "latent-keys-and-linear-attention",
    "MLA": "latent-keys-and-linear-attention",
    "linear attention": "latent-keys-and-linear-attention",
}


@pytest.fixture
def search(page, address):
    """A function: queries -> for each, the pages of its first three results."""
    checks.Visit(page, f"{address}/search.html", until="networkidle")
    return lambda queries: page.evaluate(FIRST_THREE, list(queries))


@pytest.fixture(scope="module")
def glossary(site) -> list[tuple[str, set[str]]]:
    """Each name in the glossary, and the pages to which its entry leads."""
    found = []
    listed = checks.parsed(site / "glossary.html").select_one("dl.glossary")
    for text in listed.select("dd"):
        pages = {link["href"] for link in text.select("a[href*='.html']")}
        names = text.select("em")
        while (text := text.find_previous_sibling()) and text.name == "dt":
            names.append(text)
        for name in names:
            words = " ".join(name.get_text().rstrip("#").split())
            found.append((words, {page.split(".html")[0] for page in pages}))
    return found


def missed(search, asked) -> dict[str, list[str]]:
    """What is searched for and not found among the first three, and what is there."""
    results = search(name for name, _ in asked)
    pairs = zip(asked, results, strict=True)
    return {name: seen for (name, pages), seen in pairs if not pages & set(seen)}


def test_each_name_in_the_glossary_finds_its_entry_which_leads_to_a_page(
    search, glossary
):
    assert len(glossary) > 250
    assert all(pages for _, pages in glossary)
    assert missed(search, [(name, {"glossary"}) for name, _ in glossary]) == {}


def test_what_readers_ask_leads_to_the_page_that_answers(search):
    assert missed(search, [(words, {page}) for words, page in ASKED.items()]) == {}


# Words of a question that nobody types into a search.
LITTLE = {
    "being",
    "does",
    "from",
    "have",
    "into",
    "just",
    "must",
    "should",
    "than",
    "that",
}
LITTLE |= {"them", "there", "they", "this", "what", "where", "which", "with", "your"}


def words_of(asked: str) -> str:
    """What somebody types of a question: longer words, capitals and names of code."""
    words = re.findall(r"\b(?:[^\W\d][\w.-]{3,}|[A-Z]{2,}\w*)\b", asked)
    typed = [word for word in words if word.lower() not in LITTLE]
    return " ".join(typed) if len(typed) > 1 else asked


def test_each_question_is_found_by_its_words(search):
    asked = [
        (words_of(one.asked), {"questions", *(page for page, _ in one.links)})
        for one in entries(PAGE.read_text(encoding="utf-8"))
    ]
    assert len(asked) >= 110
    assert missed(search, asked) == {}


def test_a_name_that_leads_elsewhere_is_seen(search):
    asked = [("KV cache", {"keep-keys-and-values"}), ("KV cache", {"batched-products"})]
    assert missed(search, asked[:1]) == {}
    assert list(missed(search, asked)) == ["KV cache"]
    assert missed(search, [("wholly unheard of", {"index"})]) != {}


def test_what_is_typed_into_the_box_is_found(page, address):
    page.goto(f"{address}/notation.html")
    for words in ("KV cache", "src_mask", "sine cosine"):
        page.keyboard.press("Control+k")
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/search.html"))
        page.locator("#search-results li a").nth(2).wait_for()
        shown = page.locator("#search-results li a").evaluate_all(
            "links => links.slice(0, 3).map(link => link.getAttribute('href'))"
        )
        assert ASKED[words] in [link.split(".html")[0] for link in shown]
        page.goto(f"{address}/notation.html")


def test_a_hit_says_its_section(page, address):
    checks.Visit(page, f"{address}/search.html", until="networkidle")
    titles = page.evaluate(
        """queries => queries.map(query =>
             Search._performSearch(...Search._parseQuery(query)).at(-1)[1])""",
        [
            "knockout",
            "Several proposals, added to the word",
            "RoPE scaling: linear, NTK-aware and YaRN",
        ],
    )
    assert titles == [
        "Glossary > ablation",
        "Multi-head attention as a loop: the wrapper > "
        "Several proposals, added to the word",
        "RoPE scaling: linear, NTK-aware and YaRN",
    ]


def test_below_a_term_stands_its_meaning_and_no_list_is_read(page, address):
    checks.Visit(page, f"{address}/search.html", until="networkidle")
    shown = page.evaluate(
        """places => Promise.all(places.map(async ([page, anchor]) => {
             const html = await (await fetch(page)).text();
             return Search.htmlToText(html, anchor).trim().slice(0, 60); }))""",
        [
            ["glossary.html", "#term-ablation"],
            ["glossary.html", ""],
            ["softmax-and-scale.html", "#temperature"],
        ],
    )
    term, page_itself, section = (" ".join(words.split()) for words in shown)
    assert term.startswith("ablation: Silencing a part of a trained model")
    assert page_itself.startswith("Glossary ablation")
    assert section.startswith("Temperature A temperature is")
    html = "<article>All of it.<section id='größe'>A size.</section></article>"
    found = page.evaluate("html => Search.htmlToText(html, '#gr%C3%B6%C3%9Fe')", html)
    assert found == "A size."  # an address has no such letters


@pytest.mark.parametrize("words", ["zxqqy", "knockout"])
def test_a_screen_reader_hears_how_much_is_found(page, address, words):
    checks.Visit(page, f"{address}/search.html?q={words}", until="networkidle")
    said = page.locator("#search-results [role=status]")
    expected = {"zxqqy": "did not match", "knockout": "found"}
    said.get_by_text(expected[words]).wait_for()


def test_words_that_one_heading_has_lead_to_it(page, address):
    checks.Visit(page, f"{address}/search.html", until="networkidle")
    hits = page.evaluate(
        """queries => queries.map(query =>
             Search._performSearch(...Search._parseQuery(query))
               .map(([page, title, anchor]) => `${page}${anchor}`).at(-1))""",
        ["attention rollout picture", "weights equal nearly"],
    )
    assert hits == [
        "look-inside-a-real-model#attention-rollout-all-layers-in-one-picture",
        "softmax-and-scale#why-are-all-my-attention-weights-nearly-equal",
    ]


def test_other_names_in_the_glossary_are_emphasised_and_in_the_index():
    text = (PROJECT / "book" / "glossary.md").read_text(encoding="utf-8")
    named = r"called\s+(?!(?:(?:an?|the)\s+)?\*)\S+"
    assert re.findall(named, text) == []
    assert re.findall(r"\*\w", text) == []  # not *{index}`!KV cache`*


def test_exercises_are_no_headings(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    headings = json.loads(index[index.index("(") + 1 : -1])["alltitles"]
    assert "Exercises" in headings
    assert [name for name in headings if name.startswith(tuple(LEVELS))] == []
