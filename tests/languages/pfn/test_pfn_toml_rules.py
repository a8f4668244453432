"""TOML 1.0, rule by rule: each allowed and forbidden part alone."""

from __future__ import annotations

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.core.values import Severity, Span
from kibitz.languages import load
from test_pfn_toml import agrees, loaded

PFN = load("pfn")

VALID = [
    # Comments, spaces, line ends
    "", "\n", "\r\n", "# é ♠ \t#", "#", "\t a\t=\t1\t#\t", "a = 1\r\nb = 2\r\n", "a=1", "\n\n[a]\n\n", "# \U0001F600",
    # Keys
    "1 = 1", "-_- = 1", "0x = 1", '"" = 1', "'' = 1", '"a.b".c = 1', "a . b = 1", "true = 1", "inf.nan = 1", '"\\u00e9" = 1', "1.2 = 3",
    "2025-01-01 = 1", "a.b = 1\na.c = 2", "[a]\nb.c = 1\n[a.d]", '"#" = 1', "'\"' = 1", "[ a . 'b' ] # c",
    # Strings
    'a = ""', "a = ''", 'a = "\\b\\t\\n\\f\\r\\"\\\\"', 'a = "\\u0000\\U0010FFFF"', "a = '\\'", "a = '\"'", 'a = "#[]{}=,"', 'a = "\t"',
    'a = """"""', "a = ''''''", 'a = """\n"""', 'a = """a""b"c"""', 'a = """"quoted""""', 'a = """""x"""""', "a = '''''x'''''", "a = '''\n\\\n'''",
    'a = """x \\\n\n   y"""', 'a = """x \\  \n y"""', 'a = """\r\nx\r\n"""', "a = '''it''s'''", 'a = """[b]\nc = 1\n"""', "a = '\x80\u2028'",
    # Numbers
    "a = 0", "a = +0", "a = -0", "a = 1_2_3", "a = 0xfF_0", "a = 0o7_0", "a = 0b1_0", "a = 0x00", "a = 0.0", "a = -0.0", "a = 1e1", "a = 1E+01",
    "a = 1_0.0_1e-1_0", "a = 0e0", "a = inf", "a = +inf", "a = -nan", "a = 9223372036854775807",
    # Booleans, dates
    "a = true", "a = false", "a = 2024-02-29", "a = 00:00:00", "a = 23:59:59.999999999", "a = 2025-01-01T00:00:00Z", "a = 2025-01-01 00:00:00z",
    "a = 2025-01-01t00:00:00-23:59", "a = 0001-01-01", "a = 9999-12-31T23:59:59.9",
    # Arrays, inline tables
    "a = []", "a = [ ]", "a = [1,]", "a = [\n1\n,\n# x\n2\n,\n]", 'a = [1, "x", [], {}]', "a = [[1], [2, [3]]]", "a = {}", "a = { }", "a = {b=1}",
    "a = {b.c=1, b.d=2}", "a = {b = [\n1\n]}", 'a = {b = """\n"""}', "a = [{b=1}, {b=2}]", "a = [[]]\n[b]",
    # Tables
    "[a.b]\n[a]", "[a]\n[a.b]", "[[a]]\n[[a]]", "[[a]]\n[a.b]\n[[a]]\n[a.b]", "[[a]]\n[[a.b]]\n[[a.b]]", "[a.b.c]\nd=1\n[a]\nd=1", "[a]\nb.c=1\n[a.d]",
    "[[a.b]]\n[a]", "['a']\n[\"b\"]", "[a]\n[b]\n[a.c]",
]  # fmt: skip

INVALID = [
    # Comments, spaces, line ends
    "# \x00", "# \x07", "# \x7f", "# a\rb", "\ra = 1", "a = 1\r", "a = 1 b = 2", "\x0b", "\x0c", "a = 1\x00", "\u00a0a = 1", "\ufeffa = 1",
    # Keys
    "= 1", "a", "a =", "a = # x", "a.\n", ".a = 1", "a..b = 1", "a b = 1", "é = 1", "a! = 1", '"a = 1', "'a\n' = 1", '"""a""" = 1', "a = 1\na = 2",
    "a = 1\na.b = 2", "a.b = 1\na = 2", "a.b = 1\na.b.c = 2", '"a" = 1\na = 2', "a\n= 1", "a =\n1", "[a\nb]", "a : 1", '"\\q" = 1',
    # Strings
    'a = "', "a = '", 'a = "x\n"', "a = 'x\n'", 'a = "\\q"', 'a = "\\u12"', 'a = "\\ud800"', 'a = "\\U00110000"', 'a = "\\', 'a = "\x00"', "a = '\x7f'",
    'a = """', "a = '''", 'a = """\x08"""', 'a = """\r"""', 'a = """a"""""""', "a = '''a''''''", 'a = """\\ x"""', 'a = "a" "b"', "a = x", 'a = "\x1f"',
    "a = “x”", "a = '''\x00'''",
    # Numbers
    "a = 01", "a = -01", "a = 1__0", "a = _1", "a = 1_", "a = 0x", "a = 0xg", "a = 0X1", "a = -0x1", "a = +0b1", "a = 0b2", "a = 0o8", "a = 1.", "a = .1",
    "a = 1.e1", "a = 1e", "a = 1e1.0", "a = 1._0", "a = 1_.0", "a = 00.1", "a = ++1", "a = - 1", "a = Inf", "a = NaN", "a = 1,5", "a = 1 000", "a = 0_0",
    "a = 0x_1", "a = 1e_1", "a = 1e1_",
    # Booleans, dates
    "a = True", "a = FALSE", "a = tru", "a = 2025-1-1", "a = 2025-02-29", "a = 2025-13-01", "a = 2025-00-01", "a = 2025-01-01T", "a = 24:00:00",
    "a = 00:60:00", "a = 00:00:61", "a = 1:00:00", "a = 2025-01-01T00:00:00+24:00", "a = 2025-01-01T00:00:00+1:00", "a = 0000-01-01", "a = 10000-01-01",
    "a = 2025-01-01  00:00:00", "a = 00:00:00.", "a = 2025-01-0100:00:00", "a = 2025-01-01T00:00:00+01",
    # Arrays, inline tables
    "a = [", "a = [1", "a = [1 2]", "a = [,]", "a = [1,,2]", "a = ]", "a = [1]]", "a = [}", "a = {", "a = {b}", "a = {b=1 c=2}", "a = {,}", "a = {b=1,,}",
    "a = {b=1, b=2}", "a = {b=1, b.c=2}", "a = {b.c=1, b=2}", "a = {b=1]", "a = [1] 2", "a = {}\n[a]", "a = {}\na.b = 1", "a = []\n[[a]]", "a = [{}]\n[a.b]",
    "a = {b={}}\n[a.b]", "a = [b = 1]", "a = {[b]}",
    # Tables
    "[", "[]", "[a", "[a]]", "[[a]", "[[a]] x", "[a] b = 1", "[a]\n[a]", "[a.b]\n[a.b]", "a = 1\n[a]", "[a]\nb = 1\n[a.b]", "[a]\n[[a]]", "[[a]]\n[a]",
    "[a]\nb.c = 1\n[a.b]", "[a.b]\n[a]\nb.c = 1", "a.b = 1\n[a]", "[[a.b]]\n[a.b]", "[[a]]\nb = 1\n[a.b]", "[ [a]]", "[[a] ]", "[a.]", "[.a]", "[a..b]",
    "[a b]", "[[a]]\nb = []\n[[a.b]]", "[=]", "[a#]", '["a]',
]  # fmt: skip

NEWER = [
    'a = "\\e"', 'a = "\\x41"', 'a = """\\x41"""', '"\\e" = 1', "a = 12:30", "a = 2025-01-01T12:30", "a = 2025-01-01 12:30Z", "a = {b=1,}", "a = {\n}",
    "a = {b=1\n}", "a = {\nb=1, c=2}", "a = {b=1, # x\n c=2}", "a = [{b=1,}]", "a = {b={c=1,}}",
]  # fmt: skip


@pytest.mark.parametrize("text", VALID, ids=repr)
def test_valid(text: str) -> None:
    assert loaded(text) is not None
    agrees(text, newer=False)


@pytest.mark.parametrize("text", INVALID, ids=repr)
def test_invalid(text: str) -> None:
    assert loaded(text) is None
    agrees(text)


@pytest.mark.parametrize("text", NEWER, ids=repr)
def test_newer(text: str) -> None:
    """kibitz reads TOML 1.0, also if the installed tomli reads TOML 1.1."""
    found = [one for one in Analysis.of(PFN, text).diagnostics() if one.rule.code < "PFN100"]
    assert [(one.rule.slug, one.severity) for one in found] == [("toml-1-1", Severity.ERROR)]


@pytest.mark.parametrize("text", [text for text in INVALID if "\n" not in text and text.strip()], ids=repr)
def test_error_hides_no_later_line(text: str) -> None:
    """Neither the findings of later lines nor their values."""
    for end in ("\n", "\r\n"):
        analysis = Analysis.of(PFN, f"{text.rstrip(chr(13))}{end}[Deal]{end}P1 = 5{end}P1 = 6{end}")
        slugs = [one.rule.slug for one in analysis.diagnostics()]
        assert "duplicate-key" in slugs


@pytest.mark.parametrize("text", [*VALID, *INVALID, *NEWER], ids=repr)
def test_range_is_formatted_like_the_whole(text: str) -> None:
    """Formatting of a part gives the lines that formatting of all gives there, and touches nothing else."""
    text = f"[x]\ny=1\n{text}\n[z]\ny=2\n"
    document = Analysis.of(PFN, text).document
    whole = apply(text, format_document(document, Preferences()))
    for at in (0, len(text) // 2, len(text)):
        part = apply(text, format_document(document, Preferences(), Span(at, at)))
        lines = [line for line in part.split("\n") if line not in text.split("\n")]
        assert set(lines) <= set(whole.split("\n"))


def test_equal_chunks_of_a_table_share_no_names() -> None:
    """The second one takes every name that the first one has."""
    chunk = "a = 1\n" * 5 + f"# {'x' * PFN.chunk_size}\n"
    analysis = Analysis.of(PFN, chunk * 3)
    assert [place.text for place in analysis.document.places()].count(chunk) > 1
    assert [one.rule.code for one in analysis.diagnostics()].count("PFN020") == 3 * 5 - 1
