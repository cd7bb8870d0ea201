"""`learn` as the check knows it: one step of training."""

from mha.check.catalogue.loss_of import loss_of


def learn(model, optimizer, ids):
    loss = loss_of(model, ids)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
