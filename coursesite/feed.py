"""``feed.xml``: the records in the order of their days, newest first, as an Atom feed.

A record that is added, measured anew or retracted is news. Whoever follows the feed learns of it
without visiting the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import escape

from coursesite.address import file_url
from coursesite.content import Site
from coursesite.output_file import OutputFile, output_file
from coursesite.quantity import format_quantity
from coursesite.record import EVIDENCE_WORDS, Record, SeriesRecord, record_path

PATH = "feed.xml"
ENTRIES = 50
"""At most this many, newest first."""


def feed_file(site: Site, base_url: str, records: Iterable[Record]) -> OutputFile:
    """Return the feed; without a ``base_url`` it has no address of its own."""
    newest = sorted(records, key=lambda each: (each.date, each.id), reverse=True)[:ENTRIES]
    updated = f"{newest[0].date.isoformat()}T00:00:00Z" if newest else "1970-01-01T00:00:00Z"
    itself = f'<link rel="self" href="{escape(base_url)}/{PATH}"/>\n' if base_url else ""
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>{escape(site.title)}: records</title>\n"
        f"<id>urn:rudrite:{escape(site.repository)}:records</id>\n"
        f"<updated>{updated}</updated>\n"
        f"<author><name>{escape(site.title)}</name></author>\n"
        f"{itself}{_entries(site, newest)}</feed>\n"
    )
    return output_file(PATH, text.encode())


def _entries(site: Site, records: Sequence[Record]) -> str:
    return "".join(_entry(site, each) for each in records)


def _entry(site: Site, record: Record) -> str:
    day = f"{record.date.isoformat()}T00:00:00Z"
    state = ":retracted" if record.retracted else ""
    return (
        f"<entry><title>{escape(_title(record))}</title>"
        f"<id>urn:rudrite:{escape(site.repository)}:record:{escape(record.id)}{state}</id>"
        f"<updated>{day}</updated>"
        f'<link href="{escape(file_url(site, record_path(record.id)))}"/>'
        f"<summary>{escape(_summary(record))}</summary></entry>\n"
    )


def _title(record: Record) -> str:
    words = record.quantity.replace("-", " ")
    head = f"{words} of {record.program}" + (f", {record.chip}" if record.chip else "")
    return f"retracted: {head}" if record.retracted else head


def _summary(record: Record) -> str:
    """What the record says, and from what."""
    if record.retracted:
        return record.retracted
    if isinstance(record, SeriesRecord):
        figure = f"{sum(len(each.points) for each in record.series)} values"
    else:
        figure = format_quantity(record.value, record.unit)
    return f"{figure}, {EVIDENCE_WORDS[record.evidence]}. {record.note}".strip()
