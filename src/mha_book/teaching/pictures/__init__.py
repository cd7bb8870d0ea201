"""The book's pictures as files, for slides and handouts."""

from mha_book.teaching.pictures.shown import picture_files as picture_files
