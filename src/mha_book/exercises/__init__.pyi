from .widget import Exercises as Exercises
