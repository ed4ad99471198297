import { otherBudLabels } from '~/people/buds/bud'
import { budLabels, optionFields } from '~/people/buds/bud-fields'
import { rowFields } from '~/people/buds/united-rows'

/** Constants of a merge for browser and server (product 20.4). `a` is the bud that stays, `b` the one that goes. */
export const sides = ['a', 'b'] as const
type Side = (typeof sides)[number]

const { archivedAt: _, ...otherLabels } = otherBudLabels

/** The bud that stays is archived if both were. */
export const mergeLabels = { ...otherLabels, ...budLabels }
export type MergeField = keyof typeof mergeLabels
export const mergeFields = Object.keys(mergeLabels) as MergeField[]

/** Whose value of a field stays. A field without a choice follows the rules of the merge. */
export type Choices = { [Field in MergeField]?: Side | undefined }

const unitedFields: readonly string[] = [...optionFields, ...rowFields, 'tags', 'notes']

/** Whether the values of both buds stay unless one is chosen. */
export const isUnited = (field: MergeField) => unitedFields.includes(field)

export const isEmptyValue = (value: unknown) => value === null || value === ''
