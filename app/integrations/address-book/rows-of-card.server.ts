import { isDeepStrictEqual } from 'node:util'
import type { VCardVersion } from '~/data/exports/vcard-lines'
import { dateProperties, type WrittenProperty } from '~/data/exports/vcard-properties'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { BudDate } from '~/people/buds/contact'
import { headerOf } from './card.server'
import type { Row, RowField } from './card-values.server'
import type { ReadCard, ReadLine } from './read-card.server'

type Placed = ReadLine | WrittenProperty

/**
 * Puts the rows of a bud in the places that the rows of its card have, in the order of the bud: as the client has written
 * them, or else as `written`. `at` is what stands in the place of a line, `kept` are the lines whose group is still in use.
 */
export function placeRows(
  read: ReadCard,
  field: RowField,
  bud: BudInput,
  written: WrittenProperty[],
  version: VCardVersion,
) {
  const stored: Row[] = bud[field]
  const sources = sourcesOf(read, field)
  const partners = partnersOf((read.fields[field] ?? []) as Row[], stored)
  const isOtherDate = field === 'dates' && read.version !== version
  const used = new Set<string>()
  const kept = new Set<ReadLine>()
  const exact = (n: number) => partners[n]?.isSame && !isOtherDate
  for (const [n] of stored.entries())
    if (exact(n)) for (const { property } of sources[partners[n]?.row ?? -1] ?? []) used.add(property.name)
  const placed = stored.map((row, n): Placed[] => {
    const lines = sources[partners[n]?.row ?? -1] ?? []
    if (exact(n)) return keep(lines)
    if (field === 'dates') return dateProperties([row as BudDate], version, used)
    const [line] = lines
    const property = written[n] as WrittenProperty
    return line && hasSafeHeader(line)
      ? keep([{ ...line, text: `${headerOf(line)}:${property.value}` }], lines)
      : [property]
  })
  function keep(lines: ReadLine[], of = lines) {
    for (const line of of) kept.add(line)
    return lines
  }
  return { at: inPlaces(read, sources, placed), kept }
}

/** The lines of each row. */
function sourcesOf({ lines }: ReadCard, field: RowField) {
  const sources: ReadLine[][] = []
  for (const line of lines) if (line.part === field) sources[line.row] = [...(sources[line.row] ?? []), line]
  return sources
}

type Partner = { row: number; isSame: boolean }

/** The row of the card that each row of the bud is, or that it was before its value was changed. */
function partnersOf(rows: Row[], stored: Row[]) {
  const free = new Set(rows.keys())
  const partners: (Partner | undefined)[] = []
  const pair = (isPair: (row: Row, other: Row) => boolean, isSame: boolean) => {
    for (const [n, row] of stored.entries()) {
      if (partners[n]) continue
      const found = [...free].find((one) => isPair(rows[one] as Row, row))
      if (found === undefined) continue
      free.delete(found)
      partners[n] = { row: found, isSame }
    }
  }
  pair(isDeepStrictEqual, true)
  pair((one, other) => 'label' in one && 'label' in other && one.label === other.label, false)
  return partners
}

/** Whether no parameter depends on the value. */
const hasSafeHeader = ({ property }: ReadLine) =>
  [...property.params.keys()].every((name) => ['TYPE', 'PREF', 'PID', 'LANGUAGE'].includes(name))

/** Rows without a place follow the last one of their kind. */
function inPlaces({ lines }: ReadCard, sources: ReadLine[][], placed: Placed[][]) {
  const places = sources.map(([first]) => lines.indexOf(first as ReadLine))
  const at = new Map<number, Placed[]>()
  for (const [n, place] of places.entries())
    at.set(place, n === places.length - 1 ? placed.slice(n).flat() : (placed[n] ?? []))
  return at
}
