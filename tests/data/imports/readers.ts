import { guessMapping, summariseColumns } from '~/data/imports/csv/columns'
import { openCsv } from '~/data/imports/csv/csv'
import { personReader } from '~/data/imports/csv/person'
import type { Mapping } from '~/data/imports/mapping'
import type { Person } from '~/data/imports/reading/person'
import { personOf } from '~/data/imports/vcard/person'
import { readVCards } from '~/data/imports/vcard/vcard'

/** The people of a CSV file and the mapping that is suggested for it. */
export function readCsv(text: string, chosen?: Mapping) {
  const { columns, batches } = openCsv(text)
  const rows = [...batches()].flat()
  const summary = summariseColumns(columns)
  for (const row of rows) summary.add(row)
  const mapping =
    chosen ??
    guessMapping(
      columns,
      summary.columns.map(({ examples }) => examples),
    )
  const { orders } = summary
  const read = personReader({ columns, mapping, orders, dateOrder: null, today: '2024-03-15' })
  return { columns: summary.columns, mapping, people: rows.map(read) }
}

/** A CSV file of one row, from its cells by header. */
export const csvOf = (cells: Record<string, string>) =>
  [Object.keys(cells), Object.values(cells)]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')

export function personOfCsv(cells: Record<string, string>): Person {
  const [person] = readCsv(csvOf(cells)).people
  if (!person) throw new Error('no row')
  return person
}

/** The person of a card with these lines. */
export function personOfCard(...lines: string[]): Person {
  const file = ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n')
  const [card] = [...readVCards(Buffer.from(file))]
  if (!card) throw new Error('no card')
  return personOf(card)
}
