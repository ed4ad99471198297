"""Reads lines of a rule and its first start from standard input. Prints the starts of each as a line of JSON."""

import json
import sys
import warnings
from datetime import datetime

from dateutil.rrule import rrulestr

most, last = int(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
# COUNT beside UNTIL, which only ends the search here.
warnings.simplefilter("ignore", DeprecationWarning)


def starts_of(rule, start):
    read = rrulestr(rule, dtstart=datetime.fromisoformat(start))
    until = min(read._until or last, last)
    starts = []
    for time in read.replace(until=until):
        starts.append(time.strftime("%Y-%m-%dT%H:%M"))
        if len(starts) == most:
            break
    return starts


for line in sys.stdin:
    try:
        answer = starts_of(*json.loads(line))
    except ValueError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))
