import { z } from 'zod'
import { orEmpty } from '~/base/forms/rules'
import { UserError } from '~/base/node/errors'
import { readIds } from '~/people/buds/bud-picker.server'
import { selectedBuds, someBuds } from '~/people/buds/selected-buds.server'

/** Whom a plan is for: these buds, or those of a circle, of an event or of a smart list. */
export type Selection = { buds: string[]; circle: string | null; event: string | null; list?: string | null }

const tooManyKinds = 'Choose buds, a circle, an event or a list, not several of them'
const empty: Selection = { buds: [], circle: null, event: null, list: null }

/** The query of the API, where `buds` is a text, or the arguments of a tool. */
export const selectionInput = z.object({
  buds: z.preprocess((value) => splitIds(value), selectedBuds.default([])),
  circle: z.string().default(''),
  event: z.string().default(''),
  list: z.string().default(''),
})

const splitIds = (value: unknown) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value)

export const isEmpty = ({ buds, circle, event, list }: Selection) =>
  buds.length === 0 && !circle && !event && !list

/** Throws an error for more than one kind. */
export function selectionOf({ buds, circle, event, list }: z.infer<typeof selectionInput>): Selection {
  if ([buds.length > 0, circle, event, list].filter(Boolean).length > 1)
    throw new UserError(400, tooManyKinds)
  if (circle) return { ...empty, circle: checkedId('Circle', circle) }
  if (event) return { ...empty, event: checkedId('Event', event) }
  if (list) return { ...empty, list: checkedId('List', list) }
  return { ...empty, buds }
}

/** An id that cannot be one is that of no record. */
function checkedId(noun: 'Circle' | 'Event' | 'List', id: string) {
  if (!z.guid().safeParse(id).success) throw new UserError(404, `${noun} not found`)
  return id
}

/** The query of a screen. Ids that are not valid are ignored, and those beyond the limit. */
export function screenSelection(parameters: URLSearchParams): Selection {
  const buds = readIds((parameters.get('buds') ?? '').split(','))
  const [circle, event] = [parameters.get('circle') ?? '', parameters.get('event') ?? '']
  if (buds.length > 0) return { ...empty, buds }
  const list = circle || event ? '' : (parameters.get('list') ?? '')
  return selectionOf({ buds, circle, event: circle ? '' : event, list })
}

/** The form of the planner. */
export const selectionForm = z.object({ selectedBuds: z.preprocess(orEmpty, someBuds) })
