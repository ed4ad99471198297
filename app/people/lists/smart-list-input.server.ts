import type { z } from 'zod'
import { nameLength } from '~/base/forms/lengths'
import { oneOf, recordSchemas, requiredLine } from '~/base/forms/rules'
import { filterText } from '~/people/buds/bud-filter.server'
import { budSortNames } from '~/people/buds/buds.server'
import { smartListLabels as labels } from './smart-list'

/** The writable fields of a smart list. The filter is the JSON text that `GET /buds` takes. */
export const { input: smartListInput, change: smartListChange } = recordSchemas({
  name: requiredLine(labels.name, nameLength),
  filter: filterText.refine((filter) => filter !== '', 'Filter is required'),
  sort: oneOf(labels.sort, budSortNames).default('newestFirst'),
} satisfies Record<keyof typeof labels, z.ZodType>)

export type SmartListInput = z.infer<typeof smartListInput>
