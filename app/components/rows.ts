export type Row = { id: number }
type Form = Record<string, unknown>

/** The settings of a row editor. */
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
  read: (form: Form) => R[]
  /** Returns the form with other rows. */
  write: (form: Form, rows: R[]) => Form
}

/** Labels of the inputs by the keys of their errors, for the error summary. */
export function rowLabels<R extends Row>({ field, label, limit, empty }: RowKind<R>) {
  const labels = Array.from({ length: limit }, (_, n) =>
    Object.keys(empty).map((part) => [`${field}[${n}].${part}`, `${label} ${n + 1}, ${part}`]),
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
