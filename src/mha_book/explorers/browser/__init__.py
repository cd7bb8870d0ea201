"""Who attends to whom, in every head of a trained model."""
