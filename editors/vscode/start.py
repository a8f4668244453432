"""Starts the server that stands beside this file, whatever else is installed.

It is run as `python -I -S start.py lsp`, so that the environment, the working folder and installed packages don't matter.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "python"))

from kibitz.cli import main  # noqa: E402

sys.exit(main())
