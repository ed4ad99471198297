import { v7 as uuid } from 'uuid'
import { expect, test, vi } from 'vitest'
import { continueUndos } from '~/data/history/large-undo.server'
import { budInput } from '~/people/buds/bud-input.server'
import { createBuds } from '~/people/buds/buds.server'
import { visibleText } from '../../support/client'
import { signedIn } from '../../support/factories'
import { lastChange, undo } from '../../support/history'

/** A change set with more rows is undone in the background. */
const rowLimit = 1_000

test('a large change set is undone in parts, as one change set, and keeps what was edited since', async () => {
  const user = await signedIn()
  const names = Array.from({ length: rowLimit + 1 }, (_, n) => budInput.parse({ Firstname: `Bud ${n}` }))
  await createBuds(user.user._id, names, uuid())
  const ofType = async (type: string) => (await user.get(`/api/v1/buds?Budtype=${type}&limit=1`)).body
  await user.post('/api/v1/buds/bulk', { Budtype: 'all', action: 'setType', value: 'Client' })
  const change = await lastChange(user)
  const [{ _id, Firstname }] = (await ofType('Client')).buds
  await user.patch(`/api/v1/buds/${_id}`, { Budtype: 'Work' })
  expect((await undo(user, change)).status).toBe(202)
  expect((await undo(user, change)).status).toBe(409)
  await Promise.all([continueUndos(), continueUndos()])
  await vi.waitFor(
    async () => expect((await undo(user, change)).body.msg).toBe('This change has been undone already'),
    { timeout: 20_000, interval: 100 },
  )
  expect((await ofType('Client')).totalBuds).toBe(0)
  expect((await ofType('Work')).totalBuds).toBe(1)
  const last = await lastChange(user)
  const undone = (await user.get(`/api/v1/changes/${last}`)).body.change
  expect(undone).toMatchObject({ kind: 'undo', kept: [{ _id, name: Firstname, fields: ['Budtype'] }] })
  const screen = visibleText(await user.visit(`/dashboard/history/${last}`))
  expect(screen).toMatch(
    new RegExp(`Not taken back, because it was changed or deleted since\\s+${Firstname}\\s+Bud type`),
  )
})
