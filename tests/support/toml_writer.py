"""A writer of random TOML documents: every form of value, key, table and comment. It can also damage them."""

from __future__ import annotations

from random import Random

NAMES = ["a", "b", "c", "a", "b", "Trades", "1", "-", "_x", "true", "inf", "1979-05-27", "1_0"]
QUOTED = [
    '"a"',
    "'b'",
    '"a b"',
    '""',
    "''",
    r'"\u0061"',
    r'"\n"',
    '"="',
    "'#'",
    '"[x]"',
    '"ä"',
    r'"\""',
    '"."',
]
INTEGERS = [
    "0",
    "-0",
    "+1",
    "42",
    "1_000",
    "-17",
    "0xDEAD_beef",
    "0o7_5",
    "0b1_0",
    "9223372036854775807",
    "1" * 30,
]
FLOATS = [
    "0.0",
    "1.5",
    "-0.0",
    "+3.14",
    "1e5",
    "1E+0_2",
    "6.6_2e-3_4",
    "inf",
    "-inf",
    "+inf",
    "nan",
    "-nan",
    "1_0.0_1",
]
BOOLEANS = ["true", "false"]
TIMES = [
    "1979-05-27T07:32:00Z", "1979-05-27 07:32:00.5+05:30", "1979-05-27t07:32:00.999999999-07:00", "1979-05-27",
    "1979-05-27T00:32:00.123", "07:32:00", "00:32:00.999999", "2024-02-29", "23:59:59.1", "0001-01-01T00:00:00z",
]  # fmt: skip
ODD = [
    "01", "1.", ".5", "1__0", "_1", "1_", "0x", "0xg", "1e", "+", "--1", "True", "2023-02-29", "25:00:00", "07:32", "0000-01-01",
    "1979-05-27T", "1979-5-7", "P1", "nul", "+0x1", "1e5.5", "0_1", "1979-05-27 07:32", "1979-05-27 ", "infinity", "-", "2021-01-01T24:00:00Z",
    "1979-05-27T07:32:00+24:00", "1979-05-27T07:32:60Z", "12,5", "0O7", "0B1", "1.e5", "1.5.2", "00:00:00.", "00:00", "1" * 5000,
]  # fmt: skip
SIGNS = [
    "x",
    "word",
    " ",
    "#",
    "=",
    "[",
    "]",
    "{",
    ",",
    "'",
    "é",
    "♠",
    "😀",
    "\t",
    "\ufeff",
    "\u2028",
    "\x85",
    "[[a]]",
    "a = 1",
]
ESCAPES = [r"\b", r"\t", r"\n", r"\f", r"\r", r"\"", r"\\", r"\u00E9", r"\U0001F600", r"\u0000"]
ODD_ESCAPES = [
    r"\q",
    r"\ud800",
    r"\U00110000",
    r"\uD8",
    r"\e",
    r"\x41",
    r"\x4",
    "\\\\\\",
    r"\U0000DFFF",
    "\\ ",
    r"\u+041",
]
NEWER_ESCAPES = [r"\e", r"\x41", r"\x1b"]
NEWER_TIMES = ["07:32", "1979-05-27T07:32", "1979-05-27 07:32Z", "1979-05-27t07:32+01:00"]
DAMAGE = [
    "\n", "\r\n", "\r", " ", "\t", "#", "=", ".", ",", "[", "]", "[[", "]]", "{", "}", '"', "'", '"""', "'''", "\\", "a", "1", "-", "_", "+",
    "\x00", "\x07", "\x7f", "\x0b", "\x0c", "\x1f", "\ufeff", "\ud800", "\u00a0", "\u2028", "é", "true", "a = 1", "[a]", "[[a]]", "\na = ", "\n[b]\n",
    "\n=======\n", "\n<<<<<<< HEAD\n", "x", ":", "\\u", '\\"',
]  # fmt: skip


class Writer:
    """A writer of documents. `odd` is the probability of a value that TOML does not know."""

    def __init__(self, random: Random, odd: float = 0.0, newer: bool = False) -> None:
        self.random = random
        self.odd = odd
        self.newer = newer
        """Whether it writes parts of TOML 1.1."""
        self.used_newer = False
        """Whether it wrote such a part."""
        self.end = random.choice(["\n", "\n", "\r\n"])

    def document(self, lines: int = 12) -> str:
        ends = [self.end] * 8 + ["\n", "\r\n"]
        text = "".join(self.line() + self.random.choice(ends) for _ in range(self.random.randint(0, lines)))
        return text if self.chance(0.7) else text + self.line()

    def line(self) -> str:
        kind = self.random.random()
        if kind < 0.1:
            return self.blank() + self.comment(0.5)
        if kind < 0.25:
            return f"{self.blank()}[{self.blank()}{self.key()}{self.blank()}]{self.blank()}{self.comment()}"
        if kind < 0.4:
            return f"{self.blank()}[[{self.blank()}{self.key()}{self.blank()}]]{self.blank()}{self.comment()}"
        return f"{self.blank()}{self.pair(3)}{self.blank()}{self.comment()}"

    def pair(self, depth: int) -> str:
        return f"{self.key()}{self.blank()}={self.blank()}{self.value(depth)}"

    def key(self) -> str:
        dot = f"{self.blank()}.{self.blank()}"
        return dot.join(self.part() for _ in range(self.random.choice([1, 1, 1, 2, 2, 3])))

    def part(self) -> str:
        return self.random.choice(NAMES if self.chance(0.8) else QUOTED)

    def value(self, depth: int) -> str:
        if self.chance(self.odd):
            return self.random.choice(ODD)
        choices = [INTEGERS, FLOATS, BOOLEANS, TIMES]
        kind = self.random.randrange(8 if depth else 6)
        if kind == 3 and self.newer and self.chance(0.2):
            self.used_newer = True
            return self.random.choice(NEWER_TIMES)
        if kind < 4:
            return self.random.choice(choices[kind])
        return self.string() if kind < 6 else self.array(depth - 1) if kind == 6 else self.table(depth - 1)

    def string(self) -> str:
        signs = [self.random.choice(SIGNS) for _ in range(self.random.randrange(4))]
        kind = self.random.randrange(4)
        if kind == 0:
            return "'" + "".join(signs).replace("'", "") + "'"
        if kind == 1:
            signs += self.random.choices(["\n", self.end, "'", "''", '"""', "\\"], k=self.random.randrange(3))
            self.random.shuffle(signs)
            return "'''" + "".join(signs).replace("'''", "") + self.random.choice(["'''", "''''", "'''''"])
        escapes = ESCAPES + (ODD_ESCAPES if self.chance(self.odd) else NEWER_ESCAPES if self.newer else [])
        chosen = self.random.choices(escapes, k=self.random.randrange(3))
        self.used_newer |= any(one in NEWER_ESCAPES for one in chosen)
        signs += chosen
        if kind == 2:
            self.random.shuffle(signs)
            return '"' + "".join(signs) + '"'
        signs += self.random.choices(
            ["\n", self.end, '"', '""', "'''", "\\\n", f"\\ \t{self.end} \n "], k=self.random.randrange(3)
        )
        self.random.shuffle(signs)
        return '"""' + "".join(signs).replace('"""', "") + self.random.choice(['"""', '""""', '"""""'])

    def array(self, depth: int) -> str:
        items = [self.gap() + self.value(depth) + self.gap() for _ in range(self.random.randrange(4))]
        return "[" + ",".join(items) + ("," if items and self.chance(0.3) else "") + self.gap() + "]"

    def table(self, depth: int) -> str:
        blank = self.gap if self.newer and self.chance(0.5) else self.blank
        pairs = [(blank(), self.pair(depth), blank()) for _ in range(self.random.randrange(3))]
        comma = "," if pairs and self.newer and self.chance(0.2) else ""
        last = blank()
        self.used_newer |= bool(comma) or "\n" in last + "".join(left + right for left, _, right in pairs)
        return "{" + ",".join(map("".join, pairs)) + comma + last + "}"

    def gap(self) -> str:
        """Return a text that may be between the values of an array."""
        return self.blank() + "".join(
            self.comment() + self.end + self.blank() for _ in range(self.random.choice([0, 0, 0, 1, 2]))
        )

    def blank(self) -> str:
        return self.random.choice(["", "", "", " ", " ", "\t", "  \t"])

    def comment(self, often: float = 0.15) -> str:
        if not self.chance(often):
            return ""
        return "#" + "".join(
            self.random.choice([*SIGNS, '"""', "]"]) for _ in range(self.random.randrange(4))
        )

    def chance(self, often: float) -> bool:
        return self.random.random() < often

    def damaged(self, text: str) -> str:
        """A text with a few characters or lines added, lost, doubled or moved."""
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            at = self.random.randint(0, len(text))
            kind = self.random.randrange(5)
            if kind == 0:
                text = text[:at] + text[at + self.random.choice([1, 1, 1, 2, 5]) :]
            elif kind in {1, 2}:
                text = text[:at] + self.random.choice(DAMAGE) + text[at:]
            else:
                lines = text.splitlines(keepends=True) or [""]
                line = self.random.randrange(len(lines))
                if kind == 3:
                    lines.insert(self.random.randrange(len(lines) + 1), lines[line])
                else:
                    del lines[line]
                text = "".join(lines)
        return text
