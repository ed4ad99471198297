import { z } from 'zod'
import { listQuery } from '~/base/forms/list-query'
import { flag, oneOf } from '~/base/forms/rules'
import { dateOrders } from '~/people/buds/read-day'
import { importActions, matchRules } from './import'

const dateOrder = z.preprocess(
  (value) => (value === '' ? null : value),
  oneOf('dateOrder', dateOrders).nullable(),
)

/** The settings of an import. Its `mapping` depends on the file (`mappingFor`). */
export const importChange = z
  .object({
    onMatch: oneOf('onMatch', matchRules),
    dateOrder,
    groups: flag('groups'),
    mapping: z.unknown().meta({ type: ['array', 'null'], items: { type: ['string', 'null'] } }),
  })
  .partial()

/** The choice for one row. Null: that of the import. */
export const rowChange = z.object({
  onMatch: z.preprocess((value) => (value === '' ? null : value), oneOf('onMatch', matchRules).nullable()),
})

export const importQuery = listQuery({}, { screen: 20 })

export const rowQuery = listQuery(
  {
    action: z
      .string()
      .refine(
        (action): boolean => action === '' || (importActions as readonly string[]).includes(action),
        `action must be one of ${importActions.join(', ')}`,
      )
      .meta({ enum: ['', ...importActions] })
      .default(''),
  },
  { screen: 20 },
)
