"""Start the server next to this file, regardless of other installations.

Run it as `python -I -S start.py lsp`, so that the environment, the working folder and installed packages have no effect.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "python"))

from kibitz.cli import main  # noqa: E402

sys.exit(main())
