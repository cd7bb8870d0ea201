from .bars import bars as bars
from .costs import (
    format_ratio as format_ratio,
    memory_curves as memory_curves,
    ratio_map as ratio_map,
    ratio_verdict as ratio_verdict,
)
from .guesses import (
    add_others as add_others,
    model_loss_curves as model_loss_curves,
    probability_bars as probability_bars,
)
from .heatmaps import (
    weight_colormap as weight_colormap,
    weight_heatmap as weight_heatmap,
)
from .lengths import (
    beyond_training as beyond_training,
    format_ranges as format_ranges,
    seed_ranges as seed_ranges,
    seed_table as seed_table,
)
from .multiples import Panels as Panels, name_end as name_end
from .runs import (
    courses as courses,
    loss_curves as loss_curves,
    row_dots as row_dots,
)
from .style import use_style as use_style
from .sweeps import sweep as sweep
