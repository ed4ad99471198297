/** When a row was made, in milliseconds since 1970: an id is a UUID of version 7, which begins with it. */
export function timeOfId(id: string) {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}
