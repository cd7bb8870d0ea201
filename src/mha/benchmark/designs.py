"""The designs as they are timed: same weights, same input, each in its own layout."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention.designs import (
    FusedMultiHeadAttention,
    MergedBatchMultiHeadAttention,
    MultiHeadAttentionWrapper,
    SequenceFirstMultiHeadAttention,
)
from mha.attention.interop import convert
from mha.attention.multihead import MultiHeadAttention, split_heads

DESIGNS = {
    "wrapper": MultiHeadAttentionWrapper,
    "split": MultiHeadAttention,
    "sequence first": SequenceFirstMultiHeadAttention,
    "merged batch": MergedBatchMultiHeadAttention,
    "fused": FusedMultiHeadAttention,
}
TORCH, TORCH_WEIGHTS = "torch", "torch with weights"
BARE = "bare sum"


@dataclass(frozen=True)
class BenchmarkCase:
    """One problem: B sentences of T tokens, width E, H heads."""

    batch: int
    tokens: int
    embed_dim: int
    num_heads: int


@dataclass
class Runner:
    """One design, ready to run again and again.

    Attributes:
        call: computes the outputs from inputs that it holds.
        leaves: every tensor that receives a gradient.
        gradients: what the outputs' gradients are taken to be.
        sequence_first: whether outputs and input are (T, B, E), not (B, T, E).
    """

    call: Callable[[], list[Tensor]]
    leaves: list[Tensor]
    gradients: list[Tensor]
    sequence_first: bool = False

    def forward(self) -> list[Tensor]:
        """Outputs, with nothing kept for a backward pass."""
        with torch.no_grad():
            return self.call()

    def backward(self) -> list[Tensor | None]:
        """Forward and backward; returns the gradients and forgets them."""
        torch.autograd.backward(self.call(), self.gradients)
        gradients = [leaf.grad for leaf in self.leaves]
        for leaf in self.leaves:
            leaf.grad = None
        return gradients


def make_runners(
    case: BenchmarkCase, device: str = "cpu", dtype: torch.dtype = torch.float32
) -> dict[str, Runner]:
    """Every design on one case, by name; self-attention with bias, no mask."""
    torch.manual_seed(0)
    base = MultiHeadAttention(case.embed_dim, case.num_heads).to(device, dtype)
    shape = (case.batch, case.tokens, case.embed_dim)
    x, gradient = torch.randn(2, *shape).to(device, dtype)
    runners = {
        name: _own_runner(convert(base, design), x, gradient)
        for name, design in DESIGNS.items()
    }
    theirs = convert(base, nn.MultiheadAttention)
    runners[TORCH_WEIGHTS] = _torch_runner(theirs, x, gradient, need_weights=True)
    runners[TORCH] = _torch_runner(theirs, x, gradient, need_weights=False)
    runners[BARE] = _bare_runner(convert(base, FusedMultiHeadAttention), x, gradient)
    return runners


def compile_runners(runners: dict[str, Runner]) -> dict[str, Runner]:
    """The same designs through `torch.compile`, named so."""
    torch.compiler.reset()  # it compiles one function for 8 modules at most
    return {
        f"{name}, compiled": replace(runner, call=torch.compile(runner.call))
        for name, runner in runners.items()
        if name != BARE
    }


def _own_runner(module: nn.Module, x: Tensor, gradient: Tensor) -> Runner:
    sequence_first = isinstance(module, SequenceFirstMultiHeadAttention)
    if sequence_first:
        x, gradient = (t.transpose(0, 1).contiguous() for t in (x, gradient))
    x = x.clone().requires_grad_()
    leaves = [x, *module.parameters()]
    return Runner(lambda: [module(x)[0]], leaves, [gradient], sequence_first)


def _torch_runner(
    module: nn.Module, x: Tensor, gradient: Tensor, *, need_weights: bool
) -> Runner:
    x = x.clone().requires_grad_()
    return Runner(
        lambda: [module(x, x, x, need_weights=need_weights)[0]],
        [x, *module.parameters()],
        [gradient],
    )


def _bare_runner(
    module: FusedMultiHeadAttention, x: Tensor, gradient: Tensor
) -> Runner:
    """The same projections and kernel, with nothing in between: what is unavoidable."""
    x, mixed = (x.clone().requires_grad_() for _ in range(2))
    packed = module.in_proj(x).detach()  # (B, T, 3·E)
    q, k, v = (
        split_heads(t, module.num_heads).contiguous().requires_grad_()
        for t in packed.chunk(3, dim=-1)
    )
    heads = split_heads(gradient, module.num_heads).contiguous()  # (B, H, T, D)

    def call() -> list[Tensor]:
        attended = F.scaled_dot_product_attention(q, k, v)
        return [module.in_proj(x), attended, module.out_proj(mixed)]

    leaves = [x, q, k, v, mixed, *module.parameters()]
    return Runner(call, leaves, [packed, heads, gradient])
