/** Reads a list from a form: JSON in one field, a repeated name, or one value. Malformed JSON stays a text. */
export function readList(value: unknown) {
  if (typeof value !== 'string') return value
  if (!value.trimStart().startsWith('[')) return value === '' ? [] : [value]
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
