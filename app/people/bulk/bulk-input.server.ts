import { z } from 'zod'
import { oneOf, shortList } from '~/base/forms/rules'
import { budtypes } from '~/people/buds/bud'
import { budLabels } from '~/people/buds/bud-fields'
import { filterText } from '~/people/buds/bud-filter.server'
import { budSearch } from '~/people/buds/buds.server'
import { cadenceDays } from '~/people/buds/cadence-input.server'
import { tag } from '~/people/buds/tag-rules.server'
import { logInput } from '~/people/interactions/interaction-input.server'
import { type BulkAction, bulkActions, bulkLimit } from './bulk'

const { search, Budtype } = budSearch.strict.shape
export const tooManyBuds = `At most ${bulkLimit.toLocaleString('en')} buds can be changed at once`

const ids = shortList('ids', bulkLimit, tooManyBuds, z.guid({ error: 'ids must be ids of buds' })).transform(
  (list) => [...new Set(list.map((id) => id.toLowerCase()))].sort(),
)

/** The buds with these ids, or all that a list with this query shows. Empty texts count as absent. */
export type Selection =
  | { ids: string[] }
  | Pick<z.infer<typeof budSearch.strict>, 'filter' | 'search' | 'Budtype'>

const selectors = {
  ids: ids.optional(),
  filter: filterText.default(''),
  search,
  Budtype: Budtype.unwrap().optional(),
}
const selectorInput = z.object(selectors)

type Context = Pick<z.RefinementCtx, 'addIssue'>

function selectionOf(
  { ids, filter, search, Budtype }: z.infer<typeof selectorInput>,
  context: Context,
): Selection {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', path: ['ids'], message })
    return z.NEVER
  }
  const hasQuery = filter !== '' || search !== '' || Budtype !== undefined
  if (ids && hasQuery) return refuse('Choose buds by ids or by a filter, not by both')
  if (!hasQuery && !ids?.length) return refuse('Choose at least one bud')
  return ids ? { ids } : { filter, search, Budtype: Budtype ?? 'all' }
}

/** The buds of a form, without what is to be done to them. */
export const selectionInput = selectorInput.transform(selectionOf)

const splitIds = (value: unknown) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value)

/** The buds of a query of the export, all without one. `buds` are their ids. */
export const selectionQuery = {
  buds: z.preprocess(splitIds, ids.optional()),
  filter: selectors.filter,
  search: selectors.search,
  Budtype: selectors.Budtype,
}

/** Null ends the reminders, which has to be said. */
const someCadence = z
  .unknown()
  .refine((value) => value !== undefined && value !== '', 'value must be a number of days or null')
  .pipe(cadenceDays)

const nothing = z.unknown().transform(() => undefined)

/** The rules of the `value` of each action. */
const valueRules = {
  addTag: tag,
  removeTag: tag,
  addToCircle: z.guid({ error: 'value must be the id of a circle' }),
  removeFromCircle: z.guid({ error: 'value must be the id of a circle' }),
  setType: oneOf(budLabels.Budtype, budtypes),
  setCadence: someCadence,
  archive: nothing,
  unarchive: nothing,
  logContact: z.preprocess((value) => value ?? {}, logInput),
  delete: nothing,
} satisfies Record<BulkAction, z.ZodType>

type Valued = { [A in BulkAction]: { action: A; value: z.infer<(typeof valueRules)[A]> } }
export type Action = Valued[BulkAction]
export type Bulk = Action & { selection: Selection }

/** The body of `POST /buds/bulk`. */
export const bulkInput = z
  .object({
    ...selectors,
    action: oneOf('action', bulkActions),
    value: z.unknown().optional(),
  })
  .transform(({ action, value, ...given }, context): Bulk => {
    const selection = selectionOf(given, context)
    const { data, error } = valueRules[action].safeParse(value)
    for (const { message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['value'], message })
    return { selection, action, value: data } as Bulk
  })
