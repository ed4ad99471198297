/**
 * The kinds of records, for browser and server. Buds come first, because the others refer to them. `many` names their list
 * in a backup. A record lacks its `required` field only before it was added and after it was deleted. `recordTables` has
 * the tables.
 */
export const recordKinds = {
  bud: { noun: 'Bud', many: 'buds', screen: 'Bud', required: 'Firstname' },
  circle: { noun: 'Circle', many: 'circles', screen: 'Circle', required: 'Name' },
  event: { noun: 'Event', many: 'events', screen: 'Event', required: 'Name' },
  interaction: { noun: 'Interaction', many: 'interactions', screen: 'EditInteraction', required: 'on' },
  list: { noun: 'List', many: 'lists', screen: 'EditList', required: 'name' },
} as const

export type RecordType = keyof typeof recordKinds
export const recordTypes = Object.keys(recordKinds) as [RecordType, ...RecordType[]]
