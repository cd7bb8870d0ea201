"""Routes through the book for a course of so many hours."""

from mha_book.teaching.course.reference import reference as reference
from mha_book.teaching.course.routes import route as route
