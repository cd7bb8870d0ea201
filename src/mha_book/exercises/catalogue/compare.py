"""The scores of a batch: each text's words with each other."""


def compare(query, key):
    return query @ key.mT
