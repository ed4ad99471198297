import { capitalised } from './initial'

export type Row = { id: number }
type Form = Record<string, unknown>

/** The settings of a row editor. Its functions are methods, so that a list can have kinds of different rows. */
export type RowKind<R extends Row> = {
  /** Part of the intents: `add-milestone`, `remove-milestone-3`. */
  name: string
  /** Names a row in its legend and buttons. */
  label: string
  limit: number
  limitReached: string
  minimum: number
  /** A new row. */
  empty: Omit<R, 'id'>
  /** The field of the record. The keys of errors begin with it: `milestones[0].date`. */
  field: string
  /** The rows of a submitted form, not validated. */
  read(form: Form): R[]
  /** Returns the form with other rows. */
  write(form: Form, rows: R[]): Form
}

type NumberedKind<R extends Row> = RowKind<R> & {
  /** The name of an input: `customField0Name`. */
  inputName(n: number, part: keyof Omit<R, 'id'> & string): string
}

type Settings<R extends Row> = Omit<RowKind<R>, 'read' | 'write' | 'limitReached'>

/** A row editor whose parts are texts, and whose inputs are numbered from 0. `customField0Name` is an input's name. */
export function numberedRows<R extends Row>(settings: Settings<R>): NumberedKind<R> {
  const { name, label, limit, minimum, empty } = settings
  const prefix = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  const parts = Object.keys(empty) as (keyof Omit<R, 'id'> & string)[]
  const inputName = (n: number, part: string) => `${prefix}${n}${capitalised(part)}`
  const endings = parts.map((part) => inputName(0, part).slice(prefix.length + 1)).join('|')
  const pattern = new RegExp(`^${prefix}(\\d{1,3})(?:${endings})$`)
  return {
    ...settings,
    limitReached: `Maximum limit of ${limit} ${plural(label.toLowerCase())} reached`,
    inputName,
    /**
     * Takes gaps in the numbers and what is missing to the minimum as empty rows, because conform omits empty texts.
     * The id of a row is its index.
     */
    read: (form) => {
      const numbers = Object.keys(form).map((name) => Number(pattern.exec(name)?.[1] ?? -1))
      return Array.from({ length: Math.max(minimum, ...numbers.map((n) => n + 1)) }, (_, n) => {
        const values = parts.map((part) => [part, String(form[inputName(n, part)] ?? '')])
        return { id: n, ...Object.fromEntries(values) }
      })
    },
    write: (form, rows) => {
      const otherFields = Object.entries(form).filter(([name]) => !pattern.test(name))
      const fields = rows.flatMap((row, n) => parts.map((part) => [inputName(n, part), row[part]]))
      return Object.fromEntries([...otherFields, ...fields])
    },
  }
}

const plural = (noun: string) => (noun.endsWith('s') ? `${noun}es` : `${noun}s`)

/** The rows of a form or record with ids, at least the minimum of the kind. */
export function rowsWithIds<R extends Row>({ minimum, empty }: RowKind<R>, rows: Omit<R, 'id'>[]): R[] {
  const missing = Array.from({ length: Math.max(0, minimum - rows.length) }, () => empty)
  return [...rows, ...missing].map((row, id) => ({ ...row, id }) as R)
}

type LabelledKind = Pick<RowKind<Row>, 'field' | 'label' | 'limit'> & { empty: object }

/** Labels of the inputs by the keys of their errors, for the error summary. */
export function rowLabels({ field, label, limit, empty }: LabelledKind) {
  const labels = Array.from({ length: limit }, (_, n) =>
    Object.keys(empty).map((part) => [
      `${field}[${n}].${part}`,
      part === 'value' || part === 'text' ? `${label} ${n + 1}` : `${label} ${n + 1}, ${part}`,
    ]),
  )
  return Object.fromEntries(labels.flat())
}

export function isFull<R extends Row>({ limit }: RowKind<R>, rows: R[]) {
  return rows.length >= limit
}

/** The id of the new row is the largest id plus one. */
export function addRow<R extends Row>(kind: RowKind<R>, rows: R[]): R[] {
  if (isFull(kind, rows)) return rows
  const id = Math.max(0, ...rows.map(({ id }) => id)) + 1
  return [...rows, { ...kind.empty, id } as R]
}

export function removeRow<R extends Row>({ minimum }: RowKind<R>, rows: R[], idToRemove: number): R[] {
  return rows.length > minimum ? rows.filter(({ id }) => id !== idToRemove) : rows
}
