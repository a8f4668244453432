"""A JSON schema of PFN for other TOML tools, made from the same table of keys that kibitz checks by."""

from __future__ import annotations

from typing import Any

import tomli

from kibitz.languages.pfn.game.figgie import facts
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.tables import PLAYER, KeySpec, TableSpec, tables

Schema = dict[str, Any]

_PLAYERS = ".+"
_LEAST: dict[str, Schema] = {
    "TradeIndex": {"minimum": 1}, "T": {"minimum": 0}, "Price": {"minimum": 0}, "GameDuration": {"exclusiveMinimum": 0},
}  # fmt: skip
"""The least values of numbers."""


_DAY = "^[0-9]{4}(-?[0-9]{2}-?[0-9]{2}|-?W[0-9]{2}-?[1-7]|-?[0-9]{3}$)"
"""A calendar date, one of a week, or an ordinal one, as ISO 8601 writes them."""


def schema(language: Pfn) -> Schema:
    """Return the schema of a whole record: JSON Schema, draft 7, for taplo and tombi.

    It covers tables, keys and types. Only kibitz checks how they depend on each other, and the round itself.
    """
    top = [spec for spec in tables().values() if len(spec.path) == 1]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Portable Figgie Notation",
        "description": "A round of Figgie as TOML.",
        "type": "object",
        "properties": {spec.name: _table(spec) for spec in top},
        "required": [spec.name for spec in top if spec.required],
        "additionalProperties": False,
    }


def _table(spec: TableSpec) -> Schema:
    fixed = [key for key in spec.keys if PLAYER not in key.name]
    open_keys = [key for key in spec.keys if PLAYER in key.name]
    made: Schema = {
        "type": "object",
        "description": spec.about,
        "properties": {key.name: _key(spec, key) for key in fixed},
        "required": [key.name for key in fixed if key.required],
        "additionalProperties": False,
    }
    if open_keys:
        made["patternProperties"] = {
            f"^{key.name.replace(PLAYER, _PLAYERS)}$": _key(spec, key) for key in open_keys
        }
    return {"type": "array", "items": made, "description": spec.about} if spec.array else made


def _key(spec: TableSpec, key: KeySpec) -> Schema:
    inner = tables().get((*spec.path, key.name))
    made = _table(inner) if inner is not None else {**_value(key.type), **_LEAST.get(key.name, {})}
    return {**made, "description": key.about, "examples": [tomli.loads(f"value = {key.example}")["value"]]}


def _text(pattern: str) -> Schema:
    return {"type": "string", "pattern": pattern}


def _value(kind: str) -> Schema:
    suits = facts().suits
    marks = "".join(suit.letter + suit.sign for suit in suits)
    card = f"[{marks}]([1-9]|1[0-2])"
    player, one = {"type": "string", "minLength": 1}, _text(f"^{card}$")
    values: dict[str, Schema] = {
        "integer": {"type": "integer"},
        "number": {"type": "number"},
        "date": _text(_DAY),
        "color": {"enum": list(dict.fromkeys(suit.color for suit in suits))},
        "suit": {"enum": [suit.name for suit in suits]},
        "card": one,
        "cards": {
            "anyOf": [
                _text(f"^ *({card}( *, *{card})*)? *$"),
                {"type": "array", "items": one},
            ]
        },
        "player": player,
        "players": {"type": "array", "items": player, "minItems": 1, "uniqueItems": True},
    }
    return values.get(kind, {"type": "string"})
