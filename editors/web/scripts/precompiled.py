"""Code that attrs and cattrs generate and compile when the server starts, compiled when the page was built.

Making the classes of the protocol is the slowest part of the start, and more than half of that is compiling. The code depends only on
its text, so it can be kept. The build starts the server once and keeps all code that it compiles.
"""

import collections
import marshal
from pathlib import Path

from attr import _make

KEPT = Path(__file__).with_name("precompiled.bin")

codes = marshal.loads(KEPT.read_bytes()) if KEPT.exists() else {}  # noqa: S302 - it came with this file.
"""The code of each text. Code of new texts is added."""


def compiled(source, name, mode):
    """Return the code of a text. Modules call this instead of `compile`."""
    code = codes.get(source)
    if code is None:
        code = codes[source] = compile(source, name, mode)
    return code


def evaluated(source, names):
    """Return the value of an expression. Named tuples call this instead of `eval` for their `__new__`."""
    return eval(compiled(source, "<namedtuple>", "eval"), names)  # noqa: S307


_make.compile = compiled
collections.eval = evaluated

# Only now, because cattrs has attrs make some classes.
from cattrs import gen  # noqa: E402

gen.compile = compiled
