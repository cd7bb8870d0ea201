"""All layers among them, by the check that judges them."""

from styles import many_heads, towers

LAYERS = {
    "multi_head": (
        many_heads.ByLetters,
        many_heads.ByAxes,
        many_heads.Stacked,
        many_heads.Unified,
        many_heads.LoopOfHeads,
        many_heads.TorchsOwn,
    ),
    "block": (
        towers.Llama,
        towers.Numbered,
        towers.NumberedBackwards,
        towers.OneUpward,
        towers.Gpt2,
        towers.ManyNorms,
    ),
    "decoder": (towers.Plain, towers.Untied, towers.Named, towers.BareTable),
}
