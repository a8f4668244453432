"""The bounds of the work: how much of a record is read, looked at, tried, kept and told, the same in all notations.

They stand far beyond what people write, so that nothing takes for ever or buries its reader. Of what they are is said by who
asks: of findings, names, hands, trades, chunks. Costs and chances are no bounds; what belongs to one game, one algorithm or one
form of picture, to the protocol or to files stands where it is used, with its reason.
"""

from __future__ import annotations

# What is read.

PARTS = 4000
"""No entry has more parts, as it is read anew with every key in it: an event of as many takes 4 ms, an array of TOML 60."""
ENTRIES = 1000
"""So many entries are read of what nothing cuts: players of a grimoire take 30 ms then, tags above a game 15. People write some twenty."""

# What is looked at.

RECENT = 64
"""So many entries or chunks before a place tell what is usual: what is further away tells less, and costs with every key."""
SHORT = 2000
"""Code points up to which a text is matched as a whole, or looked through for where something in it began."""
GONE_OVER = 1000
"""So many records, entries or chunks are gone over for one answer."""
LONG = 100_000
"""Code points from which on a record is not gone over again and again: each time takes 30 to 800 ms, as much as is wrong in it."""
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
SLIPS = 100
"""Typos that a search tries at most. With 240 no more of 505 slips are fixed, and the slowest searches take twice as long."""
OFFERED = 12
"""So many are tried of the completions at a finding, and of the entries that may have been left out there. With 40 of them
:data:`WORK` ends before likelier ones are tried."""
CANDIDATES = 40
"""So many other candidates of one kind, as a notation knows them."""

# The numbers of latest answers that caches keep (`latest` in `core/memory.py`).

FEW = 16
"""So many records, or other things as large. With 4 tables of what players may have a round of 60 trades takes nearly twice as
long; with 64 it is no quicker."""
SOME = 256
"""So many positions of games, or sums over some chunks."""
MANY = 4096
"""So many small things: a row of a board, a turned tile, a trade. With a quarter of that, `kibitz stats` of 2,000 hands takes 7 % longer."""

# What is told.

PROBLEMS = 100
"""So many problems are told of one thing: a chunk, a table, an item. Nobody would read more."""
SHOWN = 250
"""So many findings of a record are shown, and rows told to an agent; how many are left out is said."""
RELATED = 8
"""So many other places a finding leads to."""
NAMED = 12
"""So many things of one kind are named in a message; the others are counted."""
MARKED = 80
"""So much of a line is marked where what begins there is not read."""
REPAIRS = 3
"""So many repairs are offered of a finding."""
SYMBOLS = 20_000
"""So many records are in an outline, which takes 0.2 s to make; one symbol more counts those behind them."""
LENSES = 500
"""So many records have a line above them that tells of them."""
