"""On which device, in how many processes, and what each of them does."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import torch
from accelerate import Accelerator, PartialState
from accelerate.state import AcceleratorState
from accelerate.utils import find_batch_size, send_to_device, slice_tensors
from torch import nn

MOST_EPOCHS = 9_999  # of one seed, so that no seed's epoch is another's
DEVICES = ("cpu", "cuda", "mps")
Batch = Any  # tensors that share their first axis, in a dict or a list


def make_accelerator(device: str, mixed_precision: str = "no") -> Accelerator:
    """What `accelerate` needs to know, whatever an earlier training told it.

    Raises:
        ValueError: there is no such device, or it has no such precision.
    """
    check_device(device, mixed_precision)
    # One state serves the whole process, and refuses another device or precision.
    AcceleratorState._reset_state(reset_partial_state=True)
    return Accelerator(cpu=device == "cpu", mixed_precision=mixed_precision)


@contextmanager
def prepared(
    accelerator: Accelerator, model: nn.Module, optimizer: torch.optim.Optimizer
) -> Iterator[tuple[nn.Module, torch.optim.Optimizer]]:
    """Both as `accelerate` wants them; afterwards the model is as it was.

    Its marks would outlast the training: the model would go on casting, and the next
    training's precision be ignored.
    """
    try:
        yield accelerator.prepare(model, optimizer)
    finally:
        accelerator.unwrap_model(model, keep_fp32_wrapper=False)
        for mark in ("forward", "_is_accelerate_prepared"):
            vars(model).pop(mark, None)


@contextmanager
def joined(device: str) -> Iterator[None]:
    """Meet the other processes, if there are any; in the end part from them."""
    state = PartialState(cpu=device == "cpu")
    yield
    state.destroy_process_group()


def check_device(device: str, mixed_precision: str = "no") -> None:
    """Raise ValueError unless torch finds the device, and it has the precision."""
    found = torch.accelerator.current_accelerator(check_available=True)
    if device != "cpu" and (found is None or found.type != device):
        raise ValueError(f"device {device}: torch finds {found or 'a CPU alone'}")
    if device == "cpu" and mixed_precision == "fp16":
        raise ValueError("fp16 needs a GPU; on a CPU, bf16 works")


def check_launch(environment: Mapping[str, str] = os.environ) -> None:
    """Raise ValueError where a launcher was told of several processes but made one.

    `accelerate launch --cpu --num_processes 2` says where the processes shall meet,
    and then starts a single one, which has no rank.
    """
    if "MASTER_PORT" in environment and "RANK" not in environment:
        raise ValueError(
            "accelerate launch --cpu starts one process alone; for several on a CPU: "
            "torchrun --standalone --nproc_per_node 2 -m mha_book.experiments.cli …"
        )


def seed_epoch(
    accelerator: Accelerator, generator: torch.Generator, seed: int, epoch: int
) -> None:
    """The same order of batches in every process, and dropout of its own in each."""
    shared = seed * (MOST_EPOCHS + 1) + epoch
    torch.manual_seed(shared + (accelerator.process_index << 50))
    generator.manual_seed(shared)


def take_share(accelerator: Accelerator, batch: Batch) -> tuple[Batch, float]:
    """This process's rows of a batch, and what their mean loss counts.

    Batches are padded as a whole and then shared, so that each row is what it would
    be in one process. The processes' gradients are averaged: one with more rows than
    the others counts more, in proportion.

    Returns:
        Rows rank, rank + processes, and so on, on the process's device; their number
        as a share of the mean number. Where there are fewer rows than processes, the
        last ones get a row that counts 0.
    """
    rank, processes = accelerator.process_index, accelerator.num_processes
    rows = find_batch_size(batch)
    own = slice_tensors(batch, slice(rank if rank < rows else 0, None, processes))
    part = len(range(rank, rows, processes)) * processes / rows
    return send_to_device(own, accelerator.device), part
