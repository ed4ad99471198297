import type { z } from 'zod'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { pacer } from '~/base/node/pacer.server'
import { backupRecords, envelope, isPhotoFile, photoFile } from '~/data/exports/backup.server'
import { type ImportedRecord, recordLimit } from '~/data/imports/import'
import type { PictureReader } from '~/data/imports/import-pictures.server'
import { fitBud } from '~/data/imports/plan/fit-bud.server'
import { emptyPerson } from '~/data/imports/reading/person'
import { optionFields } from '~/people/buds/bud-fields'
import type { BudInput } from '~/people/buds/bud-input.server'
import { type RecordType, recordKinds, recordTypes } from '~/people/buds/record-kinds'
import { outlineJson, parseSpan } from './backup-json'
import { idFor, idIn } from './record-ids'
import { listZip, readZipEntry } from './zip-read.server'

/** A row of a backup. `record` is null if it breaks a rule. */
export type BackupRow = {
  line: number
  type: RecordType
  record: ImportedRecord | null
  picture: Buffer | null
  reason: string
}

const jsonName = 'budkeeper.json'
/** Sizes after decompression, so that a small archive cannot fill the memory. A record has at most some 200 kB. */
const maxSize = {
  json: 60_000_000,
  record: 1_000_000,
  photo: 5_000_000,
  photos: 60_000_000,
}

/**
 * How much larger than its packed content a large JSON can be. 50,000 buds with the same notes of 1,000 characters have a
 * ratio of 94, and blanks one of 1,000.
 */
const packed = { ratio: 250, freeSize: 1_000_000 }

const isZip = (file: Uint8Array) => file[0] === 0x50 && file[1] === 0x4b && file[2] === 3 && file[3] === 4
/** A JSON object, perhaps after a byte order mark and blanks. */
const isJson = (file: Uint8Array) => /^\ufeff?\s*\{/.test(Buffer.from(file.subarray(0, 100)).toString())

export const isBackup = (file: Uint8Array) => isZip(file) || isJson(file)

type ListName = keyof typeof backupRecords
const listNames = recordTypes.map((type): ListName => recordKinds[type].many)
const typeOf = Object.fromEntries(recordTypes.map((type) => [recordKinds[type].many, type])) as Record<
  ListName,
  RecordType
>

type Photo = (name: string) => Promise<Buffer | undefined>

/** Where the records of a backup are, and its photos by name. Throws 400 or 413 for another file. */
async function openBackup(file: Uint8Array, yieldToRequests: () => Promise<void>) {
  const { json, photo } = isZip(file) ? await openArchive(file) : { json: file, photo: noPhoto }
  try {
    const outline = await outlineOf(json, yieldToRequests)
    const member = (name: string) => {
      const span = outline.members.get(name)
      return span && span[1] - span[0] < 100 ? parseSpan(json, span) : undefined
    }
    const { error } = envelope.safeParse({ format: member('format'), version: member('version') })
    if (error) throw new UserError(400, error.issues[0]?.message ?? notBackup)
    return { json, records: outline.lists, photo }
  } catch (error) {
    throw error instanceof UserError ? error : new UserError(400, notBackup)
  }
}

async function outlineOf(json: Uint8Array, yieldToRequests: () => Promise<void>) {
  const pieces = outlineJson(json, listNames, recordLimit + 1)
  for (let piece = pieces.next(); ; piece = pieces.next()) {
    if (piece.done) return piece.value
    await yieldToRequests()
  }
}

const notBackup = 'This is not a backup of Budkeeper'
const noPhoto: Photo = async () => undefined

async function openArchive(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = entriesOf(file)
  const entry = entries.get(jsonName)
  if (!entry) throw new UserError(400, 'This is a spreadsheet or an archive, and no backup of Budkeeper')
  if (entry.size > maxSize.json) throw new UserError(413, 'The backup is too large')
  if (entry.size > packed.freeSize && entry.size > entry.compressedSize * packed.ratio)
    throw new UserError(413, `The backup is more than ${packed.ratio} times larger than its packed content`)
  const json = await readZipEntry(file, entry, maxSize.json)
  if (!json) throw unreadable()
  let left = maxSize.photos
  const photo: Photo = async (name) => {
    const entry = entries.get(name)
    if (!entry || entry.size > left) return
    left -= entry.size
    return readZipEntry(file, entry, maxSize.photo)
  }
  return { json, photo }
}

const unreadableRecord = 'The record cannot be read'
const unreadable = () => new UserError(400, 'The archive cannot be read')

function entriesOf(file: Buffer) {
  try {
    return listZip(file, (name) => name === jsonName || isPhotoFile.test(name))
  } catch {
    throw unreadable()
  }
}

/** The number of records of a backup, at most one more than an import takes. */
export async function countBackup(file: Uint8Array) {
  const { records } = await openBackup(file, pacer(1))
  return listNames.reduce((sum, name) => sum + records[name].length, 0)
}

/** Reads the records of a backup one at a time. */
export async function* readBackup(file: Uint8Array, readPicture: PictureReader): AsyncGenerator<BackupRow> {
  const yieldToRequests = pacer()
  const { json, records, photo } = await openBackup(file, yieldToRequests)
  const photos = { find: photo, read: readPicture }
  const ids = new Set<string>()
  let line = 0
  for (const name of listNames)
    for (const span of records[name]) {
      const n = ++line
      const row = await readRecord(name, valueAt(json, span), n, photos).catch((error): BackupRow => {
        log.error({ err: error }, 'record of a backup not read')
        return { line: n, type: typeOf[name], record: null, picture: null, reason: unreadableRecord }
      })
      const isRepeated = row.record !== null && ids.has(row.record.uid)
      if (row.record) ids.add(row.record.uid)
      yield isRepeated
        ? { ...row, record: null, picture: null, reason: 'The id is repeated' }
        : withMissing(row, ids)
      await yieldToRequests()
    }
}

/** Says that buds of a circle, an event or an interaction are not among the records that were read. */
function withMissing(row: BackupRow, ids: Set<string>): BackupRow {
  const selected = (row.record?.fields.selectedBuds ?? []) as string[]
  const missing = selected.filter((id) => !ids.has(id)).length
  return missing === 0 ? row : { ...row, reason: `Not in the backup: ${missing} of the selected buds` }
}

/** Undefined for a record that is no JSON. */
function valueAt(json: Uint8Array, span: readonly [number, number]) {
  if (span[1] - span[0] > maxSize.record) return
  try {
    return parseSpan(json, span)
  } catch {
    return
  }
}

type Photos = { find: Photo; read: PictureReader }

async function readRecord(name: ListName, value: unknown, line: number, photos: Photos): Promise<BackupRow> {
  const type = typeOf[name]
  const skipped = (reason: string) => ({ line, type, record: null, picture: null, reason })
  if (value === undefined) return skipped(unreadableRecord)
  const { data, reason } =
    name === 'buds' ? parseBud(value, line) : outcome((backupRecords[name] as AnyRecord).safeParse(value))
  if (!data) return skipped(reason)
  const { _id, createdAt: _, ...fields } = data
  const record = { _id: idFor(_id), uid: _id, groups: [], fields: withOrigin(fields) }
  if (name !== 'buds') return { line, type, record, picture: null, reason: '' }
  const { photo, snoozedUntil, archivedAt, relations, ...input } = record.fields
  const related = (relations as BackupRelation[]).map(({ with: uid, ...relation }) => ({
    ...relation,
    uid,
    name: '',
    line: '',
  }))
  const file = photo ? await photos.find(photoFile(_id)) : undefined
  const read = file ? await photos.read(line, file) : noPicture
  return {
    line,
    type,
    record: {
      ...record,
      ...(related.length > 0 && { relations: related }),
      fields: input,
      snoozedUntil: (snoozedUntil as string | null) ?? null,
      archivedAt: (archivedAt as string | null) ?? null,
    },
    picture: read.picture,
    reason: [photo && !file ? 'The photo is not in the backup or cannot be read' : read.reason, reason]
      .filter(Boolean)
      .join('\n'),
  }
}

/** What was taken out of a series finds it by the id that the series gets. */
function withOrigin(fields: Record<string, unknown>) {
  if (!fields.series) return fields
  const series = idIn(String(fields.series)) ?? null
  return { ...fields, series, occurrence: series && fields.occurrence }
}

const noPicture = { picture: null, reason: '' }

const outcome = <T>({ data, error }: { data?: T; error?: z.ZodError<unknown> | undefined }) => ({
  data,
  reason: error?.issues[0]?.message ?? '',
})

type AnyRecord = z.ZodType<{ _id: string; createdAt: string }>

type BackupRelation = z.infer<typeof backupRecords.buds>['relations'][number]

const ownFields = backupRecords.buds.pick({
  _id: true,
  createdAt: true,
  snoozedUntil: true,
  archivedAt: true,
  photo: true,
  relations: true,
})
const isLimit = ({ message }: { message: string }) =>
  /must be at most \d|^Maximum |^A tag cannot /.test(message)

/** What exceeds a limit, or is no option, goes to the notes, as in other files. Another broken rule leaves out the bud. */
function parseBud(value: unknown, line: number) {
  const strict = backupRecords.buds.safeParse(value)
  const given = value as BudInput
  const isWhole =
    strict.success && optionFields.every((field) => strict.data[field].length === (given[field] ?? []).length)
  if (isWhole || !(strict.success || strict.error.issues.every(isLimit))) return outcome(strict)
  const { data: own, reason } = outcome(ownFields.safeParse(value))
  const isGiven = ([field, part]: [string, unknown]) => field in emptyPerson(line) && part !== null
  const { notes, ...fields } = Object.fromEntries(Object.entries(given).filter(isGiven)) as Partial<BudInput>
  const { bud, ...fitted } = fitBud({ ...emptyPerson(line), ...fields, notes: notes ? [notes] : [] })
  if (!own || !bud) return { data: undefined, reason: fitted.reason ?? reason }
  return { data: { ...bud, ...own }, reason: fitted.warnings.map((warning) => warning.reason).join('\n') }
}
