import { isDeepStrictEqual } from 'node:util'
import type { Bud } from '~/people/buds/bud-input.server'
import { surplusLine, withSurplus } from '~/people/buds/surplus'
import { uniteRows } from '~/people/buds/united-rows'
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
  const surplus = lists.flatMap(({ name, beyond }) => beyond.map((row) => surplusLine(name, row)))
  const notes = withSurplus(bud.notes, surplus)
  return [...lists, { name: 'notes', after: notes } as const]
    .map(({ name, after }): Difference => ({ name, before: bud[name], after }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
}
