"""The cheat sheet's tables: shapes, counts, faults, tests, and the file in outline."""

from mha_book.teaching.glance.counts import counts as counts
from mha_book.teaching.glance.faults import silent_faults as silent_faults
from mha_book.teaching.glance.outline import outline as outline
from mha_book.teaching.glance.shapes import shapes as shapes
from mha_book.teaching.glance.usual import usual_tests as usual_tests
