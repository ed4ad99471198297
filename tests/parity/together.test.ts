import { expect, test } from 'vitest'
import { shortDateAndTimes } from '~/events/calendar/event-times'
import { visibleText } from '../support/client'
import { createBud, createCircle, createEvent, signedIn } from '../support/factories'

test('the planner shows what the API returns, for buds, a circle and an event', async () => {
  const client = await signedIn()
  const create = (fields: object) => createBud(client.user, fields)
  const chosen = [
    await create({ Firstname: 'Ada', hobbies: ['Chess', 'Golf'], preferences: ['Tea', 'Decaf', 'Pizza'] }),
    await create({ Firstname: 'Bo', hobbies: ['Chess'], preferences: ['Vegan', 'Indian Food', 'Cheese'] }),
    await create({ Firstname: 'Cem', hobbies: ['Golf'], preferences: ['Allergy: Dust', 'Indian Food'] }),
  ]
  await create({ Firstname: 'Dan', Surname: 'Dare', hobbies: ['Golf'], preferences: ['Indian Food'] })
  const selectedBuds = chosen.map(({ _id }) => _id)
  const circle = await createCircle(client.user, { selectedBuds })
  const event = await createEvent(client.user, { selectedBuds, startDate: '2020-05-01T19:00' })
  for (const query of [`buds=${selectedBuds}`, `circle=${circle._id}`, `event=${event._id}`]) {
    const { body: plan } = await client.get(`/api/v1/together?${query}`)
    expect([plan.conflicts.length, plan.freeTimes.length, plan.alsoInvite.length]).toEqual([3, 8, 1])
    const page = await client.visit(`/dashboard/Together?${query}`)
    const text = visibleText(page)
    const nameOf = (id: string) => chosen.find(({ _id }) => _id === id)?.Firstname
    for (const { name, buds } of plan.conflicts)
      expect(text).toContain(`${name} ${buds.map(nameOf).join(' ')}`)
    expect(text).toContain(`What suits everybody ${plan.suitsAll.join(' ')}`)
    for (const { name, buds } of [...plan.common.hobbies, ...plan.common.preferences])
      expect(text).toMatch(new RegExp(`${name}[^.]{0,60}${buds.length} in common`))
    expect(text).toContain('Last event with all of them: 1 May 2020')
    for (const { startDate, endDate, reason } of plan.freeTimes) {
      expect(text).toContain(`${shortDateAndTimes({ startDate, endDate }, startDate)} ${reason} Choose`)
      expect(page.text).toContain(
        `/dashboard/AddEvent?${query}&amp;startDate=${startDate}&amp;endDate=${endDate}"`,
      )
    }
    for (const { bud, reason } of plan.alsoInvite)
      expect(text).toContain(`${bud.Firstname} ${bud.Surname} ${reason} Add`)
  }
})
