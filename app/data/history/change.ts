import type { RecordType } from '~/people/buds/record-kinds'

/** Constants and types of the change history for browser and server (product 16). */
export const changeKinds = ['create', 'update', 'delete', 'import', 'merge', 'undo'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Who makes changes: somebody at a screen, a program with a token, and so on. */
export const viaKinds = ['person', 'api', 'device', 'assistant', 'guest', 'import'] as const
/** `name` is that of the token, device, guest or file. Empty for a person. */
export type Via = { kind: (typeof viaKinds)[number]; name: string }

/** A row as JSON, by the names of its columns. */
export type RowImage = Record<string, unknown>

/** A change set in a list response. `rows` is the number of rows that it touched. */
export type Change = {
  _id: string
  kind: ChangeKind
  title: string
  createdAt: Date
  undoneAt: Date | null
  rows: number
  via: Via
}

/** For members, `before` has the names of those who were removed, and `after` the names of those who were added. */
export type FieldChange = { name: string; before: unknown; after: unknown }
export type ChangedRecord = { type: RecordType; _id: string; name: string; fields: FieldChange[] }

/** How many of them a screen names. */
export const shownKept = 20

/** A record that an undo has kept, with the fields that could not be taken back. */
export type KeptRecord = { type: RecordType; _id: string; name: string; fields: string[] }

const verbs = {
  create: 'added',
  update: 'edited',
  delete: 'deleted',
  import: 'imported',
  merge: 'merged',
  undo: 'changed back',
}

/** Of a change set that undoes one of the kind. */
const undoneVerbs: Partial<Record<ChangeKind, string>> = {
  create: 'removed',
  delete: 'restored',
  import: 'taken back',
  merge: 'separated',
}

/** Who made a change set, such as 'by iPhone'. Empty for a person. */
export function viaText({ kind, name }: Via) {
  if (kind === 'person') return ''
  return `by ${name || namelessVia[kind]}`
}

const namelessVia = {
  api: 'a program',
  device: 'a device',
  assistant: 'an assistant',
  guest: 'a guest',
  import: 'an import',
}

type Titled = { kind: ChangeKind; undoneKind: ChangeKind | null; name: string }

/** The title of a change set, such as 'Ada Lovelace edited'. `undoneKind` is that of the change set that it undoes. */
export const titleOf = ({ kind, undoneKind, name }: Titled) =>
  `${name || 'A record without a name'} ${(undoneKind && undoneVerbs[undoneKind]) ?? verbs[kind]}`

type UndoResult = { kept: unknown[]; changeId: string | undefined; isUnfinished?: boolean }

/** What an undo tells the user. Without a change set, there was nothing left to take back. */
export function undoMessage({ kept, changeId, isUnfinished }: UndoResult) {
  if (isUnfinished) return 'The change is being undone'
  if (kept.length === 0) return 'Change undone successfully'
  return changeId
    ? 'Change undone, except for what was changed since'
    : 'Nothing was undone, because all of it was changed since'
}

export const historyPath = '/dashboard/history'

/** Days until a change set is pruned. */
export const historyDays = 30
export const importHistoryDays = 90
