import { db } from '~/base/db/db.server'
import { filterToText } from '~/people/buds/bud-filter.server'
import type { RecordType, recordKinds } from '~/people/buds/record-kinds'
import { interactionColumns } from '~/people/interactions/interactions.server'
import { smartListColumns } from '~/people/lists/smart-lists.server'
import { interactions, smartLists } from '~drizzle/schema'
import { type Cells, namesOf, writeRecordsCsv } from './csv.server'
import { writeLabelled } from './own-csv'
import { circlePages, eventPages, recordPages } from './records.server'

const interactionPages = recordPages(interactions, () => db.select(interactionColumns).from(interactions))
const smartListPages = recordPages(smartLists, () =>
  db.select({ ...smartListColumns, createdAt: smartLists.createdAt }).from(smartLists),
)

/** A kind of record in the export. */
type ExportedList<R> = {
  pages: (ownerId: string) => AsyncGenerator<R[]>
  /** The record as the backup has it. Its `buds` become `selectedBuds`. */
  toBackup?: (record: R) => object
  /** A file in the zip, with its line of README.txt and its columns. */
  csv?: { about: string; cells: Cells<R> }
}

const list = <R extends object>({ pages, toBackup = (record) => record, csv }: ExportedList<R>) => ({
  readBackup: async function* (ownerId: string) {
    for await (const page of pages(ownerId)) yield page.map(toBackup)
  },
  csv: csv && {
    about: csv.about,
    write: (ownerId: string) => writeRecordsCsv(pages(ownerId), csv.cells),
  },
})

/** What the export has besides buds, in the order of the backup. */
export const exportedLists = {
  circles: list({
    pages: circlePages,
    csv: {
      about: 'Your circles with their milestones and members.',
      cells: {
        _id: ({ _id }) => _id,
        Name: ({ Name }) => Name,
        Shortname: ({ Shortname }) => Shortname,
        Description: ({ Description }) => Description,
        Location: ({ Location }) => Location,
        Circletype: ({ Circletype }) => Circletype,
        cadenceDays: ({ cadenceDays }) => String(cadenceDays ?? ''),
        milestones: ({ milestones }) =>
          writeLabelled(milestones.map(({ date, description }) => ({ label: date, value: description }))),
        buds: namesOf,
        createdAt: ({ createdAt }) => createdAt.toISOString(),
      },
    },
  }),
  events: list({
    pages: eventPages,
    toBackup: ({ replaced: _, isTakenOut: __, ...event }) => event,
    csv: {
      about: 'Your events. The times are those of your clock.',
      cells: {
        _id: ({ _id }) => _id,
        Name: ({ Name }) => Name,
        Location: ({ Location }) => Location,
        Eventtype: ({ Eventtype }) => Eventtype,
        startDate: ({ startDate }) => startDate,
        endDate: ({ endDate }) => endDate,
        Description: ({ Description }) => Description,
        buds: namesOf,
        createdAt: ({ createdAt }) => createdAt.toISOString(),
      },
    },
  }),
  interactions: list({
    pages: interactionPages,
    csv: {
      about: 'Your calls, messages, meetings and notes.',
      cells: {
        _id: ({ _id }) => _id,
        kind: ({ kind }) => kind,
        on: ({ on }) => on,
        note: ({ note }) => note,
        buds: namesOf,
        createdAt: ({ createdAt }) => createdAt.toISOString(),
      },
    },
  }),
  lists: list({
    pages: smartListPages,
    toBackup: ({ filter, ...list }) => ({ ...list, filter: filterToText(filter) }),
  }),
} satisfies Record<Exclude<(typeof recordKinds)[RecordType]['many'], 'buds'>, ReturnType<typeof list>>

/** The CSV files of the zip besides `buds.csv`. */
export const csvFiles = Object.entries(exportedLists).flatMap(([name, { csv }]) =>
  csv ? [{ name: `${name}.csv`, ...csv }] : [],
)
