import type { RelationKind } from '~/people/relations/relation'

/** Constants and types of imports for browser and server (product 20). */
export const importFormats = ['vcard', 'google', 'outlook', 'csv', 'budkeeper'] as const
export type ImportFormat = (typeof importFormats)[number]

/** `reading` is the dry run. `reading`, `applying` and `undoing` are work in the background. */
export const storedStates = ['reading', 'ready', 'applying', 'applied'] as const
export type StoredState = (typeof storedStates)[number]
export type ImportState = StoredState | 'undoing' | 'undone'

/** What an import does to a row. */
export const importActions = ['add', 'update', 'unchanged', 'skip'] as const
export type ImportAction = (typeof importActions)[number]

/** What an import does to a bud that is in the app already. */
export const matchRules = ['fill', 'replace', 'skip', 'add'] as const
export type MatchRule = (typeof matchRules)[number]

export const fileLimit = 25_000_000
export const recordLimit = 50_000
/** The demo account may import fewer records, and smaller files. */
export const demoRecordLimit = 100
export const demoFileLimit = 1_000_000

export type FileColumn = { name: string; examples: string[]; filled: number }

/** What a file says that another is to a person. `uid` is the other's id in files of Budkeeper, `line` a line of the notes. */
export type ImportedRelation = {
  name: string
  uid: string
  kind: RelationKind
  label: string
  line: string
  note?: string
  since?: string | null
  until?: string | null
}

/** A record of a file, as it would be written. */
export type ImportedRecord = {
  /** The id that the record has if it is added. */
  _id: string
  /** The record's id in the file. Empty: none. */
  uid: string
  /** The fields of the record as the API has them. */
  fields: Record<string, unknown>
  /** Names of circles. */
  groups: string[]
  /** Only buds have it, of which some have none. */
  relations?: ImportedRelation[]
  /** Only buds of a backup have it. */
  snoozedUntil?: string | null
  archivedAt?: string | null
}

export const importPath = '/dashboard/Import'

export const formatLabels: Record<ImportFormat, string> = {
  vcard: 'vCards',
  google: 'Google Contacts',
  outlook: 'Outlook',
  csv: 'CSV',
  budkeeper: 'Budkeeper',
}

export const actionLabels: Record<ImportAction, string> = {
  add: 'Add',
  update: 'Update',
  unchanged: 'Unchanged',
  skip: 'Skipped',
}

/** The labels once the import is done. */
export const doneLabels: Record<ImportAction, string> = { ...actionLabels, add: 'Added', update: 'Updated' }

const loss = /^(Line \d+: |The photo |The notes have no room |Not in the backup: )/

/** The lines of a row's reason that name what could not be read, or has no place. */
export const lossesIn = (reason: string) => reason.split('\n').filter((line) => loss.test(line))

export const stateLabels: Record<ImportState, string> = {
  reading: 'Reading',
  ready: 'Ready to import',
  applying: 'Importing',
  applied: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
}

/** Whether work continues in the background. */
export const isInProgress = (state: ImportState) => ['reading', 'applying', 'undoing'].includes(state)
