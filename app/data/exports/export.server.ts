import { z } from 'zod'
import type { User } from '~/account/users/user'
import { ownerToday } from '~/base/db/owner-clock.server'
import { wholeNumber } from '~/base/forms/list-query'
import { oneOf } from '~/base/forms/rules'
import { Download } from '~/base/http/download.server'
import { UserError } from '~/base/node/errors'
import { selectionQuery } from '~/people/bulk/bulk-input.server'
import { chosenIds } from '~/people/bulk/chosen.server'
import { photoFile } from './backup.server'
import { writeCalendar } from './calendar.server'
import { writeBudsCsv } from './csv.server'
import { type ExportFormat, exportFormats } from './export'
import { writeJson } from './json.server'
import { csvFiles } from './lists.server'
import { findPart, type Part, partQuery } from './parts.server'
import { readme } from './readme.server'
import { photoPages } from './records.server'
import type { VCardVersion } from './vcard-lines'
import { writeVCards } from './vcards.server'
import { writeZip, type ZipEntry } from './zip.server'

const id = z.guid('after and last must be ids of buds').transform((id) => id.toLowerCase())

/** The query of `GET /export`. `version` is that of the vCards, `part`, `after` and `last` are those of the zip. */
export const exportQuery = z.object({
  format: oneOf('format', exportFormats).default('zip'),
  version: oneOf('version', ['3', '4']).default('3'),
  part: wholeNumber('part', 1, 1_000_000).default(1),
  after: id.optional(),
  last: id.optional(),
  ...selectionQuery,
})
type ExportQuery = z.infer<typeof exportQuery>

export const mediaTypes: Record<ExportFormat, string> = {
  zip: 'application/zip',
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  vcf: 'text/vcard; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
}

/** The user's data as a file of one format, which is read and written while it is sent. */
export async function exportData(user: User, { format, version, ...query }: ExportQuery) {
  const chosen = await chosenOf(user._id, format, query)
  const name = `budkeeper-${await ownerToday(user._id)}`
  if (format === 'zip') return exportZip(user, name, await findPart(user._id, query))
  if (query.part > 1) throw new UserError(404, 'Part not found')
  return new Download(
    `${name}.${format}`,
    mediaTypes[format],
    encoded(textOf(user, format, `${version}.0`, chosen)),
  )
}

/** The ids of the chosen buds. Undefined if all are exported. */
type Chosen = Pick<ExportQuery, 'buds' | 'filter' | 'search' | 'Budtype'>

async function chosenOf(ownerId: string, format: ExportFormat, { buds, filter, search, Budtype }: Chosen) {
  const hasQuery = filter !== '' || search !== '' || Budtype !== undefined
  if (!buds && !hasQuery) return
  if (format !== 'csv' && format !== 'vcf')
    throw new UserError(400, 'Chosen buds can be exported as csv or vcf')
  if (buds && hasQuery) throw new UserError(400, 'Choose buds by ids or by a filter, not by both')
  return chosenIds(ownerId, buds ? { ids: buds } : { filter, search, Budtype: Budtype ?? 'all' })
}

type LinkedPart = Awaited<ReturnType<typeof findPart>>

function exportZip(user: User, name: string, part: LinkedPart) {
  const { number, count } = part
  const suffix = count > 1 ? `-part-${number}-of-${count}` : ''
  const chunks = writeZip((written) => zipEntries(user, part, written))
  return new Download(`${name}${suffix}.zip`, mediaTypes.zip, chunks, linksOf(part))
}

/** The next part, relative to the URL of the request (RFC 8288). */
const linksOf = ({ next }: LinkedPart): Record<string, string> =>
  next ? { Link: `<${partQuery(next)}>; rel="next"` } : {}

function textOf(user: User, format: Exclude<ExportFormat, 'zip'>, version: VCardVersion, chosen?: string[]) {
  if (format === 'json') return writeJson(user)
  if (format === 'csv') return writeBudsCsv(user._id, chosen)
  if (format === 'vcf') return writeVCards(user._id, version, { photos: true, chosen })
  return writeCalendar(user._id)
}

async function* encoded(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text)
}

/** Below the limit of an import, with room for the names of the files. */
const maxSize = 24_000_000
/** The size of all records as JSON, CSV, vCards and calendar, compared with that of the JSON alone. */
const sizeOfAllFormats = 4.5

async function* zipEntries(user: User, part: Part, written: () => number): AsyncGenerator<ZipEntry> {
  const { _id } = user
  yield { name: 'README.txt', content: Buffer.from(readme) }
  yield { name: 'budkeeper.json', content: writeJson(user, part) }
  const hasRoom = written() * sizeOfAllFormats + part.photoBytes <= maxSize
  if (part.number === 1 && hasRoom) yield* otherFormats(_id)
  for await (const page of photoPages(_id, part))
    for (const photo of page) yield { name: photoFile(photo._id), content: photo.picture }
}

/** The records for other programs. A restore does not need them. */
function* otherFormats(ownerId: string): Generator<ZipEntry> {
  yield { name: 'buds.csv', content: writeBudsCsv(ownerId) }
  for (const { name, write } of csvFiles) yield { name, content: write(ownerId) }
  yield { name: 'buds.vcf', content: writeVCards(ownerId, '3.0', { photos: false }) }
  yield { name: 'calendar.ics', content: writeCalendar(ownerId) }
}
