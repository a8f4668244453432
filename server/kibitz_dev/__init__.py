"""What keeps the repository in order; no part of the package that is installed.

`python -m kibitz_dev` writes anew whatever is made from something else: tables of rules and of settings in the pages.
`python -m kibitz_dev --check` writes nothing and names what is stale, as `tests/test_generated.py` does.
"""
