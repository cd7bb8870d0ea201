"""How results look: tensors as labelled tiles, tables with their numbers right."""
