"""What ``mha-train`` can learn: one module per task."""
