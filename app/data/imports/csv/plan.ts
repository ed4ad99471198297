import type { Mapping, MappingWord } from '~/data/imports/mapping'
import type { DateOrder, OrderEvidence } from '~/people/buds/read-day'
import { orderOfColumn } from './columns'
import { headerMeaning } from './header-meaning'

/** How a file is read: its columns, what its dates say of their order, and the choices of the user. */
export type CsvReading = {
  columns: string[]
  mapping: Mapping
  orders: OrderEvidence[]
  dateOrder: DateOrder | null
  /** YYYY-MM-DD. */
  today: string
}

/** A column with what a row needs of its header and mapping. */
export type Column = {
  n: number
  header: string
  word: MappingWord | null
  label: string
  /** What the header has in common with those of the same value: 'Phone 1' of 'Phone 1 - Label'. */
  stem: string
  /** The column that holds the label of each value, or undefined. */
  labelColumn: number | undefined
  /** The columns that can hold the calling code of each value. */
  codeColumns: number[]
  order: DateOrder | null
}

export function columnsOf({ columns, mapping, orders, dateOrder }: CsvReading): Column[] {
  const codes = codeColumnsOf(columns, mapping)
  const stems = columns.map((header) => /^(.*\d)\D*\p{L}\D*$/u.exec(header)?.[1] ?? '')
  return columns.map((header, n) => {
    const word = mapping[n] ?? null
    const labelWord = word && labelWords[listOf(word)]
    const labelsValue = (other: number) => mapping[other] === labelWord && stems[other] === stems[n]
    return {
      n,
      header,
      word,
      label: word ? headerLabel(header, word) : '',
      stem: stems[n] ?? '',
      labelColumn: labelWord ? nearest(n, columns.length, stems[n] !== '', labelsValue) : undefined,
      codeColumns: word === 'phones' ? codes(n) : [],
      order: orderOfColumn(orders[n] ?? null, dateOrder),
    }
  })
}

const listOf = (word: string) => word.split('.')[0] ?? ''

const labelWords: Record<string, MappingWord> = {
  emails: 'emails.label',
  phones: 'phones.label',
  links: 'links.label',
  dates: 'dates.label',
  addresses: 'addresses.label',
  customFields: 'customFields.name',
}

/** The nearest column before a value that labels it, or with a number in the header any such column. */
function nearest(n: number, count: number, isNumbered: boolean, labels: (other: number) => boolean) {
  for (let other = n - 1; other >= 0; other--) if (labels(other)) return other
  for (let other = n + 1; isNumbered && other < count; other++) if (labels(other)) return other
  return undefined
}

/**
 * The columns with the calling code of a column of phones: those between it and the next one, or the only one that the
 * file has. The codes stand before all phones or after them.
 */
function codeColumnsOf(columns: string[], mapping: Mapping) {
  const codes = [...columns.keys()].filter((n) => mapping[n] === 'phones.code')
  const step = (codes[0] ?? 0) > mapping.indexOf('phones') ? 1 : -1
  const labelled = (n: number, word: MappingWord) => headerLabel(columns[n] ?? '', word)
  return (n: number) => {
    const near: number[] = []
    for (
      let other = n + step;
      codes.length > 0 && other in columns && mapping[other] !== 'phones';
      other += step
    )
      if (mapping[other] === 'phones.code') near.push(other)
    const found = near.length === 0 && codes.length === 1 ? codes : near
    return found.filter((code) => ['', labelled(n, 'phones')].includes(labelled(code, 'phones.code')))
  }
}

const wholeValues = ['emails', 'phones', 'links', 'dates', 'addresses', 'customFields']

/** The label that a header gives its values: 'Home' of 'Home Phone', and an unknown header as it is. */
function headerLabel(header: string, word: MappingWord) {
  const meaning = headerMeaning(header)
  if (meaning && (meaning.word.startsWith('?') || listOf(meaning.word) === listOf(word))) return meaning.label
  return wholeValues.includes(word) && !/^Column \d+$/.test(header) ? header : ''
}
