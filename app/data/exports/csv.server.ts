import { fullName } from '~/people/buds/bud'
import { csvLine } from './csv-write'
import { ownCells, ownColumns, writeList } from './own-csv'
import { asRead, budPages } from './records.server'

/** The lists as CSV, for spreadsheets. That of buds can be imported. */

export const writeBudsCsv = (ownerId: string, chosen?: string[]) =>
  writeCsv(ownColumns, budPages(ownerId, chosen), ({ groups, related, ...bud }) =>
    ownCells(bud, { groups, relations: related.map(asRead), archivedAt: bud.archivedAt }),
  )

export type Cells<R> = { [column: string]: (record: R) => string }

/** The cell of a record with buds. */
export const namesOf = ({ buds }: { buds: Parameters<typeof fullName>[0][] }) => writeList(buds.map(fullName))

export function writeRecordsCsv<R>(pages: AsyncIterable<R[]>, cells: Cells<R>) {
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
