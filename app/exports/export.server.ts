import { z } from 'zod'
import type { User } from '~/accounts/account'
import { ownerToday } from '~/db/owner-clock.server'
import { wholeNumber } from '~/forms/list-query'
import { oneOf } from '~/forms/rules'
import { Download } from '~/http/download.server'
import { UserError } from '~/http/errors'
import { photoFile } from './backup.server'
import { writeCalendar } from './calendar.server'
import { writeBudsCsv, writeCirclesCsv, writeEventsCsv, writeInteractionsCsv } from './csv.server'
import { type ExportFormat, exportFormats } from './export'
import { writeJson } from './json.server'
import { findPart, type Part } from './parts.server'
import { readme } from './readme'
import { photoPages } from './records.server'
import type { VCardVersion } from './vcard-write'
import { writeVCards } from './vcards.server'
import { writeZip, type ZipEntry } from './zip.server'

/** The query of `GET /export`. `version` is that of the vCards, `part` that of the zip. */
export const exportQuery = z.object({
  format: oneOf('format', exportFormats).default('zip'),
  version: oneOf('version', ['3', '4']).default('3'),
  part: wholeNumber('part', 1, 1_000_000).default(1),
})
type ExportQuery = z.infer<typeof exportQuery>

const types: Record<ExportFormat, string> = {
  zip: 'application/zip',
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  vcf: 'text/vcard; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
}

/** The user's data as a file of one format, which is read and written while it is sent. */
export async function exportData(user: User, { format, version, part }: ExportQuery) {
  const name = `budkeeper-${await ownerToday(user._id)}`
  if (format === 'zip') return exportZip(user, name, await findPart(user._id, part))
  if (part > 1) throw new UserError(404, 'Part not found')
  return new Download(`${name}.${format}`, types[format], encoded(textOf(user, format, `${version}.0`)))
}

function exportZip(user: User, name: string, part: Part) {
  const { number, count } = part
  const suffix = count > 1 ? `-part-${number}-of-${count}` : ''
  const chunks = writeZip((written) => zipEntries(user, part, written))
  return new Download(`${name}${suffix}.zip`, types.zip, chunks, linksOf(part))
}

/** The other parts, relative to the URL of the request (RFC 8288). */
function linksOf({ number, count }: Part): Record<string, string> {
  if (count === 1) return {}
  const link = (part: number, relation: string) => `<?format=zip&part=${part}>; rel="${relation}"`
  const next = number < count ? [link(number + 1, 'next')] : []
  return { Link: [...next, link(count, 'last')].join(', ') }
}

function textOf(user: User, format: Exclude<ExportFormat, 'zip'>, version: VCardVersion) {
  if (format === 'json') return writeJson(user)
  if (format === 'csv') return writeBudsCsv(user._id)
  if (format === 'vcf') return writeVCards(user._id, version, { photos: true })
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
  yield { name: 'circles.csv', content: writeCirclesCsv(ownerId) }
  yield { name: 'events.csv', content: writeEventsCsv(ownerId) }
  yield { name: 'interactions.csv', content: writeInteractionsCsv(ownerId) }
  yield { name: 'buds.vcf', content: writeVCards(ownerId, '3.0', { photos: false }) }
  yield { name: 'calendar.ics', content: writeCalendar(ownerId) }
}
