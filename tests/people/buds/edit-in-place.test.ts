import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { dayText } from '~/people/buds/contact-lines'
import { circleBuds, circles } from '~drizzle/schema'
import { type ClientResponse, visibleText } from '../../support/client'
import { createBud, createCircle, createUser, signedIn } from '../../support/factories'
import { formIn, typed, valuesIn } from '../../support/form'
import { changesOf, undoLast } from '../../support/history'

const full = {
  Firstname: 'Grace',
  Surname: 'Hopper',
  Nickname: 'Amazing',
  Budtype: 'Work',
  Occupation: 'Admiral',
  OccupationLocation: 'Navy',
  Location: 'Arlington',
  hobbies: ['Reading'],
  preferences: ['Coffee'],
  industry: ['Technology'],
  origination: ['Work'],
  LastInteraction: 'Lunch',
  cadenceDays: 30,
  emails: [{ label: 'work', value: 'grace@navy.example' }],
  phones: [{ label: '', value: '+1 703 555 0100' }],
  links: [{ label: '', value: 'https://navy.example/' }],
  dates: [{ label: 'Birthday', year: 1906, month: 12, day: 9 }],
  notes: 'First line\nSecond line',
  customFields: [{ name: 'Ship', value: 'Hopper' }],
} as const

async function withBud(fields: object = full) {
  const client = await signedIn()
  const { _id } = await createBud(client.user, fields)
  const stored = async () => (await client.get(`/api/v1/buds/${_id}`)).body.bud
  const open = (part: string) => client.visit(`/dashboard/Bud/${_id}?edit=${part}`)
  const send = (part: string, form: [string, string][]) =>
    client.submit(`/dashboard/Bud/${_id}?edit=${part}`, form)
  return { client, _id, path: `/dashboard/Bud/${_id}`, stored, open, send }
}

const unclearDay = 'Day and month could be either way round: write the month as a word, such as 3 May'
const noDay = 'Date must be a day that exists, such as 3 May or 3 May 1990'
const shortYear = 'Write the year with four digits, such as 3 May 1990'

const placeForm = (page: ClientResponse) => formIn(page, 'form.place-form')
const links = ({ text }: ClientResponse) =>
  [...text.matchAll(/href="[^"]+\?edit=([\w-]+)/g)].map(([, part]) => part)

const parts = {
  details: { Occupation: 'Professor' },
  cadence: { cadenceDays: '7' },
  contact: { phone0Value: '+44 20 7946 0018' },
  dates: { date0Text: '10 December 1906' },
  notes: { notes: 'Another note' },
  'last-interaction': { LastInteraction: 'Dinner' },
  more: { customField0Value: 'Other' },
}

describe('a card of the bud page', () => {
  test.each(Object.entries(parts))('%s changes its own fields only', async (part, change) => {
    const { stored, open, send, path } = await withBud()
    const before = await stored()
    const answer = await send(part, typed(placeForm(await open(part)), change))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe(path)
    const after = await stored()
    const changed = Object.keys(before).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
    expect(changed.filter((name) => name !== 'dueOn')).toEqual([
      { contact: 'phones', more: 'customFields', details: 'Occupation', cadence: 'cadenceDays' }[part] ??
        Object.keys(change)[0]?.replace('date0Text', 'dates'),
    ])
  })

  test.each([...Object.keys(parts), 'interests', 'photo'])(
    '%s sent as it was opened changes nothing',
    async (part) => {
      const { client, stored, open, send } = await withBud()
      const before = await stored()
      expect((await send(part, placeForm(await open(part)))).status).toBe(302)
      expect(await stored()).toEqual(before)
      expect((await client.get('/api/v1/changes')).body.totalChanges).toBe(1)
    },
  )

  test('that is empty is offered above, and can be filled in', async () => {
    const { client, path, stored, open, send } = await withBud({ Firstname: 'Ada' })
    const page = await client.visit(path)
    expect(visibleText(page)).toContain('Add birthday')
    expect(links(page)).toEqual(expect.arrayContaining(['dates', 'contact', 'notes', 'interests', 'more']))
    const form = typed(placeForm(await open('dates')), { date0Text: 'Dec 10, 1815' })
    const answer = await send('dates', form)
    expect(answer.status).toBe(302)
    expect((await stored()).dates).toEqual([{ label: 'Birthday', day: 10, month: 12, year: 1815 }])
    const shown = visibleText(await client.visit(path))
    expect(shown).toContain('10 December 1815')
    expect(shown).not.toContain('Add birthday')
  })

  test('can be emptied', async () => {
    const { stored, open, send } = await withBud()
    await send('notes', typed(placeForm(await open('notes')), { notes: '' }))
    await send('dates', typed(placeForm(await open('dates')), { date0Text: '' }))
    expect(await stored()).toMatchObject({ notes: '', dates: [], LastInteraction: 'Lunch' })
  })

  test.each([
    ['3/5', unclearDay],
    ['03.05/1990', noDay],
    ['31 February', noDay],
    ['29 February 2023', noDay],
    ['May 1990', noDay],
    ['1990', noDay],
    ['3 May 90', shortYear],
    ['3.5.90', shortYear],
    ['31.2.90', noDay],
    ['next week', noDay],
  ])(
    'refuses the date %s with a message, keeps what was typed, and stores nothing',
    async (text, message) => {
      const { stored, open, send } = await withBud()
      const before = await stored()
      const answer = await send('dates', typed(placeForm(await open('dates')), { date0Text: text }))
      expect(answer.status).toBe(400)
      expect(visibleText(answer)).toContain(message)
      expect(placeForm(answer)).toEqual(
        expect.arrayContaining([
          ['date0Text', text],
          ['edit', 'dates'],
        ]),
      )
      expect(await stored()).toEqual(before)
    },
  )

  test.each([
    ['3 May', 3, 5, null],
    ['may 3rd 1990', 3, 5, 1990],
    ['3.5.', 3, 5, null],
    ['25/4/1990', 25, 4, 1990],
    ['4/25', 25, 4, null],
    ['1990-05-03', 3, 5, 1990],
    ['29 February', 29, 2, null],
    ['1 January 0090', 1, 1, 90],
  ])('reads the date %s, and shows it as people write it', async (text, day, month, year) => {
    const { stored, open, send } = await withBud()
    await send('dates', typed(placeForm(await open('dates')), { date0Text: text }))
    const date = { label: 'Birthday', day, month, year }
    expect((await stored()).dates).toEqual([date])
    expect(placeForm(await open('dates'))).toContainEqual(['date0Text', dayText(date)])
    await send('dates', placeForm(await open('dates')))
    expect((await stored()).dates).toEqual([date])
  })

  test('does not overwrite a later change: it shows both, until it is sent again', async () => {
    const { client, _id, stored, open, send } = await withBud()
    const form = placeForm(await open('notes'))
    await client.patch(`/api/v1/buds/${_id}`, { notes: 'From another tab' })
    const answer = await send('notes', typed(form, { notes: 'Mine' }))
    expect(answer.status).toBe(412)
    expect(visibleText(answer)).toContain('This bud has changed since you opened it')
    expect(visibleText(answer)).toContain('Saved now: From another tab')
    expect((await stored()).notes).toBe('From another tab')
    expect((await send('notes', placeForm(answer))).status).toBe(302)
    expect((await stored()).notes).toBe('Mine')
  })

  test('is undone as one change', async () => {
    const { client, stored, open, send } = await withBud()
    const before = await stored()
    await send('contact', typed(placeForm(await open('contact')), { email0Value: 'g@navy.example' }))
    expect((await stored()).emails[0].value).toBe('g@navy.example')
    await undoLast(client)
    expect(await stored()).toEqual(before)
  })

  test('adds a row without JavaScript', async () => {
    const { open, send } = await withBud()
    const answer = await send('dates', typed(placeForm(await open('dates')), { intent: 'add-date' }))
    expect(answer.status).toBe(200)
    expect(placeForm(answer).map(([name]) => name)).toContain('date1Text')
  })

  test('has an unknown name, and the page is as without it', async () => {
    const { open, send, stored } = await withBud()
    const before = await stored()
    expect((await open('toString')).text).not.toContain('place-form')
    await send('toString', [
      ['edit', 'toString'],
      ['notes', 'x'],
    ])
    expect(await stored()).toEqual(before)
  })

  test('stays open while a contact is logged', async () => {
    const { path, send } = await withBud()
    const answer = await send('notes', [['intent', 'log']])
    expect(answer.headers.get('Location')).toBe(`${path}?edit=notes`)
  })
})

test('the photo is changed and removed in place, with the messages of the form', async () => {
  const { client, path, stored, open } = await withBud()
  const send = async (file: Uint8Array, more: [string, string][] = []) => {
    const form = new FormData()
    for (const [name, value] of [...placeForm(await open('photo')), ...more])
      if (name !== 'photo') form.append(name, value)
    form.set('photo', new File([file as BlobPart], 'me.png'))
    return client.submit(`${path}?edit=photo`, form)
  }
  const before = await stored()
  const refused = await send(Buffer.from('no picture'))
  expect(refused.status).toBe(400)
  expect(visibleText(refused)).toContain('Photo must be a JPEG, PNG or WebP image')
  expect((await send(new Uint8Array(5_000_001))).status).toBe(413)
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await send(picture)).status).toBe(302)
  const { photo, ...rest } = await stored()
  expect({ ...rest, photo: null }).toEqual(before)
  expect(photo).toMatch(/^\/photos\//)
  await send(new Uint8Array(), [['removePhoto', 'true']])
  expect(await stored()).toEqual(before)
})

describe('the circles of a bud', () => {
  async function inCircles() {
    const bud = await withBud({ Firstname: 'Ada' })
    const { user } = bud.client
    const circle = (Name: string, selectedBuds: string[] = []) => createCircle(user, { Name, selectedBuds })
    const [readers, climbers, cooks] = await Promise.all([
      circle('Readers', [bud._id]),
      circle('Climbers', [bud._id]),
      circle('Cooks'),
    ])
    const names = async () => {
      const { circles } = (await bud.client.get('/api/v1/circles?sort=A-Z')).body
      return circles.flatMap(({ Name, buds }: { Name: string; buds: object[] }) =>
        buds.length ? [Name] : [],
      )
    }
    const form = placeForm(await bud.open('circles'))
    const choose = (...ids: string[]) => [
      ...form.filter(([name]) => name !== 'circles'),
      ...ids.map((id): [string, string] => ['circles', id]),
    ]
    return { ...bud, readers, climbers, cooks, names, form, choose }
  }

  test('are chosen in place, as one change that is undone as one', async () => {
    const { client, path, form, choose, send, names, readers, climbers, cooks } = await inCircles()
    expect(valuesIn(form, 'circles').sort()).toEqual([readers._id, climbers._id].sort())
    const answer = await send('circles', choose(readers._id, cooks._id))
    expect(answer.headers.get('Location')).toBe(path)
    expect(await names()).toEqual(['Cooks', 'Readers'])
    expect((await changesOf(client))[0]?.title).toBe('Ada edited')
    await undoLast(client)
    expect(await names()).toEqual(['Climbers', 'Readers'])
  })

  test('are changed by the API as by the form', async () => {
    const { client, _id, names, readers, climbers, cooks } = await inCircles()
    const path = `/api/v1/buds/${_id}/circles`
    const before = [readers._id, climbers._id]
    const others = {
      msg: 'One of the chosen circles does not exist',
      errors: { circles: [expect.any(String)] },
    }
    for (const circle of [uuid(), 'x']) {
      const refused = await client.patch(path, { circles: [...before, circle], before })
      expect(refused).toMatchObject({ status: 400, body: others })
    }
    expect(await (await signedIn()).patch(path, { circles: [], before })).toMatchObject({ status: 404 })
    expect(await names()).toEqual(['Climbers', 'Readers'])
    const { status, body } = await client.patch(path, { circles: [readers._id, cooks._id], before })
    const now = [cooks, readers].map(({ _id, Name }) => ({ _id, Name }))
    expect([status, body]).toEqual([200, { msg: 'Bud edited successfully', circles: now }])
    expect(await names()).toEqual(['Cooks', 'Readers'])
    await undoLast(client)
    expect(await names()).toEqual(['Climbers', 'Readers'])
  })

  test('beyond 1,000 are kept, and the form says which it offers', async () => {
    const { client, _id, send, open } = await withBud({ Firstname: 'Ada' })
    const { user } = client
    const many = Array.from({ length: 1_001 }, (_, n) => ({
      ownerId: user._id,
      _id: uuid(),
      Name: `Circle ${n}`,
    }))
    // In parts: a statement of the application has a deadline.
    for (let n = 0; n < many.length; n += 250) await db.insert(circles).values(many.slice(n, n + 250))
    expect(visibleText(await open('circles'))).toContain('These are the first 1,000 by name.')
    const links = many.map((circle) => ({ ownerId: user._id, recordId: circle._id, budId: _id }))
    for (let n = 0; n < links.length; n += 250) await db.insert(circleBuds).values(links.slice(n, n + 250))
    const form = placeForm(await open('circles'))
    expect(valuesIn(form, 'circles')).toHaveLength(1_001)
    const [first] = valuesIn(form, 'circles')
    const left = form.filter(([name, value]) => name !== 'circles' || value !== first)
    expect((await send('circles', left)).status).toBe(302)
    expect(valuesIn(placeForm(await open('circles')), 'circles')).toHaveLength(1_000)
  })

  test('sent as they were, or twice, change nothing more', async () => {
    const { client, form, choose, send, names, cooks } = await inCircles()
    const before = (await changesOf(client)).length
    await send('circles', form)
    expect(await changesOf(client)).toHaveLength(before)
    for (let n = 0; n < 2; n++) await send('circles', choose(cooks._id))
    expect(await names()).toEqual(['Cooks'])
    expect(await changesOf(client)).toHaveLength(before + 1)
  })

  test('that others changed since stay', async () => {
    const { client, _id, choose, send, names, readers, climbers, cooks } = await inCircles()
    await client.patch(`/api/v1/circles/${cooks._id}`, { selectedBuds: [_id] })
    await client.delete(`/api/v1/circles/${climbers._id}`)
    await send('circles', choose(climbers._id))
    expect(await names()).toEqual(['Cooks'])
    await send('circles', choose(readers._id, climbers._id))
    expect(await names()).toEqual(['Cooks'])
  })

  test('of another account, full or none: a message, and nothing changes', async () => {
    const { client, path, choose, send, names, readers, climbers, cooks } = await inCircles()
    const foreign = await createCircle(await createUser(), { Name: 'Foreign' })
    const many: string[] = []
    for (let n = 0; n < 500; n++) many.push((await createBud(client.user, { Firstname: 'Bo' }))._id)
    await client.patch(`/api/v1/circles/${cooks._id}`, { selectedBuds: many })
    for (const [id, msg] of [
      [foreign._id, 'One of the chosen circles does not exist'],
      ['x', 'One of the chosen circles does not exist'],
      [cooks._id, 'Cooks has 500 buds, the most that a circle can have'],
    ] as const) {
      const answer = await send('circles', choose(readers._id, id))
      expect(answer.status).toBe(400)
      expect(visibleText(answer)).toContain(msg)
      expect(await names()).toEqual(['Climbers', 'Cooks', 'Readers'])
    }
    const other = await signedIn()
    const ownForm = choose(climbers._id).filter(([name]) => name !== '_account')
    // As for a bud that does not exist.
    expect((await other.submit(path, ownForm)).headers.get('Location')).toBe('/dashboard')
    expect(await names()).toEqual(['Climbers', 'Cooks', 'Readers'])
  })

  test('are offered where there are none, and lead to Add Circle', async () => {
    const { client, path, open } = await withBud({ Firstname: 'Ada' })
    expect(links(await client.visit(path))).toContain('circles')
    expect((await open('circles')).text).toContain('href="/dashboard/AddCircle"')
  })
})
