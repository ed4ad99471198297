/** When a row was created, in milliseconds since 1970: the first 48 bits of its id, a UUID of version 7. */
export const timeOfId = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
