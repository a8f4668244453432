"""The trace: what is said between client and server, for whoever looks for a fault."""

from __future__ import annotations

import json
from collections.abc import Callable

from kibitz.lsp.transport import Json

OFF, MESSAGES, VERBOSE = "off", "messages", "verbose"
LOG_TRACE = "$/logTrace"
LONGEST = 2000
"""How many characters of a message are shown."""


class Tracer:
    """Tells the client of each message, once that has been asked for by `$/setTrace` or the setting `trace`."""

    def __init__(self, say: Callable[[str, Json], None]) -> None:
        self._say = say
        self.level = OFF

    def set(self, level: Json) -> None:
        """What is none of the three levels changes nothing."""
        if level in (OFF, MESSAGES, VERBOSE):
            self.level = level

    def note(self, way: str, message: Json) -> None:
        """Tells of a message that was `received` or `sent`."""
        if self.level == OFF or not isinstance(message, dict) or message.get("method") == LOG_TRACE:
            return
        what = f"{message['method']}" if "method" in message else "the answer"
        number = f" to {message['id']}" if "method" not in message else f" {message.get('id', '')}".rstrip()
        told = {"message": f"{way} {what}{number}"}
        if self.level == VERBOSE:
            told["verbose"] = json.dumps(message.get("params", message.get("result", message.get("error"))))[
                :LONGEST
            ]
        self._say(LOG_TRACE, told)
