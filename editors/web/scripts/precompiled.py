"""What attrs and cattrs make up and compile when the server starts, compiled when the page was built.

Making the classes of the protocol is the slowest part of the start, and compiling is more than half of it. What is
compiled depends on nothing but its text, so the code of a text can be kept. The build has the server start once and
keeps what this has gathered then.
"""

import collections
import marshal
from pathlib import Path

from attr import _make

KEPT = Path(__file__).with_name("precompiled.bin")

codes = marshal.loads(KEPT.read_bytes()) if KEPT.exists() else {}  # noqa: S302 - it came with this file.
"""The code of each text; those of a text that is new are added."""


def compiled(source, name, mode):
    """As `compile`, which a module that has this one under that name calls instead."""
    code = codes.get(source)
    if code is None:
        code = codes[source] = compile(source, name, mode)
    return code


def evaluated(source, names):
    """As `eval`: each class of named tuples makes its `__new__` with it."""
    return eval(compiled(source, "<namedtuple>", "eval"), names)  # noqa: S307


_make.compile = compiled
collections.eval = evaluated

# Only now, because cattrs has attrs make some classes.
from cattrs import gen  # noqa: E402

gen.compile = compiled
