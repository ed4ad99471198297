import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { db } from '~/db/db.server'
import { readList } from '~/forms/rules'
import { log } from '~/http/log.server'
import { buds } from '~drizzle/schema'
import { budSearch } from './bud-input.server'
import { listBuds } from './bud-search.server'
import { budColumns } from './buds.server'
import { asChosen, type BudChoice, type ChosenBud, chosenLimit, offeredLimit } from './chosen'

type Asked = { [field in 'selectedBuds' | 'findBuds' | 'foundBuds' | 'intent']?: unknown }
type Answer<D> = ReturnType<typeof data<D>>

/**
 * What a form needs to choose buds, from the fields that it sent or, for a new form, from the ids alone. Ids that are
 * not the owner's are left out.
 */
export async function budChoice(ownerId: string, asked: Asked = {}): Promise<BudChoice> {
  const ids = readIds(asked.selectedBuds)
  const { search } = budSearch.lenient.parse({ search: asked.findBuds })
  const [chosen, offered] = await Promise.all([findChosen(ownerId, ids), findOffered(ownerId, search, ids)])
  const there = new Set(chosen.map(({ _id }) => _id))
  const missing = ids.filter((id) => !there.has(id))
  return { chosen, missing, offered, findBuds: search, isFinding: isFinding(asked) }
}

/** An answer that sends the form back brings the choice of buds along, which a page without JavaScript is drawn from. */
export async function withBudChoice<D extends object>(
  ownerId: string,
  { payload }: Submission<unknown>,
  answer: Answer<D>,
) {
  const choice = await budChoice(ownerId, payload).catch((error) => unreadChoice(payload, error))
  return data({ ...answer.data, choice }, answer.init ?? undefined)
}

/**
 * Without JavaScript 'Find' sends the form: it comes back as it was typed with the finds, neither checked nor saved.
 * Nothing for a form that is sent for something else.
 */
export function findMoreBuds({ payload }: Submission<unknown>) {
  if (!isFinding(payload)) return
  const { intent, ...form } = payload
  return data({ result: { initialValue: form } as SubmissionResult, msg: '' })
}

/** Enter sends the form by its first button; it finds when there is something new to find. */
function isFinding({ intent, findBuds = '', foundBuds = '' }: Asked) {
  return intent === 'find-buds' || (intent === 'enter' && findBuds !== foundBuds)
}

function readIds(value: unknown) {
  const list = readList(value)
  const ids = (Array.isArray(list) ? list : []).filter((id): id is string => z.guid().safeParse(id).success)
  return [...new Set(ids.map((id) => id.toLowerCase()))].slice(0, chosenLimit)
}

async function findChosen(ownerId: string, ids: string[]) {
  if (ids.length === 0) return []
  const chosen = await db
    .select(budColumns)
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, ids)))
    .orderBy(buds.nameKey, buds._id)
  return chosen.map(asChosen)
}

async function findOffered(ownerId: string, search: string, chosen: string[]) {
  const limit = offeredLimit + chosen.length
  const found = await listBuds(ownerId, { search, Budtype: 'all', sort: 'A-Z', page: 1, limit })
  return found.buds
    .filter(({ _id }) => !chosen.includes(_id))
    .slice(0, offeredLimit)
    .map(asChosen)
}

/** When buds cannot be read, those that were chosen stay chosen. */
function unreadChoice(asked: Asked, error: unknown): BudChoice {
  log.error({ err: error }, 'no choice of buds')
  const texts = { Firstname: '', Surname: '', Nickname: '', Occupation: '', Location: '' }
  const unread: Omit<ChosenBud, '_id'> = { ...texts, Budtype: 'Other', hobbies: [], preferences: [] }
  const chosen = readIds(asked.selectedBuds).map((_id) => ({ ...unread, _id }))
  return { chosen, missing: [], offered: [], findBuds: '', isFinding: false }
}
