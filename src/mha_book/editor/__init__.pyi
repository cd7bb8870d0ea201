from .widget import Editor as Editor
