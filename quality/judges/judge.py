"""Reads each vCard of a folder with vobject. Prints a line of JSON for each file: null if vobject does not
take it, else the properties that vcard-judges.mjs compares."""

import json
import os
import sys

import vobject


def words(part):
    return " ".join(part) if isinstance(part, list) else part


def given_names(name):
    return " ".join(part for part in (words(name.given), words(name.additional)) if part)


def birthday(line):
    omitted = line.params.get("X-APPLE-OMIT-YEAR", [None])[0]
    value = line.value
    return "-" + value[4:] if omitted and value.startswith(omitted + "-") else value


def describe(card):
    values = lambda name: [line.value for line in card.contents.get(name, [])]
    names = values("n")
    return {
        "family": words(names[0].family) if names else None,
        "given": given_names(names[0]) if names else None,
        "fullNames": values("fn"),
        "organizations": [" ".join(value) for value in values("org")],
        "emails": values("email"),
        "phones": values("tel"),
        "birthdays": [birthday(line) for line in card.contents.get("bday", [])],
        "notes": values("note"),
        "relations": values("related") + values("x-abrelatednames"),
    }


def read(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        text = file.read()
    try:
        return describe(next(vobject.readComponents(text, allowQP=True)))
    except Exception:
        return None


folder = sys.argv[1]
for name in sorted(os.listdir(folder)):
    print(json.dumps({"file": name, "card": read(os.path.join(folder, name))}))
