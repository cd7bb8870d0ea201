from .progress import Progress as Progress
from .widget import Exercises as Exercises
