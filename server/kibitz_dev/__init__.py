"""Development tools. They are not part of the installed package.

`python -m kibitz_dev` writes the generated files and parts of pages, such as the tables of rules and settings.
`python -m kibitz_dev --check` writes nothing and lists stale files, as `tests/project/test_generated.py` does.
"""
