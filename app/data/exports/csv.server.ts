import { fullName } from '~/people/buds/bud'
import { csvLine } from './csv-write'
import { ownCells, ownColumns, writeLabelled, writeList } from './own-csv'
import {
  asRead,
  budPages,
  circlePages,
  type ExportedCircle,
  type ExportedEvent,
  type ExportedInteraction,
  eventPages,
  interactionPages,
} from './records.server'

/** The lists as CSV, for spreadsheets. That of buds can be imported. */

export const writeBudsCsv = (ownerId: string, chosen?: string[]) =>
  writeCsv(ownColumns, budPages(ownerId, chosen), ({ groups, related, ...bud }) =>
    ownCells(bud, { groups, relations: related.map(asRead), archivedAt: bud.archivedAt }),
  )

export const writeCirclesCsv = (ownerId: string) => writeRecordsCsv(circlePages(ownerId), circleCells)
export const writeEventsCsv = (ownerId: string) => writeRecordsCsv(eventPages(ownerId), eventCells)
export const writeInteractionsCsv = (ownerId: string) =>
  writeRecordsCsv(interactionPages(ownerId), interactionCells)

type Cells<R> = { [column: string]: (record: R) => string }

const namesOf = ({ buds }: { buds: Parameters<typeof fullName>[0][] }) => writeList(buds.map(fullName))

const circleCells: Cells<ExportedCircle> = {
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
}

const eventCells: Cells<ExportedEvent> = {
  _id: ({ _id }) => _id,
  Name: ({ Name }) => Name,
  Location: ({ Location }) => Location,
  Eventtype: ({ Eventtype }) => Eventtype,
  startDate: ({ startDate }) => startDate,
  endDate: ({ endDate }) => endDate,
  Description: ({ Description }) => Description,
  buds: namesOf,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
}

const interactionCells: Cells<ExportedInteraction> = {
  _id: ({ _id }) => _id,
  kind: ({ kind }) => kind,
  on: ({ on }) => on,
  note: ({ note }) => note,
  buds: namesOf,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
}

function writeRecordsCsv<R>(pages: AsyncIterable<R[]>, cells: Cells<R>) {
  const write = Object.values(cells)
  return writeCsv(Object.keys(cells), pages, (record) => write.map((cell) => cell(record)))
}

/** Excel reads a file without a byte order mark in the charset of the system. */
const byteOrderMark = '\ufeff'

async function* writeCsv<R>(
  columns: readonly string[],
  pages: AsyncIterable<R[]>,
  cells: (record: R) => string[],
) {
  yield byteOrderMark + csvLine(columns)
  for await (const page of pages) yield page.map((record) => csvLine(cells(record))).join('')
}
