"""Train in as many processes as a launcher starts; each writes down what it saw."""

import sys
from pathlib import Path

import torch
from accelerate import PartialState

from mha.training.loop import train
from small_task import problem, step, weights

if __name__ == "__main__":
    out, rows = Path(sys.argv[1]), {True: [], False: []}

    def spying(model, batch):
        rows[model.training].append(batch[0])
        return step(model, batch)

    model, task = problem(spying, dropout=0.0)
    table = train(model, task, epochs=3, learning_rate=0.02, out=out / "run")
    state = PartialState()
    found = {"weights": weights(model), "rows": rows, "table": table.to_dict("list")}
    torch.save(found, out / f"{state.process_index}-of-{state.num_processes}.pt")
    state.destroy_process_group()
