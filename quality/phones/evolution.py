"""Evolution's data server reads an address book and a calendar and adds to both. Prints JSON: what it has found."""

import json
import sys

import gi

for name, version in [
    ("EDataServer", "1.2"),
    ("EBook", "1.2"),
    ("EBookContacts", "1.2"),
    ("ECal", "2.0"),
    ("ICalGLib", "3.0"),
]:
    gi.require_version(name, version)
from gi.repository import EBook, EBookContacts, ECal, EDataServer, GLib, ICalGLib

host, port, user, password, book_path, calendar_path = sys.argv[1:]
answer = {}
loop = GLib.MainLoop()


def make_source(uid, parent, extension, backend, path):
    source = EDataServer.Source.new_with_uid(uid, None)
    source.set_display_name(uid)
    source.set_parent(parent)
    source.get_extension(extension).set_backend_name(backend)
    authentication = source.get_extension("Authentication")
    authentication.set_host(host)
    authentication.set_port(int(port))
    authentication.set_user(user)
    authentication.set_method("plain/password")
    source.get_extension("WebDAV Backend").set_resource_path(path)
    source.get_extension("Security").set_secure(False)
    registry.commit_source_sync(source, None)
    source = registry.ref_source(uid)
    source.connect("credentials-required", give_password)
    return source


def give_password(source, *_):
    credentials = EDataServer.NamedParameters.new()
    credentials.set("username", user)
    credentials.set("password", password)
    source.invoke_authenticate(credentials, None, None)


def poll(read, done):
    """Reads twice a second until there is something."""

    def again():
        try:
            found = read()
        except GLib.Error as error:
            answer["error"] = error.message
            return True
        if not found:
            return True
        answer.pop("error", None)
        done(found)
        return False

    GLib.timeout_add(500, again)


def use_book(_, result):
    client = EBook.BookClient.connect_finish(result)
    query = EBookContacts.BookQuery.any_field_contains("").to_string()

    def found(contacts):
        answer["names"] = [contact.get_property("full-name") for contact in contacts]
        contact = contacts[0]
        contact.set_property("note", "by Evolution")
        client.modify_contact_sync(contact, 0, None)
        card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Server;Data;;;\r\nFN:Data Server\r\nEND:VCARD\r\n"
        client.add_contact_sync(EBookContacts.Contact.new_from_vcard(card), 0, None)
        ECal.Client.connect(calendar, ECal.ClientSourceType.EVENTS, 10, None, use_calendar)

    poll(lambda: client.get_contacts_sync(query, None)[1], found)


def use_calendar(_, result):
    client = ECal.Client.connect_finish(result)

    def found(components):
        answer["summaries"] = [component.get_summary() for component in components]
        text = (
            "BEGIN:VEVENT\r\nUID:by-evolution\r\nDTSTAMP:20261101T120000Z\r\nSUMMARY:By Evolution\r\n"
            "DTSTART:20270601T100000Z\r\nDTEND:20270601T110000Z\r\nEND:VEVENT\r\n"
        )
        client.create_object_sync(ICalGLib.Component.new_from_string(text), 0, None)
        # What is written goes to the server by itself.
        GLib.timeout_add(4000, loop.quit)

    poll(lambda: client.get_object_list_sync("#t", None)[1], found)


registry = EDataServer.SourceRegistry.new_sync(None)
book = make_source("budkeeper-book", "carddav-stub", "Address Book", "carddav", book_path)
calendar = make_source("budkeeper-calendar", "caldav-stub", "Calendar", "caldav", calendar_path)
EBook.BookClient.connect(book, 10, None, use_book)
GLib.timeout_add_seconds(60, loop.quit)
loop.run()
print(json.dumps(answer))
