"""The suppression comment for a finding, as an edit."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis, checked
from kibitz.core.chunks import MARKER
from kibitz.core.document import line_end_of
from kibitz.core.formatting import apply_to
from kibitz.core.results import kind
from kibitz.core.suppression import read
from kibitz.core.values import Diagnostic, Edit, Severity


def suppression_edit(analysis: Analysis, finding: Diagnostic) -> Edit | None:
    """Return the edit that writes a comment to suppress a finding, or None if every comment leads to another mistake.

    An information may come, such as that the rest of the game is not checked.
    """
    if finding.rule.language == "kibitz":
        return None
    before, what = analysis.counts, kind(finding)
    for edit in _ways(analysis, finding):
        after = checked(apply_to(analysis.document, [edit]), analysis).counts
        worse = [one for one in after if one[1] <= Severity.WARNING and after[one] > before[one]]
        if not worse and after[what] < before[what]:
            return edit
    return None


def _ways(analysis: Analysis, finding: Diagnostic) -> Iterator[Edit]:
    """Yield the possible edits: in an existing comment, after the finding, above its line, above its record."""
    document, at = analysis.document, finding.span.start
    line, place = document.line_at(at), document.place_at(at)
    order, (opener, closer) = f"{MARKER} ignore {finding.rule.code}", analysis.language.comment
    for one, _ in analysis.published.suppressed:
        if one.codes and one.about is not None and one.about.holds(at):
            yield Edit(one.span.end, one.span.end, f", {finding.rule.code}")
    for here in document.places(*line):
        for span in read(document, here, analysis.comments).comments:
            if here.start + span.end == line.end:
                end = line.end - len(closer) * document.text(*line).endswith(closer)
                yield Edit(end, end, f" {order}")
    written = f"{opener}{order}{closer}"
    yield Edit(line.end, line.end, f" {written}")
    said = read(document, place, analysis.comments)
    record = said.record(at - place.start)
    first = record.start if record else next(iter(said.lines), 0)
    for start in dict.fromkeys([line.start, document.line_at(place.start + first).start]):
        yield Edit(start, start, f"{written}{line_end_of(document)}")
