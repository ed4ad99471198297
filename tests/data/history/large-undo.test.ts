import { v7 as uuid } from 'uuid'
import { expect, test, vi } from 'vitest'
import { continueUndos } from '~/data/history/large-undo.server'
import { budInput } from '~/people/buds/bud-input.server'
import { createBuds } from '~/people/buds/buds.server'
import { visibleText } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
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

test('a link to a record that was deleted later comes back with that record', async () => {
  const user = await signedIn()
  const names = Array.from({ length: rowLimit + 1 }, (_, n) => budInput.parse({ Firstname: `Bud ${n}` }))
  await createBuds(user.user._id, names, uuid())
  const { _id } = await createBud(user.user, { Firstname: 'Ada', Budtype: 'Family' })
  const [one] = (await user.get('/api/v1/buds?Budtype=Other&limit=1')).body.buds
  const relations = `/api/v1/buds/${_id}/relations`
  await user.post(relations, { kind: 'friend', with: one._id })
  const before = (await user.get(relations)).body
  await user.post('/api/v1/buds/bulk', { Budtype: 'Other', action: 'delete' })
  const bulk = await lastChange(user)
  await user.delete(`/api/v1/buds/${_id}`)
  const deletion = await lastChange(user)
  expect((await undo(user, bulk)).status).toBe(202)
  await vi.waitFor(async () => expect((await undo(user, deletion)).status).toBe(200), {
    timeout: 20_000,
    interval: 100,
  })
  expect((await user.get(relations)).body).toEqual(before)
})
