import { z } from 'zod'
import type { User } from '~/accounts/account'
import { ownerToday } from '~/db/owner-clock.server'
import { oneOf } from '~/forms/rules'
import { Download } from '~/http/download.server'
import { photoFile } from './backup.server'
import { writeCalendar } from './calendar.server'
import { writeBudsCsv, writeCirclesCsv, writeEventsCsv, writeInteractionsCsv } from './csv.server'
import { type ExportFormat, exportFormats } from './export'
import { writeJson } from './json.server'
import { readme } from './readme'
import { photoPages } from './records.server'
import type { VCardVersion } from './vcard-write'
import { writeVCards } from './vcards.server'
import { writeZip, type ZipEntry } from './zip.server'

/** The query of `GET /export`. `version` is that of the vCards. */
export const exportQuery = z.object({
  format: oneOf('format', exportFormats).default('zip'),
  version: oneOf('version', ['3', '4']).default('3'),
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
export async function exportData(user: User, { format, version }: ExportQuery) {
  const name = `budkeeper-${await ownerToday(user._id)}.${format}`
  return new Download(name, types[format], writeExport(user, format, `${version}.0`))
}

function writeExport(user: User, format: ExportFormat, version: VCardVersion): AsyncIterable<Uint8Array> {
  if (format === 'zip') return writeZip(zipEntries(user))
  if (format === 'json') return encoded(writeJson(user))
  if (format === 'csv') return encoded(writeBudsCsv(user._id))
  if (format === 'vcf') return encoded(writeVCards(user._id, version))
  return encoded(writeCalendar(user._id))
}

async function* encoded(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text)
}

async function* zipEntries(user: User): AsyncGenerator<ZipEntry> {
  const { _id } = user
  yield { name: 'README.txt', content: Buffer.from(readme) }
  yield { name: 'budkeeper.json', content: writeJson(user) }
  yield { name: 'buds.csv', content: writeBudsCsv(_id) }
  yield { name: 'circles.csv', content: writeCirclesCsv(_id) }
  yield { name: 'events.csv', content: writeEventsCsv(_id) }
  yield { name: 'interactions.csv', content: writeInteractionsCsv(_id) }
  yield { name: 'buds.vcf', content: writeVCards(_id, '3.0') }
  yield { name: 'calendar.ics', content: writeCalendar(_id) }
  for await (const page of photoPages(_id))
    for (const photo of page) yield { name: photoFile(photo._id), content: photo.picture }
}
