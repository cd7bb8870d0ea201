"""Two pushes down the slope of (w − aim)²."""


def descend(w, aim, rate):
    for _ in range(2):
        slope = 2 * (w - aim)
        w = w - rate * slope
    return w
