"""The bounds of the work: how much of a record is read, looked at, tried and told, the same in all notations.

They stand far beyond what people write, so that nothing can take for ever or bury its reader. What they are of is said by who
asks: of findings, names, hands, trades, chunks. Costs and chances, and what belongs to a game or to a form of
picture, are no bounds and stand where they are used; so do the bounds of the protocol and of files, which no record is asked about.
"""

from __future__ import annotations

# What is read.

PARTS = 4000
"""No entry has more parts: it is read anew with every key in it, which takes 10 to 40 milliseconds at that size."""
ENTRIES = 1000
"""So many entries are read of what nothing cuts: players of a grimoire, tags above a game. People write some twenty."""

# What is looked at.

RECENT = 64
"""So many entries or chunks before a place tell what is usual: what is further away tells less, and costs with every key."""
SHORT = 2000
"""Code points up to which a text is matched as a whole, or looked through for where something in it began."""
TOGETHER = 1000
"""So many records, entries or chunks are gone over for one answer."""
LONG = 100_000
"""Code points from which on a record is too long to be gone over again and again: a tenth of a second goes by at each time."""
STRANGE = 100
"""Of so many things that nobody knows (keys, tables, tags) it is asked what they were meant to be; a record has some ten."""

# What is tried.

WORK = 36_000
"""No candidate is tried any more when so many code points (`Trial.spent`) have been read for others: that takes some 40 ms.

Of 174 rounds of Figgie with a slip, 59 have a clear repair with 28,000, 67 with this and 80 with 60,000, for which the slowest
in twenty takes nearly twice as long.
"""
REPAIRED = 8
"""Of so many findings at once it is found out what was meant."""
SLIPS = 240
"""So many slips of the pen are tried at the most."""
CANDIDATES = 40
"""So many other candidates of one kind."""

# What is told.

PROBLEMS = 100
"""So many problems are told of one thing: a chunk, a table, an item. Nobody would read more."""
RELATED = 8
"""So many other places a finding leads to."""
NAMED = 12
"""So many things of one kind are named in a message; the others are counted."""
MARKED = 80
"""So much of a line is marked where what begins there is not read."""
REPAIRS = 3
"""So many repairs are offered of a finding."""
SHOWN = 250
"""So many findings of a record are shown, and rows told to an agent; how many are left out is said."""
SYMBOLS = 20_000
"""So many records or entries are in an outline; one symbol more counts those behind them."""
LENSES = 500
"""So many records have a line above them that tells of them."""
