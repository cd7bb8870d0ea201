"""The last two axes change places: what `@` wants of the keys."""


def turned(key):
    return key.mT
