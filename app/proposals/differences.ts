import { isDeepStrictEqual } from 'node:util'
import { budLabels } from '~/buds/bud'
import type { Bud } from '~/buds/bud-input.server'
import { rowText } from '~/buds/field-lines'
import { uniteRows } from '~/buds/united-rows'
import { type Difference, type ProposedFields, proposedFields } from './proposal'

type Field = (typeof proposedFields)[number]
type Proposal = { fields: ProposedFields; replaces: boolean }

/** What a proposal would change in the bud as it is now (product 21.4). */
export function differencesOf(bud: Pick<Bud, Field | 'notes'>, { fields, replaces }: Proposal) {
  const lists = proposedFields.map((name) => {
    const proposed = fields[name] as Bud[typeof name] | undefined
    if (!proposed) return { name, after: bud[name], beyond: [] }
    if (replaces) return { name, after: proposed, beyond: [] }
    const { united, beyond } = uniteRows(name, bud[name], proposed)
    return { name, after: united, beyond }
  })
  const surplus = lists.flatMap(({ name, beyond }) =>
    beyond.map((row) => `${budLabels[name]}: ${rowText(row)}`),
  )
  const lines = surplus.filter((line) => !bud.notes.split('\n').includes(line))
  const notes = [bud.notes, lines.join('\n')].filter(Boolean).join('\n\n')
  return [...lists, { name: 'notes', after: notes } as const]
    .map(({ name, after }): Difference => ({ name, before: bud[name], after }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
}
