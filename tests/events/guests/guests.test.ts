import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { links } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { createBud, createEvent, createUser, signedIn } from '../../support/factories'
import { recordStatements } from '../../support/statements'
import { answer, invited, yes } from './support'

const three = [{ Firstname: 'Ada' }, { Firstname: 'Cem' }, { Firstname: 'Grace' }]

describe('GET /events/{id}/guests', () => {
  test('has the attendees by name with their answers, and totals', async () => {
    const { user, api, buds, paths } = await invited({}, [...three, { Firstname: 'Zoe' }])
    await answer(paths[0] ?? '')
    await answer(paths[1] ?? '', { answer: 'no' })
    await answer(paths[2] ?? '', { answer: 'maybe', guests: '3' })
    const { status, body } = await user.get(api)
    expect(status).toBe(200)
    expect(body.totals).toEqual({ yes: 1, no: 1, maybe: 1, open: 1, people: 3 })
    const open = { answer: null, guests: 0, diet: [], note: '', answeredAt: null, hasLink: true }
    const person = ({ _id, Firstname, Surname, photo } = buds[0] as (typeof buds)[0]) => ({
      _id,
      Firstname,
      Surname,
      photo,
    })
    const answeredAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(body.guests).toEqual([
      {
        ...open,
        bud: person(buds[0]),
        answer: 'yes',
        guests: 2,
        diet: ['Vegan'],
        note: 'I come by train',
        answeredAt,
      },
      { ...open, bud: person(buds[1]), answer: 'no', answeredAt },
      { ...open, bud: person(buds[2]), answer: 'maybe', guests: 3, answeredAt },
      { ...open, bud: person(buds[3]) },
    ])
  })

  test.skipIf(isRemote)('takes two statements with the session, and the page of the event five', async () => {
    const { user, eventId, api } = await invited({}, [{ Firstname: 'Cem' }, { Firstname: 'Ada' }])
    for (const [path, count] of [
      [api, 2],
      [`/api/v1/events/${eventId}/page`, 5],
    ] as const) {
      await user.get(path)
      const { result, statements } = await recordStatements(() => user.get(path))
      expect([result.status, statements.length], path).toEqual([200, count])
    }
  })

  test('is 404 for an event that does not exist or belongs to another user, as are the other methods', async () => {
    const user = await signedIn()
    const { _id } = await createEvent(await createUser())
    for (const id of [_id, '019a0000-0000-7000-8000-000000000000', '1'])
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await user.send(method, `/api/v1/events/${id}/guests`)
        expect(response).toMatchObject({ status: 404, body: { msg: 'Event not found' } })
      }
  })

  test('does not change the version of the event, so an open form can still be saved', async () => {
    const { user, eventId, path, buds, api } = await invited()
    const event = `/api/v1/events/${eventId}`
    const etag = (await user.get(event)).headers.get('ETag') ?? ''
    await answer(path)
    expect((await user.get(event)).headers.get('ETag')).toBe(etag)
    const other = await createBud(user.user, { Firstname: 'Other' })
    const selectedBuds = [buds[0]?._id, other._id]
    const edited = await user.send('PATCH', event, {
      body: JSON.stringify({ Location: 'Kew', selectedBuds }),
      headers: { 'If-Match': etag, 'Content-Type': 'application/json' },
    })
    expect(edited.status).toBe(200)
    const { guests } = (await user.get(api)).body
    expect(guests.map(({ answer }: { answer: string }) => answer)).toEqual(['yes', null])
  })
})

describe('POST /events/{id}/guests', () => {
  test('makes a link for each chosen attendee, by default for all, and stores only hashes', async () => {
    const { user, api, buds } = await invited({}, three)
    await user.send('DELETE', api)
    const one = await user.post(api, { selectedBuds: [buds[1]?._id] })
    expect(one).toMatchObject({ status: 201, body: { msg: 'Links made successfully' } })
    expect(one.body.links).toEqual([
      {
        bud: expect.objectContaining({ _id: buds[1]?._id }),
        url: expect.stringMatching(/\/rsvp\/[\w-]{43}$/),
      },
    ])
    expect(Object.keys(one.body.links[0].bud)).toEqual(['_id', 'Firstname', 'Surname', 'photo'])
    const { guests } = (await user.get(api)).body
    expect(guests.map(({ hasLink }: { hasLink: boolean }) => hasLink)).toEqual([false, true, false])
    const all = await user.post(api, {})
    expect(all.body.links.map(({ bud }: { bud: { _id: string } }) => bud._id)).toEqual(
      buds.map(({ _id }) => _id),
    )
    const rows = await db.select().from(links).where(eq(links.userId, user.user._id))
    expect(rows).toHaveLength(3)
    for (const { url } of all.body.links) expect(JSON.stringify(rows)).not.toContain(url.split('/').at(-1))
  })

  test('again ends the link before and keeps the answer', async () => {
    const { user, api, path } = await invited()
    await answer(path)
    const { body } = await user.post(api, {})
    expect((await createClient().visit(path)).status).toBe(404)
    const page = await createClient().visit(new URL(body.links[0].url).pathname)
    expect(visibleText(page)).toContain('I come by train')
  })

  test('refuses buds that do not attend, an empty choice and an event without attendees', async () => {
    const { user, api, buds } = await invited()
    const [other, foreign] = [await createBud(user.user), await createBud(await createUser())]
    for (const bud of [other, foreign]) {
      const selectedBuds = [buds[0]?._id, bud._id]
      const msg = 'One of the chosen buds does not attend this event'
      const refused = { status: 400, body: { msg, errors: { selectedBuds: [msg] } } }
      expect(await user.post(api, { selectedBuds })).toMatchObject(refused)
      expect(
        await user.send('DELETE', api, {
          body: JSON.stringify({ selectedBuds }),
          headers: { 'Content-Type': 'application/json' },
        }),
      ).toMatchObject(refused)
    }
    expect(await user.post(api, { selectedBuds: [] })).toMatchObject({
      status: 400,
      body: { msg: 'Choose at least one attendee' },
    })
    expect((await user.post(api, { selectedBuds: 'x' })).status).toBe(400)
    const { _id } = await createEvent(user.user)
    expect(await user.post(`/api/v1/events/${_id}/guests`, {})).toMatchObject({
      status: 400,
      body: { msg: 'Nobody attends this event yet' },
    })
    expect((await user.get(api)).body.guests).toMatchObject([{ hasLink: true }])
  })

  test('is refused for the demo account, and so is the button of the screen', async () => {
    const demo = await signedIn({ traits: ['demo'] })
    const bud = (await createBud(demo.user))._id
    const { _id } = await createEvent(demo.user, { selectedBuds: [bud] })
    const msg = 'The demo account cannot be changed'
    for (const input of [{}, { selectedBuds: [bud] }])
      expect(await demo.post(`/api/v1/events/${_id}/guests`, input)).toMatchObject({
        status: 403,
        body: { msg },
      })
    const screen = `/dashboard/EventGuests/${_id}`
    const page = visibleText(await demo.visit(screen))
    expect(page).toContain('The demo account cannot make links. Register')
    expect(page).not.toMatch(/Make links|password/)
    const response = await demo.submit(screen, { intent: 'make', selectedBuds: bud })
    expect(response).toHaveRedirect(screen)
    expect(response).toSendToast(msg)
    expect(await db.$count(links, eq(links.userId, demo.user._id))).toBe(0)
  })
})

test('DELETE /events/{id}/guests ends the chosen links or all, keeps the answers and may be repeated', async () => {
  const { user, api, buds, paths } = await invited({}, three)
  await answer(paths[0] ?? '')
  const body = JSON.stringify({ selectedBuds: [buds[0]?._id] })
  const headers = { 'Content-Type': 'application/json' }
  expect(await user.send('DELETE', api, { body, headers })).toMatchObject({
    status: 200,
    body: { msg: 'Links ended successfully' },
  })
  expect((await user.get(api)).body.guests).toMatchObject([
    { answer: 'yes', hasLink: false },
    { hasLink: true },
    { hasLink: true },
  ])
  for (let n = 0; n < 2; n++) expect((await user.send('DELETE', api)).status).toBe(200)
  expect((await user.get(api)).body).toMatchObject({
    guests: [{ hasLink: false }, { hasLink: false }, { hasLink: false }],
    totals: { yes: 1, open: 2 },
  })
})

describe('the screen of the guests', () => {
  test('shows answers, totals and diets, and new links once, with a mail to the guest', async () => {
    const emails = [{ label: '', value: 'cem@example.com' }]
    const { user, buds, eventId, paths } = await invited({}, [
      { Firstname: 'Cem', emails },
      { Firstname: 'Zoe' },
    ])
    await answer(paths[0] ?? '')
    const screen = `/dashboard/EventGuests/${eventId}`
    const text = visibleText(await user.visit(screen))
    for (const shown of [
      'Guests of Picnic',
      'Vegan : Cem',
      'I come by train',
      'Brings',
      'Coming',
      'No answer',
    ])
      expect(text).toContain(shown)
    const form = [
      ['intent', 'make'],
      ['selectedBuds', buds[0]?._id ?? ''],
      ['selectedBuds', buds[1]?._id ?? ''],
    ]
    const made = await user.submit(screen, form as unknown as Record<string, string>)
    expect(made.status).toBe(201)
    const urls = made.text.match(/(?<=value=")[^"]*\/rsvp\/[\w-]{43}(?=")/g) ?? []
    expect(urls).toHaveLength(2)
    const mail = /href="(mailto:cem%40example\.com\?[^"]*)"/.exec(made.text)?.[1] ?? ''
    const { searchParams } = new URL(mail.replaceAll('&amp;', '&'))
    expect(searchParams.get('subject')).toBe('Picnic: an invitation from Ada')
    expect(searchParams.get('body')).toContain(urls[0])
    expect(searchParams.get('body')).toContain('Saturday, 2 May 2099, 12:00 to 23:00, Victoria Park')
    const all = visibleText({
      ...made,
      text: /<textarea[^>]*readonly[^>]*>[^<]*/i.exec(made.text)?.[0] ?? '',
    })
    for (const part of ['Hello Cem', 'Hello Zoe', ...urls]) expect(all).toContain(part)
    expect((await user.visit(screen)).text).not.toContain('/rsvp/')
    expect((await createClient().visit(new URL(urls[0] ?? '').pathname)).status).toBe(200)
  })

  test('ends links, and says what is missing', async () => {
    const { user, buds, eventId, path } = await invited()
    const screen = `/dashboard/EventGuests/${eventId}`
    const none = await user.submit(screen, { intent: 'make' })
    expect(none).toHaveRedirect(screen)
    expect(none).toSendToast('Choose at least one attendee')
    const ended = await user.submit(screen, { intent: 'end', selectedBuds: buds[0]?._id ?? '' })
    expect(ended).toHaveRedirect(screen)
    expect(ended).toSendToast('Links ended successfully')
    expect((await createClient().visit(path)).status).toBe(404)
    const { _id } = await createEvent(user.user, { Name: 'Alone' })
    expect(visibleText(await user.visit(`/dashboard/EventGuests/${_id}`))).toContain(
      'Nobody attends this event yet',
    )
  })

  test('is reached from the card of the event, from Today and from the bud, which show the answers', async () => {
    const startDate = `${new Date().toISOString().slice(0, 10)}T23:59`
    const { user, buds, eventId, paths } = await invited({ startDate, endDate: startDate }, three)
    const link = `href="/dashboard/EventGuests/${eventId}"`
    const list = '/dashboard/AllEvents'
    expect((await user.visit(list)).text).toContain(link)
    expect(visibleText(await user.visit(list))).not.toContain('open Guests')
    await answer(paths[0] ?? '')
    await answer(paths[1] ?? '', { ...yes, answer: 'maybe' })
    expect(visibleText(await user.visit(list))).toContain('1 yes, 1 maybe, 1 no answer Guests')
    const today = await user.visit('/dashboard/Today')
    expect(today.text).toContain(link)
    expect(visibleText(today)).toContain('1 yes, 1 maybe, 1 no answer')
    expect(visibleText(await user.visit(`/dashboard/Bud/${buds[1]?._id}`))).toContain('Answer: Maybe')
  })

  test('leads back to the list for an event of another user', async () => {
    const user = await signedIn()
    const { _id } = await createEvent(await createUser())
    const response = await user.visit(`/dashboard/EventGuests/${_id}`)
    expect(response).toHaveRedirect('/dashboard/allevents')
    expect(response).toSendToast('Event not found')
  })
})
