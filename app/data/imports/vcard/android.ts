import { addDate } from './date'
import { addExtra, addRelation, componentsOf, line, type Read } from './draft'
import { capitalisedLabel } from './label'

const events: Record<string, string> = { 1: 'Anniversary', 3: 'Birthday' }

const relations: Record<string, string> = {
  1: 'Assistant',
  2: 'Brother',
  3: 'Child',
  4: 'Domestic partner',
  5: 'Father',
  6: 'Friend',
  7: 'Manager',
  8: 'Mother',
  9: 'Parent',
  10: 'Partner',
  11: 'Referred by',
  12: 'Relative',
  13: 'Sister',
  14: 'Spouse',
}

/**
 * Android writes a type and its columns. The first three are a value, its kind and its label:
 * `vnd.android.cursor.item/relation;Jane;14;;;`. Those of other programs are not known.
 */
export const androidCustom: Read = (property, draft) => {
  const { nicknames, extras } = draft
  const [type = '', ...columns] = componentsOf(property)
  const [value = '', kind = '', label = ''] = columns
  const word = type.replace('vnd.android.cursor.item/', '')
  const isKnown = word !== type
  if (isKnown && !value) return
  if (!columns.some(Boolean)) addExtra(property, draft)
  else if (word === 'nickname') nicknames.push(value)
  else if (word === 'contact_event') addDate(label || events[kind] || 'Date', value, property, draft)
  else if (word === 'relation') addRelation(draft, label || relations[kind] || 'Relation', value, property)
  else extras.push(line(capitalisedLabel(word.replaceAll('_', ' ')), '', columns.filter(Boolean).join(', ')))
}
