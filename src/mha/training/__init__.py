"""Training: one loop for any machine, checkpoints that survive a kill, a command."""
