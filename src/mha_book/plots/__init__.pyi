from .costs import (
    memory_curves as memory_curves,
    ratio_map as ratio_map,
    said_of as said_of,
    short as short,
)
from .guesses import (
    model_loss_curves as model_loss_curves,
    probability_bars as probability_bars,
    with_others as with_others,
)
from .lengths import (
    as_text as as_text,
    beyond_training as beyond_training,
    by_seed as by_seed,
    seed_ranges as seed_ranges,
)
from .plots import (
    sweep as sweep,
    use_style as use_style,
    weight_colormap as weight_colormap,
    weight_heatmap as weight_heatmap,
)
from .runs import (
    accuracy_dots as accuracy_dots,
    heatmaps_by_model as heatmaps_by_model,
    loss_curves as loss_curves,
)
from .style import curve_theme as curve_theme
