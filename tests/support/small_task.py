"""A task of training that is learned in a second, and what a model learned of it."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, RandomSampler, TensorDataset

from mha.training.loop import Task

N, WIDTH, CLASSES = 57, 5, 3  # the last batch of 7 has one row


def step(model, batch):
    x, y = batch
    logits = model(x)
    return F.cross_entropy(logits, y), logits.argmax(-1) == y


def problem(step=step, dropout=0.3):
    """A small network, and points whose class is their largest feature's."""
    torch.manual_seed(0)
    x = torch.randn(N, WIDTH)
    data = TensorDataset(x, x[:, :CLASSES].argmax(-1))
    generator = torch.Generator()
    task = Task(
        step=step,
        training=DataLoader(data, 7, sampler=RandomSampler(data, generator=generator)),
        validation=DataLoader(data, 11),
        generator=generator,
    )
    layers = (nn.Linear(WIDTH, 16), nn.ReLU(), nn.Dropout(dropout))
    return nn.Sequential(*layers, nn.Linear(16, CLASSES)), task


def weights(model):
    return torch.cat([p.detach().flatten() for p in model.parameters()])
