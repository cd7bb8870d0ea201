"""Solutions stand at the end of the book, and each exercise says where."""

from collections.abc import Iterable

from bs4 import BeautifulSoup, Tag

from mha_book.publish.chapter import Chapter
from mha_book.publish.ids import place

PAGE = "solutions"  # the name of the chapter that holds them
TITLE = "Solutions"
# Of exercises in the text, and of those that answer on the page.
SOLUTION = "details.mha-solution"
ANSWER = ".mha-questions > li > details"


def gather_solutions(chapters: Iterable[Chapter]) -> Chapter | None:
    """Move the solutions of all chapters into one of their own; None without any."""
    parts = [part for chapter in chapters if (part := move_solutions(chapter))]
    if not parts:
        return None
    heading = f'<section id="{PAGE}--all"><h1>{TITLE}</h1></section>'
    body = BeautifulSoup(heading, "html.parser")
    body.select("section")[0].extend(parts)
    return Chapter(PAGE, TITLE, body)


def move_solutions(chapter: Chapter) -> Tag | None:
    """The solutions of a chapter under its title, each taken from where it was."""
    found = chapter.body.select(f"{SOLUTION}, {ANSWER}")
    if not found:
        return None
    part = chapter.new("section", id=place(PAGE, chapter.page))
    part.append(chapter.new("h2", chapter.title))
    for number, solution in enumerate(found, 1):
        solution.attrs.setdefault("id", place(chapter.page, f"answer-{number}"))
        part.append(move(chapter, solution))
    return part


def move(chapter: Chapter, solution: Tag) -> Tag:
    """A solution as a section, with links from its exercise and back."""
    exercise, name = exercise_of(solution), str(solution["id"])
    asked = str(exercise.attrs.setdefault("id", f"{name}-question"))
    section = chapter.new("section", id=name, class_="book-solution")
    section.append(title_of(chapter, exercise))
    solution.select("summary")[0].decompose()
    exercise.append(chapter.pointer("Solution", name))
    section.extend(list(solution.contents))
    section.append(chapter.pointer("Exercise", asked))
    solution.decompose()
    return section


def exercise_of(solution: Tag) -> Tag:
    """What a solution solves: what it stands in, or the exercise before it.

    Raises:
        ValueError: there is none.
    """
    exercise = solution.find_parent("li") or solution.find_previous(class_="exercise")
    if exercise is None:
        raise ValueError(f"no exercise stands before the solution {solution['id']!r}")
    return exercise


def title_of(chapter: Chapter, exercise: Tag) -> Tag:
    """A heading that says what an exercise says of itself, its level too."""
    title = exercise.select(".admonition-title, strong")[0]
    heading = chapter.new("h3")
    heading.extend(BeautifulSoup(title.decode_contents(), "html.parser").contents)
    return heading
