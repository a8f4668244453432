"""Completions at the cursor, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.values import Span
from kibitz.languages.botc.features import _offers as offers
from kibitz.languages.botc.features._past import Past
from kibitz.languages.botc.features._shorthand import events
from kibitz.languages.botc.features._writing import Writing, writing_at

TOKENS_BEHIND = 3
"""Number of tokens that completion offers after an entry, together with the next players."""


def complete(language: object, analysis: Analysis, offset: int) -> Sequence[Completion]:
    """See :meth:`kibitz.core.language.Language.complete`."""
    now = writing_at(analysis, offset)
    if now is None or now.kind == "grimoire":
        # In a log with shorthand, an empty line may stay empty.
        whole = []
        if now and (now.word or not now.jotting):
            whole = [*_first(now), *offers.grimoires(now.span, Past(now))]
        return [*events(analysis, offset), *whole]
    if now.kind == "bag":
        return offers.roles_for_bag(now)
    ended = now.ended(offset)
    if ended and not now.last:
        # In a row of placeholders Tab moves on, and it would accept a completion.
        return ()
    behind = _behind(now, offset) if ended else []
    if now.kind == "role":
        if now.closed:
            return behind
        same = [*_same(now)]
        others = offers.roles_for_seat(now, ended)
        return [*behind, *same, *(item for item in others if item.text not in {one.text for one in same})]
    if now.kind == "token":
        return behind if now.complete else offers.tokens(now, Past(now))
    return _names(now)


# Entries


def _first(now: Writing) -> Iterator[Completion]:
    """Yield the first entry of the next grimoire."""
    past = Past(now)
    if past.goes_on:
        for guess in past.next_guesses():
            yield offers.entry(guess, now.span, f"[{guess.text}")


def _names(now: Writing) -> Sequence[Completion]:
    """Return the next player and all others who are not seated yet."""
    past = Past(now)
    if not now.fresh:
        return offers.names(now, past)
    items = offers.entries(now, [*past.next_guesses(), *offers.missing(now, past)])
    if not past.log:
        items += [*(offers.from_neighbours(now) if not now.typed or now.dead else ()), *offers.the_dead(now)]
    if not (now.seats_before() or now.others() or now.typed):
        items += _inside_brackets(offers.grimoires(now.span, past))
    return items


def _same(now: Writing) -> Iterator[Completion]:
    """Yield the earlier role and tokens of the player of the entry."""
    past, name = Past(now), now.entry["name"]
    was = next((player for player in past.rest if player.name == name), None)
    yield from offers.entries(now, past.guesses(was) if was and now.fresh else ()) or _same_role(now, name)


def _same_role(now: Writing, name: str) -> Iterator[Completion]:
    """Yield the role that a player had in the last grimoire with that player."""
    for record in now.log:
        for player in record.players:
            if player.name == name and player.role != now.word:
                yield offers.role_of(player, now)
                return


def _behind(now: Writing, offset: int) -> Sequence[Completion]:
    """Return completions after a complete entry: the next player, or a token.

    The result is empty if every player has a line, because Enter must end the line.
    """
    if now.gap != " ":
        return []
    past = Past(now, itself=True)
    here = Span(offset, offset)
    following = [offers.entry(guess, here, f"{now.closing} {guess.text}") for guess in past.next_guesses()]
    tokens: Iterable[Completion] = ()
    # A closed grimoire with all players may be complete, and then Tab leaves its last entry.
    done = now.bracketed and not following
    if now.kind == "role" and not now.closed and not done:
        tokens = _in_parentheses(islice(offers.tokens(now, past), TOKENS_BEHIND), here, now.closing)
    pairs = zip_longest(following, tokens)
    return [one for pair in pairs for one in pair if one]


def _in_parentheses(items: Iterable[Completion], span: Span, closing: str) -> Iterator[Completion]:
    """Yield tokens with parentheses, for the place after a role."""
    for item in items:
        text = f"({item.text}){closing}"
        yield item._replace(label=text, span=span, text=text, filter=text)


def _inside_brackets(items: Iterable[Completion]) -> list[Completion]:
    """Return whole grimoires for a place that already has brackets."""
    return [
        item._replace(text=item.text[1:-1], plain=item.plain[1:-1], filter=item.filter[1:-1])
        for item in items
    ]
