import { eq, getTableColumns } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { createBud, createUser, signedIn } from '../support/factories'
import { expectValid, expectValidRows, oddText, oddValue, options, timeout } from '../support/fuzz'
import { kindsWithBuds } from '../support/parity'
import { removePosts } from '../support/posts'
import { inputsOf, records } from '../support/records'

/** Other tests store posts that are not valid input. */
beforeAll(removePosts)

describe.each(records)('a $one with one odd field', ({ api, add, edit, minimal, create, table }) => {
  const inputs = Object.keys(inputsOf(getTableColumns(table)))
  const field = fc.constantFrom(...inputs, 'selectedBuds', 'milestone-date-1', 'customField0Name')
  const beside = { milestoneIds: '1', 'milestone-description-1': 'x', customField0Value: 'x' }

  test('is accepted or refused by the form and the API, in a new and in a changed record', {
    timeout,
  }, async () => {
    const client = await signedIn()
    const { _id } = await create(client.user)
    await fc.assert(
      fc.asyncProperty(field, oddValue, async (name, value) => {
        expectValid(await client.post(api, { ...minimal, [name]: value }), true)
        expectValid(await client.patch(`${api}/${_id}`, { [name]: value }), true)
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        for (const path of [add, `${edit}/${_id}`]) {
          expectValid(await client.submit(path, { ...minimal, ...beside, [name]: text }), false)
        }
      }),
      { ...options, numRuns: 2 * options.numRuns },
    )
    await expectValidRows(client.user._id)
  })
})

describe.each(kindsWithBuds)('odd selectedBuds of $many', ({ api, add, edit, minimal, create, budsOf }) => {
  test('store only buds of the owner', { timeout }, async () => {
    const client = await signedIn()
    const [mine, theirs] = [await createBud(client.user), await createBud(await createUser())]
    const { _id } = await create(client.user)
    const own = fc.constantFrom<unknown>(mine._id, mine._id.toUpperCase())
    const id = fc.oneof(own, fc.constantFrom(theirs._id, ` ${mine._id}`, null), oddText)
    const ids = fc.oneof(fc.array(own, { maxLength: 4 }), fc.array(id, { maxLength: 4 }))
    await fc.assert(
      fc.asyncProperty(ids, async (selectedBuds) => {
        const text = { ...minimal, selectedBuds: JSON.stringify(selectedBuds) }
        const responses = [
          await client.post(api, { ...minimal, selectedBuds }),
          await client.patch(`${api}/${_id}`, { selectedBuds }),
          await client.submit(add, text),
          await client.submit(`${edit}/${_id}`, text),
        ]
        const isOwn = selectedBuds.every((id) => String(id).toLowerCase() === mine._id)
        expect(responses.map(({ status }) => status)).toEqual(
          isOwn ? [201, 200, 302, 302] : [400, 400, 400, 400],
        )
      }),
      options,
    )
    const stored = await db.select().from(budsOf).where(eq(budsOf.ownerId, client.user._id))
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.every(({ budId }) => budId === mine._id)).toBe(true)
    expect(await db.$count(budsOf, eq(budsOf.budId, theirs._id))).toBe(0)
  })
})
