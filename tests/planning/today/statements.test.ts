import { expect, test } from 'vitest'
import { isRemote } from '../../support/database'
import { createBud, createEvent, signedIn } from '../../support/factories'
import { recordStatements } from '../../support/statements'

test.skipIf(isRemote)('GET /today takes two statements, with the session', async () => {
  const user = await signedIn()
  const today = new Date().toISOString()
  const [year, month, day] = today.slice(0, 10).split('-').map(Number)
  const { _id } = await createBud(user.user, {
    cadenceDays: 1,
    dates: [{ label: 'Birthday', year: 1990, month: month ?? 1, day: Math.min(day ?? 1, 28) }],
  })
  await user.post(`/api/v1/buds/${_id}/log`, { on: `${(year ?? 0) - 1}-01-01` })
  const times = { startDate: today.slice(0, 16), endDate: `${today.slice(0, 10)}T23:59` }
  await createEvent(user.user, { ...times, selectedBuds: [_id] })
  await user.get('/api/v1/today')
  const { result, statements } = await recordStatements(() => user.get('/api/v1/today'))
  expect(statements).toHaveLength(2)
  expect(result.body).toMatchObject({
    totalOverdue: 1,
    overdue: [{ bud: { _id } }],
    events: [{ Name: 'Dinner' }],
  })
})
