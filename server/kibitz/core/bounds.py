"""Limits of work in all notations: how much of a record is read, searched, tried, kept and shown.

They are far above the size of records that people write, so that no text takes forever or floods its reader. Costs and
probabilities are not limits. A limit of one game, one algorithm, one kind of preview, the protocol or files is defined
where it is used.
"""

from __future__ import annotations

# Reading

PARTS = 4000
"""Parts of one entry. A keystroke reads an entry again: an event of this size takes 4 ms, an array of TOML 60 ms."""
ENTRIES = 1000
"""Entries that are read where no split point is possible: players of a grimoire (30 ms) or tags above a game (15 ms)."""

# Searching

RECENT = 64
"""Entries or chunks before a place from which habits are learnt."""
SHORT = 2000
"""Code points up to which a text is matched as a whole."""
GONE_OVER = 1000
"""Records, entries or chunks that one answer goes over."""
LONG = 100_000
"""Code points above which a record is not gone over repeatedly: each time takes 30 to 800 ms."""
STRANGE = 100
"""Unknown things, such as keys or tags, for which a similar known one is searched."""

# Trying

WORK = 36_000
"""Code points (`Trial.spent`) after which a search tries no further candidate. They take some 40 ms.

A clear repair is found in 59 of 174 rounds of Figgie with 28,000, in 67 with 36,000 and in 80 with 60,000. With 60,000 the
slowest in twenty takes nearly twice as long.
"""
FIXING = 3 * WORK
"""Code points (`Trial.spent`) for all findings of a record in one pass of `--fix --unsafe`, which makes several passes."""
REPAIRED = 8
"""Findings whose repairs are searched at once."""
SLIPS = 100
"""Typos that a search tries. With 240 no more of 505 slips are fixed, and the slowest searches take twice as long."""
OFFERED = 12
"""Completion items, and missing entries, that a search tries. With 40 of them :data:`WORK` ends before likelier ones."""
CANDIDATES = 40
"""Other candidates of one kind that a notation proposes."""

MENDED, CALM = 3, 3
"""Mistakes in a game after which the check goes on, and entries without a mistake that must follow each repair."""

# The numbers of latest answers that caches keep (`latest` in `core/memory.py`).

CACHED_RECORDS = 16
"""Cached records and other large values. With 4 instead, the key in a round of 60 trades takes twice as long."""
SOME = 256
"""Cached positions of games, or sums over some chunks."""
CACHED_VALUES = 4096
"""Cached small values, such as a row of a board. With a quarter, `kibitz stats` of 2,000 hands takes 7 % longer."""

# Reporting

PROBLEMS = 100
"""Problems that are reported of one chunk, table or item."""
SHOWN = 250
"""Findings of a record that editors show, and rows that an agent gets. A note shows the number of the others."""
RELATED = 8
"""Other places that a finding refers to."""
NAMED = 12
"""Things of one kind that a message names. It counts the others."""
MARKED = 80
"""Characters that are underlined where the rest of a line is not read."""
REPAIRS = 3
"""Repairs that are offered for a finding."""
SYMBOLS = 20_000
"""Records in an outline, which takes 0.2 s. One more symbol counts the others."""
LENSES = 500
"""Records with a lens above them."""
