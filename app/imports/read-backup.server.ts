import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { z } from 'zod'
import { backup, backupRecords, photoFile } from '~/exports/backup.server'
import { encodePicture } from '~/forms/picture.server'
import type { RecordType } from '~/history/change'
import { UserError } from '~/http/errors'
import { pacer } from '~/http/pacer.server'
import type { ImportedRecord } from './import'
import { idFor } from './record-ids'

/** A row of a backup. `record` is null if it breaks a rule. */
export type BackupRow = {
  line: number
  type: RecordType
  record: ImportedRecord | null
  picture: Buffer | null
  reason: string
}

const jsonName = 'budkeeper.json'
/** Sizes after decompression, so that a small archive cannot fill the memory. */
const maxSize = { json: 60_000_000, photo: 5_000_000, photos: 60_000_000 }

const isZip = (file: Uint8Array) => file[0] === 0x50 && file[1] === 0x4b && file[2] === 3 && file[3] === 4
/** A JSON object, perhaps after a byte order mark and blanks. */
const isJson = (file: Uint8Array) => /^\ufeff?\s*\{/.test(Buffer.from(file.subarray(0, 100)).toString())

export const isBackup = (file: Uint8Array) => isZip(file) || isJson(file)

const envelope = z.object({ format: backup.shape.format, version: backup.shape.version })
const lists = { buds: 'bud', circles: 'circle', events: 'event', interactions: 'interaction' } as const
type ListName = keyof typeof lists

/** The lists of a backup and its photos by name. Throws 400 for another file. */
function openBackup(file: Uint8Array) {
  const files = isZip(file) ? unzip(file) : { [jsonName]: file }
  const json = files[jsonName]
  if (!json) throw new UserError(400, 'This is a spreadsheet or an archive, and no backup of Budkeeper')
  const content = parse(json)
  const { error } = envelope.safeParse(content)
  if (error) throw new UserError(400, error.issues[0]?.message ?? 'This is not a backup of Budkeeper')
  return { content, files }
}

function recordsOf(content: Record<string, unknown>) {
  return Object.keys(lists).flatMap((name) =>
    listIn(content, name).map((value) => ({ name: name as ListName, value })),
  )
}

const listIn = (content: Record<string, unknown>, name: string): unknown[] => {
  const list = content[name]
  return Array.isArray(list) ? list : []
}

function unzip(file: Uint8Array) {
  let photos = 0
  const names = new Set<string>()
  try {
    return unzipSync(file, {
      filter: ({ name, originalSize }) => {
        // A name that is repeated would be decompressed each time.
        if (names.has(name)) return false
        names.add(name)
        if (name === jsonName) return originalSize <= maxSize.json
        if (!/^photos\/[\da-f-]{36}\.webp$/i.test(name) || originalSize > maxSize.photo) return false
        photos += originalSize
        return photos <= maxSize.photos
      },
    }) as Record<string, Uint8Array>
  } catch {
    throw new UserError(400, 'The archive cannot be read')
  }
}

/** Objects and elements of lists. A backup with 50,000 full records has fewer. */
const maxParts = 6_000_000

function parse(json: Uint8Array): Record<string, unknown> {
  let parts = 0
  for (const byte of json) if (byte === 0x2c || byte === 0x7b) parts++
  if (parts > maxParts) throw new UserError(413, 'The backup is too large')
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // The message below says what is wrong.
  }
  throw new UserError(400, 'This is not a backup of Budkeeper')
}

/** The number of records of a backup. */
export function countBackup(file: Uint8Array) {
  const { content } = openBackup(file)
  return Object.keys(lists).reduce((sum, name) => sum + listIn(content, name).length, 0)
}

/** Reads the records of a backup, buds first, because the other records refer to them. */
export async function readBackup(file: Uint8Array) {
  const { content, files } = openBackup(file)
  const rows: BackupRow[] = []
  const ids = new Set<string>()
  const rest = pacer()
  for (const [at, { name, value }] of recordsOf(content).entries()) {
    const row = await readRecord(name, value, at + 1, files)
    const isRepeated = row.record !== null && ids.has(row.record.uid)
    if (row.record) ids.add(row.record.uid)
    rows.push(isRepeated ? { ...row, record: null, picture: null, reason: 'The id is repeated' } : row)
    await rest()
  }
  return rows
}

async function readRecord(
  name: ListName,
  value: unknown,
  line: number,
  files: Record<string, Uint8Array>,
): Promise<BackupRow> {
  const type = lists[name]
  const { data, error } = backupRecords[name].safeParse(value)
  if (!data) return { line, type, record: null, picture: null, reason: error?.issues[0]?.message ?? '' }
  const { _id, createdAt: _, ...fields } = data
  const record = { _id: idFor(_id), uid: _id, groups: [], fields: fields as Record<string, unknown> }
  if (name !== 'buds') return { line, type, record, picture: null, reason: '' }
  const { photo, snoozedUntil, ...input } = record.fields
  const file = photo ? files[photoFile(_id)] : undefined
  const picture = file ? await storedPicture(file) : null
  return {
    line,
    type,
    record: { ...record, fields: input, snoozedUntil: (snoozedUntil as string | null) ?? null },
    picture,
    reason: photo && !picture ? 'The photo is not in the backup or cannot be read' : '',
  }
}

/** A photo that Budkeeper stored stays byte for byte what it was. */
async function storedPicture(file: Uint8Array) {
  try {
    const { format, width, height, pages = 1, exif, xmp, icc } = await sharp(file).metadata()
    const isPlain = !exif && !xmp && !icc
    if (format === 'webp' && isPlain && pages === 1 && width <= 512 && width === height)
      return Buffer.from(file)
  } catch {
    return null
  }
  return (await encodePicture(file, { formats: ['jpeg', 'png', 'webp'] })) ?? null
}
