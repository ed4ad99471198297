import { type Collection, DavError, type StoredResource } from '~/integrations/dav/collection.server'
import { assertConditions } from '~/integrations/dav/conditions.server'

type Row = { content: string; n: number }

/** A collection in memory, with what the protocol has asked of it in `calls`. */
export function memoryCollection(fields: Partial<Collection> & Pick<Collection, 'name' | 'kind'>) {
  const rows = new Map<string, Row>()
  const gone = new Map<string, number>()
  const calls: string[] = []
  let n = 0
  let oldest = 0
  const etagOf = (file: string) => {
    const row = rows.get(file)
    return row && `"${row.n}"`
  }
  const resources = () => [...rows.keys()].map((file) => ({ file, etag: etagOf(file) ?? '' }))
  const stored = (file: string, version: string): StoredResource[] => {
    const row = rows.get(file)
    const content = row?.content.replace(/VERSION:3\.0/, `VERSION:${version}`) ?? ''
    return row ? [{ file, etag: `"${row.n}"`, content }] : []
  }
  const store = (file: string, content: string) => {
    n += 1
    rows.set(file, { content, n })
    gone.delete(file)
  }
  const collection: Collection = {
    displayName: 'Buds',
    isReadOnly: false,
    type: fields.kind === 'calendar' ? 'text/calendar' : 'text/vcard',
    limit: 10_000,
    state: async () => n,
    list: async () => ({ resources: resources(), state: n }),
    changesSince: async (_device, since) => {
      if (since < oldest || since > n) return null
      const changed = resources().filter(({ file }) => (rows.get(file)?.n ?? 0) > since)
      return { changed, gone: [...gone].flatMap(([file, at]) => (at > since ? file : [])), state: n }
    },
    read: async (_device, files, version) => {
      calls.push(`read ${files.length} ${version}`)
      return files.flatMap((file) => stored(file, version))
    },
    pages: async function* (_device, version, range) {
      calls.push(`pages ${version} ${range ? `${range.from?.toISOString()} ${range.to?.toISOString()}` : ''}`)
      const files = [...rows.keys()]
      for (let at = 0; at < files.length; at += 100)
        yield files.slice(at, at + 100).flatMap((file) => stored(file, version))
    },
    put: async (_device, file, content, conditions) => {
      assertConditions(etagOf(file), conditions)
      const text = content.toString()
      const condition = fields.kind === 'calendar' ? 'C:valid-calendar-data' : 'CARD:valid-address-data'
      if (!text.startsWith('BEGIN:V')) throw new DavError(403, condition, 'It is no card & <nothing>')
      const isNew = !rows.has(file)
      store(file, text)
      return { isNew, etag: text.includes('X-CHANGED') ? null : `"${n}"` }
    },
    remove: async (_device, file, conditions) => {
      assertConditions(etagOf(file), conditions)
      if (!rows.delete(file)) throw new DavError(404, undefined, 'There is no such card')
      n += 1
      gone.set(file, n)
    },
    ...fields,
  }
  /** All tokens until now are too old. */
  const forget = () => {
    oldest = n + 1
  }
  return Object.assign(collection, { rows, calls, store, forget })
}

export const card = (name: string, more = '') =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${name}\r\nFN:${name}\r\n${more}END:VCARD\r\n`

export const calendarEvent = (name: string, more = '') =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${name}\r\nSUMMARY:${name}\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`
