import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { db } from '~/base/db/db.server'
import { readList } from '~/base/forms/read-list'
import { log } from '~/base/node/log.server'
import { buds } from '~drizzle/schema'
import {
  asPickerBud,
  type BudPickerData,
  type PickerBud,
  selectedBudsLimit,
  suggestionLimit,
  tooManyChosen,
} from './bud-picker'
import { budColumns, budSearch, listBuds } from './buds.server'

type PickerFields = { [field in 'selectedBuds' | 'findBuds' | 'foundBuds' | 'intent']?: unknown }
type Submitted = Pick<Submission<unknown>, 'payload'>
type DataResponse<D> = ReturnType<typeof data<D>>

/** The data of the picker for submitted fields or stored ids. Ids of other owners are ignored. `except` is not offered. */
export async function loadBudPicker(
  ownerId: string,
  fields: PickerFields = {},
  except?: string,
): Promise<BudPickerData> {
  const ids = readIds(fields.selectedBuds)
  const { search } = budSearch.lenient.parse({ search: fields.findBuds })
  const [selected, suggestions] = await Promise.all([
    findSelected(ownerId, ids),
    findSuggestions(ownerId, search, except ? [...ids, except] : ids),
  ])
  const existing = new Set(selected.map(({ _id }) => _id))
  const missing = ids.filter((id) => !existing.has(id))
  return { selected, missing, suggestions, findBuds: search, isFinding: isFinding(fields), except }
}

/** The data of the picker for buds that are loaded already. */
export async function pickerOf(ownerId: string, selected: PickerBud[]): Promise<BudPickerData> {
  const ids = selected.map(({ _id }) => _id)
  const suggestions = await findSuggestions(ownerId, '', ids)
  return { selected, missing: [], suggestions, findBuds: '', isFinding: false }
}

/** Adds the data of the picker to a response that rejects the form. */
export async function withBudPicker<D extends object>(
  ownerId: string,
  { payload }: Submitted,
  response: DataResponse<D>,
  except?: string,
) {
  const picker = await loadBudPicker(ownerId, payload, except).catch((error) =>
    fallbackPicker(payload, error, except),
  )
  return data({ ...response.data, picker }, response.init ?? undefined)
}

/**
 * Handles the buttons 'Find' and 'Add' without JavaScript: returns the submitted form without validating or saving it.
 * Returns undefined for other intents.
 */
export function handlePickerIntent({ payload }: Submitted) {
  if (!addSuggestedBud({ payload }) && !isFinding(payload)) return
  const { intent, addBud, ...form } = payload
  return data({ result: { initialValue: form } as SubmissionResult, msg: '' })
}

/** Selects the bud whose button 'Add' was pressed. Returns whether one was. */
export function addSuggestedBud({ payload }: Submitted) {
  if (typeof payload.addBud !== 'string') return false
  payload.selectedBuds = [...readIds(payload.selectedBuds), payload.addBud]
  return true
}

/** Selects buds beside those of the form, and returns it without validating or saving it, with what went wrong. */
export function withSelected({ payload }: Submitted, ids: string[], msg = '') {
  const { intent: _, ...form } = payload
  const chosen = readIds(payload.selectedBuds)
  const all = new Set([...chosen, ...ids])
  if (all.size > selectedBudsLimit) return withSelected({ payload }, [], tooManyChosen)
  payload.selectedBuds = [...all]
  return data({
    result: { initialValue: { ...form, selectedBuds: payload.selectedBuds } } as SubmissionResult,
    msg,
  })
}

/** Enter submits the intent `enter`, which searches only when the search text has changed. */
function isFinding({ intent, findBuds = '', foundBuds = '' }: PickerFields) {
  return intent === 'find-buds' || (intent === 'enter' && findBuds !== foundBuds)
}

/** The submitted ids, without what is no id, at most as many as can be selected. */
export function readIds(value: unknown) {
  const list = readList(value)
  const ids = (Array.isArray(list) ? list : []).filter((id): id is string => z.guid().safeParse(id).success)
  return [...new Set(ids.map((id) => id.toLowerCase()))].slice(0, selectedBudsLimit)
}

async function findSelected(ownerId: string, ids: string[]) {
  if (ids.length === 0) return []
  const selected = await db
    .select(budColumns)
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, ids)))
    .orderBy(buds.nameKey, buds._id)
  return selected.map(asPickerBud)
}

async function findSuggestions(ownerId: string, search: string, selected: string[]) {
  const limit = suggestionLimit + selected.length
  const list = await listBuds(ownerId, { search, Budtype: 'all', sort: 'A-Z', page: 1, limit })
  return list.buds
    .filter(({ _id }) => !selected.includes(_id))
    .slice(0, suggestionLimit)
    .map(asPickerBud)
}

/** The selected ids without names, for when the buds cannot be loaded. */
function fallbackPicker(fields: PickerFields, error: unknown, except?: string): BudPickerData {
  log.error({ err: error }, 'bud picker failed')
  const texts = { Firstname: '', Surname: '', Nickname: '', Occupation: '', Location: '' }
  const unnamed = { ...texts, Budtype: 'Other' as const, hobbies: [], preferences: [], photo: null }
  const selected = readIds(fields.selectedBuds).map((_id) => ({ ...unnamed, _id }))
  return { selected, missing: [], suggestions: [], findBuds: '', isFinding: false, except }
}
