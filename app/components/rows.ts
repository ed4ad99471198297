export type Row = { id: number }

/** What one editor of rows differs in from another. */
export type RowKind<R extends Row> = {
  /** As in the intents of its buttons: `add-milestone`, `remove-milestone-3`. */
  name: string
  label: string
  limit: number
  limitReached: string
  /** How many rows stay whatever is removed. */
  least: number
  empty: Omit<R, 'id'>
}

export function isFull<R extends Row>({ limit }: RowKind<R>, rows: R[]) {
  return rows.length >= limit
}

/** The new row's id is the largest and one. */
export function addRow<R extends Row>(kind: RowKind<R>, rows: R[]): R[] {
  if (isFull(kind, rows)) return rows
  const id = Math.max(0, ...rows.map(({ id }) => id)) + 1
  return [...rows, { ...kind.empty, id } as R]
}

export function removeRow<R extends Row>({ least }: RowKind<R>, rows: R[], removed: number): R[] {
  return rows.length > least ? rows.filter(({ id }) => id !== removed) : rows
}
