import { describe, expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { formIn, valuesIn } from '../../support/form'

const path = '/dashboard/Together'
const unknownId = '019a9f6e-0000-7000-8000-000000000000'

/** Ada and Bo, and Cem, who plays chess too. */
async function withThree() {
  const client = await signedIn()
  const create = async (Firstname: string) =>
    (await createBud(client.user, { Firstname, hobbies: ['Chess'], preferences: ['Tea'] }))._id
  const [ada, bo, cem] = [await create('Ada'), await create('Bo'), await create('Cem')]
  return { client, ada, bo, cem }
}

const adds = (page: { text: string }) =>
  [...page.text.matchAll(/name="addBud"[^>]* value="([^"]+)"/g)].map(([, id]) => id)

describe('the planner', () => {
  test('without a selection has a picker and says what it does', async () => {
    const { client } = await withThree()
    for (const query of ['', '?buds=', '?buds=x', `?buds=${unknownId}`]) {
      const page = await client.visit(path + query)
      expect(page.status).toBe(200)
      expect(visibleText(page)).toMatch(
        /Together Nobody is chosen yet.*Choose two or more people.*Select buds/,
      )
      expect(visibleText(page)).not.toContain('What to look out for')
    }
  })

  test('leads an account with fewer than two buds to Add Bud', async () => {
    const client = await signedIn()
    await createBud(client.user)
    const page = await client.visit(path)
    expect(visibleText(page)).toMatch(/Choose two or more people.*Add Bud/)
    expect(visibleText(page)).not.toContain('Select buds')
    await createBud(client.user)
    const circle = await createCircle(client.user, { Name: 'Readers' })
    const begun = await client.visit(path)
    expect(visibleText(begun)).toMatch(/Select buds.*Or begin with a circle Readers/)
    expect(begun.text).toContain(`${path}?circle=${circle._id}`)
  })

  test('begins with any circle, all but 24 of which are folded', async () => {
    const client = await signedIn()
    await createBud(client.user)
    await createBud(client.user)
    for (let n = 11; n <= 36; n++) await createCircle(client.user, { Name: `C${n}` })
    expect(visibleText(await client.visit(path))).toMatch(/C11 .*C34 Show 2 more C35 C36/)
  })

  test('of a circle without buds has its name and the picker', async () => {
    const { client } = await withThree()
    const circle = await createCircle(client.user, { Name: 'Readers' })
    const page = await client.visit(`${path}?circle=${circle._id}`)
    expect(visibleText(page)).toMatch(/Together Readers, No buds.*Choose two or more people/)
  })

  test('shows one person, and ignores ids of others', async () => {
    const { client, ada } = await withThree()
    const stranger = await signedIn()
    const theirs = await createBud(stranger.user, { Firstname: 'Zelda' })
    const page = await client.visit(`${path}?buds=${ada},${theirs._id},${unknownId},x`)
    expect(visibleText(page)).toContain('1 bud')
    expect(visibleText(page)).toContain('No past event with them yet.')
    expect(page.text).not.toContain('Zelda')
    await createEvent(client.user, {
      startDate: '2020-02-03T10:00',
      endDate: '2020-02-03T11:00',
      selectedBuds: [ada],
    })
    const met = await client.visit(`${path}?buds=${unknownId},${ada},${theirs._id}`)
    expect(visibleText(met)).not.toContain('No past event')
  })

  test('of a circle or an event that is not the user’s says so', async () => {
    const { client } = await withThree()
    const stranger = await signedIn()
    const circle = await createCircle(stranger.user)
    const event = await createEvent(stranger.user)
    const ofCircle = await client.visit(`${path}?circle=${circle._id}`)
    expect(ofCircle).toHaveRedirect(path)
    expect(ofCircle).toSendToast('Circle not found')
    expect(await client.visit(`${path}?event=${event._id}`)).toSendToast('Event not found')
    expect(await client.visit(`${path}?event=x`)).toSendToast('Event not found')
  })

  test('its form leads to the plan for the chosen buds, and refuses nobody', async () => {
    const { client, ada, bo } = await withThree()
    const chosen = await client.submit(path, [
      ['selectedBuds', bo],
      ['selectedBuds', ada],
    ])
    expect(chosen).toHaveRedirect(`${path}?buds=${[ada, bo].sort()}`)
    const refused = await client.submit(path, {})
    expect(refused.status).toBe(400)
    expect(visibleText(refused)).toContain('Choose at least one bud')
  })

  test("'Find' searches without JavaScript and keeps the selection", async () => {
    const { client, ada, cem } = await withThree()
    const page = await client.submit(path, { selectedBuds: ada, findBuds: 'Cem', intent: 'find-buds' })
    expect(page.status).toBe(200)
    expect(page.text).toContain(cem)
    expect(page.text).toMatch(new RegExp(`<input[^>]*name="selectedBuds"[^>]*checked=""[^>]*value="${ada}"`))
  })

  test("'Add' adds the suggested bud", async () => {
    const { client, ada, bo, cem } = await withThree()
    const page = await client.visit(`${path}?buds=${ada},${bo}`)
    expect(adds(page)).toEqual([cem])
    const added = await client.submit(path, [
      ['selectedBuds', ada],
      ['selectedBuds', bo],
      ['addBud', cem],
    ])
    expect(added).toHaveRedirect(`${path}?buds=${[ada, bo, cem]}`)
    expect(adds(await client.visit(`${path}?buds=${ada},${bo},${cem}`))).toEqual([])
  })
})

test('the cards of circles and events with buds lead to the planner', async () => {
  const { client, ada } = await withThree()
  const circle = await createCircle(client.user, { selectedBuds: [ada] })
  const event = await createEvent(client.user, { selectedBuds: [ada] })
  const [empty, alone] = [await createCircle(client.user), await createEvent(client.user)]
  const circles = (await client.visit('/dashboard/AllCircles')).text
  const events = (await client.visit('/dashboard/AllEvents?when=all')).text
  expect(circles).toContain(`href="${path}?circle=${circle._id}"`)
  expect(events).toContain(`href="${path}?event=${event._id}"`)
  expect(circles).not.toContain(`${path}?circle=${empty._id}`)
  expect(events).not.toContain(`${path}?event=${alone._id}`)
})

describe('the form of an event', () => {
  const add = '/dashboard/AddEvent'

  test('has the buds and the time of the planner', async () => {
    const { client, ada, bo } = await withThree()
    const circle = await createCircle(client.user, { selectedBuds: [bo] })
    const time = 'startDate=2026-12-05T10:00&endDate=2026-12-06T18:00'
    for (const [query, expected] of [
      [`buds=${ada},${bo},${unknownId},x`, [ada, bo]],
      [`circle=${circle._id}`, [bo]],
      [`circle=${unknownId}`, []],
      ['circle=x&event=y', []],
    ] as const) {
      const form = formIn(await client.visit(`${add}?${query}&${time}`))
      expect(valuesIn(form, 'selectedBuds'), query).toEqual(expected)
      expect(Object.fromEntries(form)).toMatchObject({
        startDate: '2026-12-05T10:00',
        endDate: '2026-12-06T18:00',
      })
    }
  })

  test("'Add' without JavaScript returns the form with the bud added and nothing lost, and stores nothing", async () => {
    const { client, ada, bo, cem } = await withThree()
    expect(adds(await client.visit(add))).toEqual([])
    expect(adds(await client.visit(`${add}?buds=${ada},${bo}`))).toEqual([cem])
    const typed = {
      Name: '',
      Location: 'The "Crown"',
      startDate: '2026-12-05T10:00',
      Description: 'Bring soup',
    }
    const page = await client.submit(add, [...Object.entries(typed), ['selectedBuds', ada], ['addBud', cem]])
    expect(page.status).toBe(200)
    const form = formIn(page)
    expect(Object.fromEntries(form)).toMatchObject({ ...typed, Description: 'Bring soup' })
    expect(valuesIn(form, 'selectedBuds')).toEqual([ada, cem])
    expect(adds(page)).toEqual([bo])
    expect((await client.get('/api/v1/events')).body.totalEvents).toBe(0)
  })

  test('suggests nobody for an event without buds, and for an edited event those who are not in it', async () => {
    const { client, ada, bo, cem } = await withThree()
    const alone = await createEvent(client.user)
    const event = await createEvent(client.user, { selectedBuds: [ada] })
    expect(adds(await client.visit(`/dashboard/EditEvent/${alone._id}`))).toEqual([])
    const edit = `/dashboard/EditEvent/${event._id}`
    expect(adds(await client.visit(edit))).toEqual([bo, cem])
    const refused = await client.submit(edit, { Name: '', selectedBuds: ada })
    expect(refused.status).toBe(400)
    expect(adds(refused)).toEqual([bo, cem])
    const stranger = await signedIn()
    const theirs = await createBud(stranger.user, { Firstname: 'Zelda' })
    const page = await client.submit(edit, [
      ['selectedBuds', ada],
      ['addBud', theirs._id],
    ])
    expect(valuesIn(formIn(page), 'selectedBuds')).toEqual([ada])
    expect(page.text).not.toContain('Zelda')
    await createEvent(client.user, {
      startDate: '2020-02-03T10:00',
      endDate: '2020-02-03T11:00',
      selectedBuds: [ada],
    })
    const met = await client.visit(`${path}?buds=${unknownId},${ada},${theirs._id}`)
    expect(visibleText(met)).not.toContain('No past event')
  })
})
