import { recordKinds } from '~/people/buds/record-kinds'
import { csvFiles } from './lists.server'

const kinds = new Intl.ListFormat('en-GB').format(Object.values(recordKinds).map(({ many }) => many))
const linesOfFiles = csvFiles.map(({ name, about }) => `${name.padEnd(18)} ${about}`).join('\n')

/** README.txt of the zip. */
export const readme = `Your data from Budkeeper
========================

budkeeper.json     Everything: ${kinds},
                   with your settings. Import this zip at Your data > Import to restore it.
buds.csv           Your buds, for a spreadsheet. Can be imported, too.
${linesOfFiles}
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
