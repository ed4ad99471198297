export type Row = { id: number }

/** The settings of a row editor. */
export type RowKind<R extends Row> = {
  /** Part of the intents: `add-milestone`, `remove-milestone-3`. */
  name: string
  /** Names a row in its legend and buttons. */
  label: string
  /** The maximum number of rows. */
  limit: number
  /** The message when the limit is exceeded. */
  limitReached: string
  /** The minimum number of rows. */
  minimum: number
  /** A new row. */
  empty: Omit<R, 'id'>
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
