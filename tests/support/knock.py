"""A program that becomes a forked server: `python -I -S knock.py DOOR`, with its own streams, folder and environment.

It imports little, so that it starts at once. `forked.py` has the other side.
"""

import os
import signal
import socket
import sys

NUMBER = 20


def main(door: str) -> int:
    read, write = os.pipe()
    first = (
        f"import os; os.chdir({os.getcwd()!r}); os.environ.clear(); os.environ.update({dict(os.environ)!r})"
    )
    with socket.socket(socket.AF_UNIX) as way:
        way.connect(door)
        socket.send_fds(way, [first.encode()], [0, 1, 2, write])
    # The streams end when the server closes them.
    for one in (0, 1, 2, write):
        os.close(one)
    os.read(read, NUMBER)
    status = int(os.read(read, NUMBER) or 1)
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
