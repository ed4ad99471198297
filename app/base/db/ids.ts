/** The `n`th id after an id of version 7, with the same time. Repeats after 65,536. */
export function idAfter(id: string, n: number) {
  const end = (Number.parseInt(id.slice(-4), 16) + n) & 0xffff
  return id.slice(0, -4) + end.toString(16).padStart(4, '0')
}

/** When a row was created, in milliseconds since 1970: the first 48 bits of its id, a UUID of version 7. */
export const timeOfId = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
