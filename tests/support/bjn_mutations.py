"""Single mistakes in a written hand, by kind. This module knows neither kibitz nor its rules.

Each function takes the entries of a legal hand and returns them with one mistake, or None if the hand has no place for it. A mistake
may make another legal hand; most do not.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

DECK = [rank + suit for rank in "23456789tjqka" for suit in "scdh"]
Entries = list[str]
Mutation = Callable[[Entries, Random], "Entries | None"]


def _events(
    entries: Entries, *, card: bool | None = None, action: str | None = None, mark: str | None = None
) -> list[int]:
    """The numbers of the events that have a card, an action, a modifier as asked for."""
    found = []
    for number, entry in enumerate(entries):
        if not entry[0].isdigit():
            continue
        _, _, its_action, its_card, its_mark = entry.split(".")
        if card is not None and bool(its_card) != card:
            continue
        if (action is None or its_action in action.split(" ")) and (
            mark is None or its_mark in mark.split(" ")
        ):
            found.append(number)
    return found


def _with(entries: Entries, number: int, *new: str) -> Entries:
    return [*entries[:number], *new, *entries[number + 1 :]]


def _field(entries: Entries, number: int, field: int, text: str) -> Entries:
    fields = entries[number].split(".")
    fields[field] = text
    return _with(entries, number, ".".join(fields))


def _choice(rng: Random, some: list[int]) -> int | None:
    return rng.choice(some) if some else None


def _changed(field: int, to: str, **asked: object) -> Mutation:
    """Another text in a field of an event."""

    def mutate(entries: Entries, rng: Random) -> Entries | None:
        number = _choice(rng, _events(entries, **asked))  # type: ignore[arg-type]
        return None if number is None else _field(entries, number, field, to)

    return mutate


def another_card(entries: Entries, rng: Random) -> Entries | None:
    """Return a hand with a card that is not in the deck."""
    number = _choice(rng, _events(entries, card=True))
    used = {entry.split(".")[3] for entry in entries if entry[0].isdigit()}
    left = [card for card in DECK if card not in used]
    return None if number is None or not left else _field(entries, number, 3, rng.choice(left))


def same_card(entries: Entries, rng: Random) -> Entries | None:
    """Return a hand with a card that another hand has, from one deck."""
    some = _events(entries, card=True)
    if len(some) < 2 or not entries[0].endswith(".52}"):
        return None
    number, other = rng.sample(some, 2)
    return _field(entries, number, 3, entries[other].split(".")[3])


def garbled_card(entries: Entries, rng: Random) -> Entries | None:
    """A card with one character only, or with a wrong one."""
    number = _choice(rng, _events(entries, card=True))
    if number is None:
        return None
    card = entries[number].split(".")[3]
    return _field(entries, number, 3, rng.choice([card[0], card[0] + "x", "1" + card[1], card[::-1]]))


def another_actor(entries: Entries, rng: Random) -> Entries | None:
    """Return a hand with the number of another seat, or of a missing one."""
    number = _choice(rng, _events(entries))
    if number is None:
        return None
    players = int(entries[0][1 : entries[0].index(".")])
    own = int(entries[number].split(".")[0])
    others = [seat for seat in range(players + 2) if seat != own]
    return _field(entries, number, 0, str(rng.choice(others)))


def another_hand(entries: Entries, rng: Random) -> Entries | None:
    number = _choice(rng, _events(entries))
    if number is None:
        return None
    own = int(entries[number].split(".")[1])
    return _field(entries, number, 1, str(own + 1 if own == 1 else own - 1))


def removed(entries: Entries, rng: Random) -> Entries | None:
    """An event forgotten."""
    return _with(entries, rng.choice(_events(entries)))


def doubled(entries: Entries, rng: Random) -> Entries | None:
    """An event twice."""
    number = rng.choice(_events(entries))
    return _with(entries, number, entries[number], entries[number])


def swapped(entries: Entries, rng: Random) -> Entries | None:
    """Two entries in the wrong order."""
    number = rng.randrange(1, len(entries) - 1)
    return [*entries[:number], entries[number + 1], entries[number], *entries[number + 2 :]]


def split_forgotten(entries: Entries, rng: Random) -> Entries | None:
    number = _choice(rng, _events(entries, action="/"))
    return None if number is None else _with(entries, number)


def block_forgotten(entries: Entries, rng: Random) -> Entries | None:
    number = _choice(rng, _events(entries, action="/"))
    return None if number is None else _with(entries, number + 1)


def block_garbled(entries: Entries, rng: Random) -> Entries | None:
    """Another number or another card in a split block."""
    number = _choice(rng, _events(entries, action="/"))
    if number is None:
        return None
    block = entries[number + 1]
    first, second = block.strip("/").split("/")
    hand, card = second.split(".")
    wrong = rng.choice([f"{int(hand) + 1}.{card}", f"{hand}.{'2' if card[0] != '2' else '3'}{card[1]}"])
    return _with(entries, number + 1, f"/{first}/{wrong}/")


def players_off(by: int) -> Mutation:
    """A setup with one player more or fewer."""

    def mutate(entries: Entries, _: Random) -> Entries | None:
        players, cards = entries[0].strip("{}").split(".")
        return None if int(players) + by < 1 else _with(entries, 0, f"{{{int(players) + by}.{cards}}}")

    return mutate


def another_letter(entries: Entries, rng: Random) -> Entries | None:
    at = rng.choice([index for index, char in enumerate(entries[-1]) if char in "wlp"])
    wrong = rng.choice(sorted({"w", "l", "p", "x"} - {entries[-1][at]}))
    return [*entries[:-1], entries[-1][:at] + wrong + entries[-1][at + 1 :]]


def letter_more(entries: Entries, _: Random) -> Entries | None:
    return [*entries[:-1], entries[-1][:-1] + ",w]"]


def letter_less(entries: Entries, _: Random) -> Entries | None:
    return [*entries[:-1], entries[-1][:-3] + "]"] if "," in entries[-1][-4:] else None


def bars_in_outcome(entries: Entries, _: Random) -> Entries | None:
    return [*entries[:-1], entries[-1].replace(",", "|")] if "," in entries[-1] else None


def outcome_open(entries: Entries, _: Random) -> Entries | None:
    return [*entries[:-1], entries[-1][:-1]]


def dealer_first(entries: Entries, _: Random) -> Entries | None:
    """The dealer's play before the players'."""
    first = next((n for n, entry in enumerate(entries) if entry.startswith("0.1.%")), None)
    acts = [
        n
        for n in _events(entries)
        if entries[n][0] != "0" and (".." not in entries[n][3:5] or entries[n].endswith("..._"))
    ]
    acts = [n for n in acts if entries[n].split(".")[2] or not entries[n].split(".")[3]]
    if first is None or not acts or acts[0] > first:
        return None
    return [*entries[: acts[0]], *entries[first:-1], *entries[acts[0] : first], entries[-1]]


def dot_missing(entries: Entries, rng: Random) -> Entries | None:
    number = rng.choice(_events(entries))
    at = rng.choice([index for index, char in enumerate(entries[number]) if char == "."])
    return _with(entries, number, entries[number][:at] + entries[number][at + 1 :])


def dot_more(entries: Entries, rng: Random) -> Entries | None:
    number = rng.choice(_events(entries))
    at = rng.choice([index for index, char in enumerate(entries[number]) if char == "."])
    return _with(entries, number, entries[number][:at] + "." + entries[number][at:])


def character_missing(entries: Entries, rng: Random) -> Entries | None:
    text = "|".join(entries)
    at = rng.randrange(len(text))
    return (text[:at] + text[at + 1 :]).split("|")


def character_wrong(entries: Entries, rng: Random) -> Entries | None:
    text = "|".join(entries)
    at = rng.randrange(len(text))
    return (text[:at] + rng.choice("123tjqkasdhc.^_!#?%/[]{},wlp|x ") + text[at + 1 :]).split("|")


def character_more(entries: Entries, rng: Random) -> Entries | None:
    text = "|".join(entries)
    at = rng.randrange(len(text))
    return (text[:at] + rng.choice("123tjqkasdhc.^_!#?%/[]{},wlp|x ") + text[at:]).split("|")


KINDS: dict[str, Mutation] = {
    "another card": another_card,
    "the same card": same_card,
    "a garbled card": garbled_card,
    "another actor": another_actor,
    "another hand": another_hand,
    "an event forgotten": removed,
    "an event twice": doubled,
    "two entries swapped": swapped,
    "a split forgotten": split_forgotten,
    "a block forgotten": block_forgotten,
    "a block garbled": block_garbled,
    "a player too many": players_off(1),
    "a player too few": players_off(-1),
    "another letter": another_letter,
    "a letter more": letter_more,
    "a letter less": letter_less,
    "bars in the outcome": bars_in_outcome,
    "an open outcome": outcome_open,
    "the dealer first": dealer_first,
    "a stand forgotten": _changed(4, "", mark="_"),
    "a bust forgotten": _changed(4, "", mark="#"),
    "a stand for a bust": _changed(4, "_", mark="#"),
    "a stand too many": _changed(4, "_", card=True, action="^", mark=""),
    "a bust too many": _changed(4, "#", card=True, action="^ !", mark="_"),
    "an open bust too many": _changed(4, "#", card=True, action="^", mark=""),
    "an unknown modifier": _changed(4, "s", mark="_"),
    "a double for a hit": _changed(2, "!", action="^"),
    "a hit for a double": _changed(2, "^", action="!"),
    "an action forgotten": _changed(2, "", action="^ !"),
    "a hit for a reveal": _changed(2, "^", action="%"),
    "a reveal for a hit": _changed(2, "%", action="^"),
    "a reveal forgotten": _changed(2, "", action="%"),
    "a revealed card forgotten": _changed(3, "", action="%"),
    "a card forgotten": _changed(3, "", card=True),
    "a hidden card forgotten": _changed(4, "", mark="?"),
    "an action as a word": _changed(2, "hit", action="^"),
    "a dot missing": dot_missing,
    "a dot too many": dot_more,
    "a character missing": character_missing,
    "a wrong character": character_wrong,
    "a character too many": character_more,
}  # fmt: skip
