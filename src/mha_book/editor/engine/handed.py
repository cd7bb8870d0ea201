"""Matrices are handed to a reader's layer, as `mha.check.handover` does it in full."""

from torch import nn


class Unfit(Exception):
    """The layer cannot take the numbers: a kind that tells it apart, and a sentence."""


def as_function(layer, roles):
    """Turn a class into a function of (x, matrices …, further sizes …, mask).

    Args:
        layer: a class, built by the width of x and the sizes; a function stays.
        roles: for each matrix (in, out), the words that a parameter's name can have.
    """
    if not isinstance(layer, type):
        return layer

    def call(x, *given):
        matrices, rest = given[: len(roles)], given[len(roles) :]
        built = layer(x.shape[-1], *rest[:1])
        try:
            give(built, dict(zip(roles, matrices)))
        except Unfit:
            if _is_unwritten(built, x, rest[1:]):
                return None
            raise
        return built(x, *rest[1:])

    return call


def _is_unwritten(layer, x, rest):
    """Whether it gives nothing yet: of that, no count of parameters says more."""
    try:
        return layer(x, *rest) is None
    except Exception:
        return False


def give(layer, matrices):
    """Put matrices (in, out) into a layer's parameters by their names; biases get 0."""
    total = 0
    # By name, as there: here attributes come in no order.
    for path, module in sorted(layer.named_modules(), key=_name_of):
        for own, parameter in sorted(module.own_parameters(), key=_name_of):
            if own.endswith("bias"):
                parameter.zero_()
                continue
            total += parameter.numel()
            name = f"{path}.{own}".strip(".")
            matrix = _matrix_for(name, matrices)
            turned = matrix.T if isinstance(module, nn.Linear) else matrix
            parameter.copy_(_part(name, turned, parameter))
    wanted = sum([one.numel() for one in matrices.values()])
    if total != wanted:
        raise Unfit(f"{total} parameters", _counted(total, wanted))


def _name_of(pair):
    return pair[0]


def _counted(total, wanted):
    said = f"It has {total} numbers to learn, biases not counted; expected {wanted}: "
    if total < wanted:
        few = "does a layer stand in a plain list, is one used twice, or one missing?"
        return said + few
    return said + "which is too many?"


def _matrix_for(name, matrices):
    """What belongs into a parameter; the innermost word of its name says most."""
    for part in reversed(name.lower().replace("_", ".").split(".")):
        for words, matrix in matrices.items():
            if part in words.split():
                return matrix
    raise Unfit(
        f"name {name}",
        f"What its parameter {name} is for, its name does not say. Please call it "
        "query, key, value or output.",
    )


def _part(name, matrix, parameter):
    """The matrix, or one head's rows of it."""
    if matrix.shape == parameter.shape:
        return matrix
    index = [one for one in name.split(".") if one.isdigit()]
    head, rows = int(index[0]) if index else 0, len(parameter)
    part = matrix[head * rows : (head + 1) * rows]
    if part.shape == parameter.shape:
        return part
    found, wanted = tuple(parameter.shape), tuple(matrix.shape)
    raise Unfit(f"{name} {found}", f"Its {name} has shape {found}; expected {wanted}.")
