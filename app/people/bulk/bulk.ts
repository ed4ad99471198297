/** Constants of actions on many buds for browser and server (product 34). */
export const bulkActions = [
  'addTag',
  'removeTag',
  'addToCircle',
  'removeFromCircle',
  'setType',
  'setCadence',
  'archive',
  'unarchive',
  'logContact',
  'delete',
] as const
export type BulkAction = (typeof bulkActions)[number]

/** The most buds of one action. */
export const bulkLimit = 10_000

const done: Partial<Record<BulkAction, string>> = {
  archive: 'archived',
  unarchive: 'taken out of the archive',
  logContact: 'logged',
  delete: 'deleted',
}

/** What an action tells the user. */
export const bulkMessage = (action: BulkAction, changed: number) =>
  changed === 0
    ? 'Nothing to change'
    : `${changed} ${changed === 1 ? 'bud' : 'buds'} ${done[action] ?? 'changed'}`

export const bulkPath = '/dashboard/bulk'

/** What the screen can do with the chosen buds besides. */
export const bulkExits = ['plan', 'csv', 'vcf'] as const
type Choice = BulkAction | 'endCadence' | (typeof bulkExits)[number]

/** The actions as the options of a select. */
export const bulkLabels: Record<Choice, string> = {
  addTag: 'Add tag',
  removeTag: 'Remove tag',
  addToCircle: 'Add to circle…',
  removeFromCircle: 'Take out of circle…',
  setType: 'Set type',
  setCadence: 'Keep in touch every',
  endCadence: 'End keeping in touch',
  logContact: 'Log contact',
  archive: 'Archive',
  unarchive: 'Take out of archive',
  plan: 'Plan together',
  csv: 'Export as CSV',
  vcf: 'Export as vCards',
  delete: 'Delete…',
}

/** The id of the form that the boxes of the list belong to. */
export const bulkFormId = 'bulk'
