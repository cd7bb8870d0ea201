from .checks import (
    angles as angles,
    attend as attend,
    attention_gradient as attention_gradient,
    block as block,
    cache as cache,
    causal_mask as causal_mask,
    choose as choose,
    decoder as decoder,
    file as file,
    generate as generate,
    head as head,
    heads_in_a_loop as heads_in_a_loop,
    leak as leak,
    learn as learn,
    loss as loss,
    merge_heads as merge_heads,
    moved as moved,
    multi_head as multi_head,
    padding_mask as padding_mask,
    repeat_kv as repeat_kv,
    rotate as rotate,
    sinusoids as sinusoids,
    softmax_gradient as softmax_gradient,
    split_heads as split_heads,
    temperature as temperature,
    top_k as top_k,
)
from .clinic.doctor import doctor as doctor, healthy as healthy
from .clinic.health import Health as Health
from .diagnosis import Diagnosis as Diagnosis
from .whole_file import Progress as Progress
