"""A hit of the search leads to a place with a name: a section, or a glossary's term."""

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.add_transform(NamePlaces)


class NamePlaces(SphinxTransform):
    """Have each entry of the index lead to what stands around it.

    An entry's own place has a number alone, from which the search can tell no section.
    """

    default_priority = 840  # Sphinx collects the entries at 850

    def apply(self, **options: object) -> None:
        """Change the page's index entries in place."""
        for index in self.document.findall(addnodes.index):
            place = find_place(index)
            index["entries"] = [
                (kind, words, place or own, *rest)
                for kind, words, own, *rest in index["entries"]
            ]


def find_place(node: nodes.Node) -> str:
    """The id of the nearest term or section around a node; "" if there is none."""
    around = node.parent
    while around is not None:
        named = around
        if isinstance(around, nodes.definition_list_item):
            named = around[0]  # its first term
        if isinstance(named, nodes.term | nodes.section) and named["ids"]:
            return named["ids"][0]
        around = around.parent
    return ""
