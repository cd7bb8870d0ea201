"""What runs in the worker, in MicroPython, around a reader's listing."""
