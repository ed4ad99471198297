/** The prefixes of the names of elements, here and in what the server writes. */
export const namespaces = {
  D: 'DAV:',
  C: 'urn:ietf:params:xml:ns:caldav',
  CARD: 'urn:ietf:params:xml:ns:carddav',
  CS: 'http://calendarserver.org/ns/',
  A: 'http://apple.com/ns/ical/',
}

const prefixes = new Map(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]))

/** `D:prop`, whatever prefix the client has chosen, or `{uri}name` in a namespace that the server does not know. */
export function nameOf(uri: string, local: string) {
  const prefix = prefixes.get(uri)
  return prefix ? `${prefix}:${local}` : `{${uri}}${local}`
}
