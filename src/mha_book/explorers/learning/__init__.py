"""LearningExplorer: a model learns to copy before its reader's eyes."""
