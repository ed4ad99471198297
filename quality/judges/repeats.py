"""Reads lines of JSON with a calendar and two days from standard input. Prints the occurrences between them as JSON."""

import json
import sys
from datetime import date, datetime, timezone

import icalendar
import recurring_ical_events


def wall_clock(time):
    return time.strftime("%Y-%m-%dT%H:%M")


def instant(time):
    assert time.utcoffset() is not None, "a floating time"
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def occurrence(event):
    start = event["DTSTART"].dt
    end = event["DTEND" if "DTEND" in event else "DTSTART"].dt
    return {
        "title": str(event["SUMMARY"]),
        "start": wall_clock(start),
        "end": wall_clock(end),
        "at": instant(start),
        "until": instant(end),
    }


for line in sys.stdin:
    asked = json.loads(line)
    calendar = icalendar.Calendar.from_ical(asked["text"])
    first, last = date.fromisoformat(asked["from"]), date.fromisoformat(asked["to"])
    found = recurring_ical_events.of(calendar).between(first, last)
    print(json.dumps([occurrence(event) for event in found]), flush=True)
