import { formatCount } from '~/base/components/count'
import { UserError } from '~/base/node/errors'
import { notesLength, optionFields } from '~/people/buds/bud-fields'
import type { Bud } from '~/people/buds/bud-input.server'
import { surplusLine, withSurplus } from '~/people/buds/surplus'
import { tagLimit, uniteTags } from '~/people/buds/tags'
import { rowFields, uniteRows } from '~/people/buds/united-rows'
import { type Choices, isEmptyValue, isUnited, type MergeField, mergeFields } from './merge'

/**
 * The fields of the bud that two buds become (product 20.4), without the photo. What exceeds the limit of a list goes to
 * the notes. Throws 409 if these become too long, so that nothing is lost.
 */
export function mergedFields(a: Bud, b: Bud, choices: Choices) {
  const chosen = (field: MergeField) => (choices[field] === 'b' ? b : a)[field]
  const single = mergeFields
    .filter((field) => field !== 'photo' && (choices[field] || !isUnited(field)))
    .map((field) => [field, choices[field] || !isEmptyValue(a[field]) ? chosen(field) : b[field]])
  const options = optionFields
    .filter((field) => !choices[field])
    .map((field) => [field, [...new Set([...a[field], ...b[field]])]])
  const rows = rowFields
    .filter((field) => !choices[field])
    .map((field) => ({ field, ...uniteRows(field, a[field], b[field]) }))
  const tags = uniteTags(a.tags, b.tags)
  const beyondTags = choices.tags ? [] : tags.slice(tagLimit)
  const beyond = rows.flatMap(({ field, beyond }) => beyond.map((row) => surplusLine(field, row)))
  const fields = Object.fromEntries([
    ...single,
    ...options,
    ...(choices.tags ? [] : [['tags', tags.slice(0, tagLimit)]]),
    ...rows.map(({ field, united }) => [field, united]),
  ])
  if (beyondTags.length > 0) beyond.push(surplusLine('tags', beyondTags))
  return { ...fields, notes: mergedNotes(a, b, choices, beyond) } as Omit<Pick<Bud, MergeField>, 'photo'>
}

function mergedNotes(a: Bud, b: Bud, { notes: choice }: Choices, beyond: string[]) {
  const own = choice ? [{ a, b }[choice].notes] : a.notes.includes(b.notes) ? [a.notes] : [a.notes, b.notes]
  const notes = withSurplus(own.filter(Boolean).join('\n\n'), beyond)
  if (notes.length <= notesLength) return notes
  const msg = `Together the notes have more than ${formatCount(notesLength)} characters. Choose those of one bud${beyond.length > 0 ? ', or a list of one bud' : ''}`
  throw new UserError(409, msg, { errors: { notes: [msg] } })
}
