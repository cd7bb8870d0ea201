"""JupyterLab as `make lab` starts it: on the index, in the look of the pages."""

from mha_book.site.lab import Chapters, style_folder

c = get_config()  # noqa: F821
c.LabApp.default_url = "/lab/tree/index.md"
c.LabApp.custom_css = True
c.ServerApp.tornado_settings = {"static_custom_path": [style_folder()]}
c.ServerApp.contents_manager_class = Chapters
