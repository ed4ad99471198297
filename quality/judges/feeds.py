"""Reads a calendar from standard input. Prints the occurrences in some years as JSON."""

import json
import sys
from datetime import date, datetime, timezone

import icalendar
import recurring_ical_events

first, last = int(sys.argv[1]), int(sys.argv[2])
calendar = icalendar.Calendar.from_ical(sys.stdin.read())


def text_of(time):
    if isinstance(time, datetime):
        assert time.utcoffset() is not None, "a floating time"
        return time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    return time.isoformat()


found = recurring_ical_events.of(calendar).between(date(first, 1, 1), date(last + 1, 1, 1))
print(
    json.dumps(
        [
            {
                "title": str(event["SUMMARY"]),
                "start": text_of(event["DTSTART"].dt),
                "end": text_of(event["DTEND" if "DTEND" in event else "DTSTART"].dt),
            }
            for event in found
        ]
    )
)
