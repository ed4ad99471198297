/** README.txt of the zip. */
export const readme = `Your data from Budkeeper
========================

budkeeper.json     Everything: buds, circles, events, interactions and lists, with your settings.
                   Import this zip at Your data > Import to restore it.
buds.csv           Your buds, for a spreadsheet. Can be imported, too.
circles.csv        Your circles with their milestones and members.
events.csv         Your events. The times are those of your clock.
interactions.csv   Your calls, messages, meetings and notes.
buds.vcf           Your buds as vCards, for an address book. Without photos: 'Address book'
                   at Your data > Export has them.
calendar.ics       Your events, the dates of your buds and the milestones of your
                   circles, for a calendar.
photos             The photos of your buds, named by the bud's _id.

A backup with many photos comes in parts. Each part has all of budkeeper.json and
some of the photos. Import all parts, in any order. The other files are in the
first part, unless that would be too large to import.

The files are in UTF-8. In a CSV cell, ' ::: ' stands between the items of a list.
Where a cell would be a formula for a spreadsheet, an apostrophe stands before it;
an import removes it again.

The password of your account, your picture, your subscription, the history of
changes and proposals that wait for your review are not in this file.
`.replaceAll('\n', '\r\n')
