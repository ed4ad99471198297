import { eq } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { v7 as uuid } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { countEndedEvents } from '~/planning/today/contact-status.server'
import { users } from '~drizzle/schema'
import { type ClientResponse, visibleText } from '../../support/client'
import {
  createBud,
  createCircle,
  createEvent,
  createInteraction,
  createUser,
  grown,
  signedIn,
} from '../../support/factories'
import { changesOf, undoFormIn, undoLast } from '../../support/history'
import { recordStatements } from '../../support/statements'

const isRemote = Boolean(process.env.TEST_BASE_URL)
const dayLength = 86_400_000
const dayAt = (n: number) => new Date(Date.now() + n * dayLength).toISOString().slice(0, 10)
const today = () => dayAt(0)

/** A user with an overdue bud, Ada: every 14 days, last on the day 20 days ago. */
async function setUp() {
  const user = await signedIn()
  const ada = await createBud(user.user, { Firstname: 'Ada', Surname: 'Lovelace', cadenceDays: 14 })
  await createInteraction(user.user, { on: dayAt(-20), note: 'Her garden\nRoses', selectedBuds: [ada._id] })
  const read = async (id = ada._id) => (await user.get(`/api/v1/buds/${id}`)).body.bud
  const readToday = async () => (await user.get('/api/v1/today')).body
  const overdue = async (): Promise<string[]> =>
    (await readToday()).overdue.map(({ bud }: { bud: { Firstname: string } }) => bud.Firstname)
  return { user, owner: user.user, ada, read, readToday, overdue }
}

/** `3 March`, with the year if it is not that of today. */
const shortDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) !== today().slice(0, 4) && { year: 'numeric' }),
  })

describe('cadenceDays', () => {
  test.each(['buds', 'circles'])('of %s is a whole number from 1 to 3,650, or null', async (list) => {
    const user = await signedIn()
    const post = (cadenceDays: unknown) =>
      user.post(`/api/v1/${list}`, { Firstname: 'Ada', Name: 'Club', cadenceDays })
    const one = list.slice(0, -1)
    for (const [sent, stored] of [
      [1, 1],
      [3_650, 3_650],
      ['14', 14],
      [null, null],
      ['', null],
      [undefined, null],
    ]) {
      const { status, body } = await post(sent)
      expect([sent, status, body[one].cadenceDays]).toEqual([sent, 201, stored])
      expect(
        (await user.patch(`/api/v1/${list}/${body[one]._id}`, { cadenceDays: null })).body[one].cadenceDays,
      ).toBeNull()
    }
    const msg = 'Keep in touch must be a whole number of days from 1 to 3650'
    for (const sent of [0, -1, 3_651, 100_000, 1.5, 'often', '1e3', true, [7]])
      expect(await post(sent), String(sent)).toMatchObject({
        status: 400,
        body: { msg, errors: { cadenceDays: [msg] } },
      })
  })

  test('of a bud goes before those of its circles, of which the shortest counts', async () => {
    const { user, owner, read } = await setUp()
    const bud = await createBud(owner, { Firstname: 'Grace' })
    const selectedBuds = [bud._id]
    const [slow, fast] = [
      await createCircle(owner, { Name: 'Slow', cadenceDays: 30, selectedBuds }),
      await createCircle(owner, { Name: 'Fast', cadenceDays: 10, selectedBuds }),
    ]
    const dueOn = async () => (await read(bud._id)).dueOn
    expect(await dueOn()).toBe(dayAt(10))
    await user.patch(`/api/v1/circles/${fast._id}`, { cadenceDays: null })
    expect(await dueOn()).toBe(dayAt(30))
    await user.patch(`/api/v1/buds/${bud._id}`, { cadenceDays: 100 })
    expect(await dueOn()).toBe(dayAt(100))
    await user.patch(`/api/v1/buds/${bud._id}`, { cadenceDays: null })
    await user.patch(`/api/v1/circles/${slow._id}`, { selectedBuds: [] })
    expect(await dueOn()).toBeNull()
    expect((await read(bud._id)).cadenceDays).toBeNull()
  })

  test('is in the response of the call that sets it, with the day on which the bud is due', async () => {
    const user = await signedIn()
    const created = (await user.post('/api/v1/buds', { Firstname: 'Ada', cadenceDays: 7 })).body.bud
    expect(created).toMatchObject({
      cadenceDays: 7,
      dueOn: dayAt(7),
      lastContactOn: null,
      snoozedUntil: null,
    })
    const { headers, body } = await user.patch(`/api/v1/buds/${created._id}`, { cadenceDays: 9 })
    expect(body.bud.dueOn).toBe(dayAt(9))
    const read = await user.get(`/api/v1/buds/${created._id}`)
    expect(read.headers.get('ETag')).toBe(headers.get('ETag'))
    await user.post(`/api/v1/buds/${created._id}/log`, {})
    const after = await user.get(`/api/v1/buds/${created._id}`)
    expect(after.body.bud).toMatchObject({ lastContactOn: today(), dueOn: dayAt(9) })
    expect(after.headers.get('ETag')).not.toBe(headers.get('ETag'))
  })
})

describe('GET /today', () => {
  test('names overdue buds with the reason, dates of the next 30 days with the age, and the events of the week', async () => {
    const { owner, ada, readToday } = await setUp()
    const [, month, day] = dayAt(30).split('-').map(Number) as [number, number, number]
    const year = Number(dayAt(30).slice(0, 4))
    const grace = await createBud(owner, {
      Firstname: 'Grace',
      dates: [
        { label: 'Birthday', year: year - 40, month, day },
        { label: 'Name day', year: null, month, day },
      ],
    })
    const founded = `${Number(dayAt(2).slice(0, 4)) - 7}${dayAt(2).slice(4).replace('-02-29', '-02-28')}`
    const club = await createCircle(owner, {
      Name: 'Club',
      milestones: [
        { id: 1, date: founded, description: 'Founded' },
        { id: 2, date: dayAt(31), description: 'Later' },
        { id: 3, date: `${Number(dayAt(2).slice(0, 4)) + 1}-${founded.slice(5)}`, description: 'Next year' },
      ],
    })
    const event = await createEvent(owner, { startDate: `${today()}T00:00`, selectedBuds: [grace._id] })
    await createEvent(owner, { startDate: `${dayAt(8)}T10:00` })
    const person = { _id: grace._id, Firstname: 'Grace', Surname: '', photo: null }
    expect(await readToday()).toEqual({
      today: today(),
      overdue: [
        {
          bud: { _id: ada._id, Firstname: 'Ada', Surname: 'Lovelace', photo: null },
          dueOn: dayAt(-6),
          cadenceDays: 14,
          lastContactOn: dayAt(-20),
          reason: `every 14 days, last on ${shortDay(dayAt(-20))}: Her garden`,
        },
      ],
      totalOverdue: 1,
      dates: [
        { bud: null, circle: { _id: club._id, Name: 'Club' }, label: 'Founded', on: dayAt(2), years: 7 },
        { bud: person, circle: null, label: 'Birthday', on: dayAt(30), years: 40 },
        { bud: person, circle: null, label: 'Name day', on: dayAt(30), years: null },
      ],
      events: [
        {
          ...event,
          createdAt: event.createdAt.toISOString(),
          buds: [{ _id: grace._id, Firstname: 'Grace', Surname: '' }],
          totalBuds: 1,
        },
      ],
    })
  })

  test('gives an event as the reason, and says when there was no contact yet', async () => {
    const { owner, ada, readToday, read } = await setUp()
    const [eventDay] = [dayAt(-16)]
    await createEvent(owner, {
      Name: "Ada's lunch",
      startDate: `${eventDay}T12:00`,
      endDate: `${eventDay}T14:00`,
      selectedBuds: [ada._id],
    })
    expect((await readToday()).overdue[0].reason).toBe(
      `every 14 days, last on ${shortDay(eventDay)}: Ada's lunch`,
    )
    expect((await read()).lastContactOn).toBe(eventDay)
  })

  test('has the most overdue in proportion to their cadence first, at most 50 of them, and the number of all', async () => {
    const user = await signedIn()
    for (let n = 1; n <= 52; n++) {
      const bud = await createBud(user.user, { Firstname: `B${n}`, cadenceDays: n })
      await createInteraction(user.user, { on: dayAt(-60), selectedBuds: [bud._id] })
    }
    const { overdue, totalOverdue } = (await user.get('/api/v1/today')).body
    expect(totalOverdue).toBe(52)
    expect(overdue.map(({ cadenceDays }: { cadenceDays: number }) => cadenceDays)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    )
  })

  test('has nothing of other users', async () => {
    await setUp()
    const other = await createUser()
    const bud = await createBud(other, { cadenceDays: 1 })
    await createInteraction(other, { on: dayAt(-9), selectedBuds: [bud._id] })
    expect((await (await signedIn()).get('/api/v1/today')).body).toEqual({
      today: today(),
      overdue: [],
      totalOverdue: 0,
      dates: [],
      events: [],
    })
  })

  test('is a day of the time zone of the owner', async () => {
    const { user, owner } = await setUp()
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await db.update(users).set({ timeZone }).where(eq(users._id, owner._id))
      const local = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
      expect((await user.get('/api/v1/today')).body.today).toBe(local)
    }
  })

  test('and its screen take two statements, and that of a new account one for the example', async () => {
    const [grownUser, newUser] = [await signedIn(grown()), await signedIn()]
    for (const [user, path, count] of [
      [grownUser, '/api/v1/today', 2],
      [grownUser, '/dashboard/Today', 2],
      [newUser, '/dashboard/Today', 3],
    ] as const) {
      await user.get(path)
      const { statements } = await recordStatements(() => user.get(path))
      if (!isRemote) expect(statements).toHaveLength(count)
    }
  })
})

describe('POST /buds/{id}/snooze', () => {
  test('moves the due day to a later day, and null ends it', async () => {
    const { user, ada, read, overdue } = await setUp()
    const path = `/api/v1/buds/${ada._id}/snooze`
    const { body } = await user.post(path, { until: dayAt(7) })
    expect(body).toEqual({ msg: 'Bud snoozed', bud: await read() })
    expect(body.bud).toMatchObject({ dueOn: dayAt(7), snoozedUntil: dayAt(7) })
    expect(await overdue()).toEqual([])
    expect((await user.post(path, { until: null })).body).toMatchObject({
      msg: 'Snooze ended',
      bud: { dueOn: dayAt(-6) },
    })
    expect(await overdue()).toEqual(['Ada'])
  })

  test('refuses today, a day in the past, a day that does not exist and an absent day, and writes nothing', async () => {
    const { user, ada, read } = await setUp()
    const before = await read()
    for (const until of [today(), dayAt(-1), '2027-04-31', 'soon', 7, undefined])
      expect(await user.post(`/api/v1/buds/${ada._id}/snooze`, { until }), String(until)).toMatchObject({
        status: 400,
        body: { errors: { until: [expect.any(String)] } },
      })
    expect(await read()).toEqual(before)
  })

  test('can be undone', async () => {
    const { user, ada, read } = await setUp()
    const before = await read()
    await user.post(`/api/v1/buds/${ada._id}/snooze`, { until: dayAt(7) })
    await undoLast(user)
    expect(await read()).toEqual(before)
  })
})

describe('the timeline of a bud', () => {
  test('has interactions, events that have ended and milestones of shared circles, the latest day first', async () => {
    const { user, owner, ada } = await setUp()
    const selectedBuds = [ada._id]
    const circle = await createCircle(owner, {
      Name: 'Readers',
      selectedBuds,
      milestones: [
        { id: 1, date: dayAt(-30), description: 'First book' },
        { id: 2, date: '', description: 'Some day' },
        { id: 3, date: dayAt(30), description: 'To come' },
      ],
    })
    const past = { startDate: `${dayAt(-11)}T19:00`, endDate: `${dayAt(-10)}T01:00`, Description: 'Cake' }
    const event = await createEvent(owner, { Name: 'Party', selectedBuds, ...past })
    await createEvent(owner, { Name: 'Next', startDate: `${dayAt(5)}T19:00`, selectedBuds })
    const note = await createInteraction(owner, {
      kind: 'note',
      on: dayAt(-5),
      note: 'Moved house',
      selectedBuds,
    })
    const { body } = await user.get(`/api/v1/buds/${ada._id}/timeline`)
    expect(body).toEqual({
      items: [
        { type: 'interaction', _id: note._id, on: dayAt(-5), title: 'Note', note: 'Moved house' },
        { type: 'event', _id: event._id, on: dayAt(-10), title: 'Party', note: 'Cake' },
        {
          type: 'interaction',
          _id: expect.any(String),
          on: dayAt(-20),
          title: 'Call',
          note: 'Her garden\nRoses',
        },
        { type: 'milestone', _id: circle._id, on: dayAt(-30), title: 'First book', note: 'Readers' },
      ],
      totalItems: 4,
      numOfPages: 1,
      currentPage: 1,
    })
    const second = (await user.get(`/api/v1/buds/${ada._id}/timeline?limit=3&page=2`)).body
    expect(second).toMatchObject({
      items: [{ title: 'First book' }],
      totalItems: 4,
      numOfPages: 2,
      currentPage: 2,
    })
    const foreign = await (await signedIn()).get(`/api/v1/buds/${ada._id}/timeline`)
    expect([foreign.status, (await user.get('/api/v1/buds/x/timeline')).status]).toEqual([404, 404])
    const page = visibleText(await user.visit(`/dashboard/Bud/${ada._id}`))
    expect(page).toMatch(
      /Timeline .*Note .*Moved house .*Party .*Cake .*Call .*Her garden .*First book .*Readers/,
    )
    expect(page).toMatch(/Every 14 days Last contact .*Party .*Due .*in 4 days/)
  })
})

describe('Today without JavaScript', () => {
  /** The form of the first overdue bud, with the fields that the button with this text adds. */
  function formOf({ text }: ClientResponse, label: string): [string, string][] {
    const { document, FormData } = new JSDOM(text).window
    const form = document.querySelector<HTMLFormElement>('.overdue form')
    const button = [...(form?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === label,
    )
    if (!form || !button) throw new Error(`The page has no button ${label}`)
    const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)])
    return [...fields, [button.name, button.value]]
  }

  test.each([
    ['Log contact', 'Contact logged', { lastContactOn: today(), dueOn: dayAt(14) }],
    ['Met', 'Meeting logged', { lastContactOn: today(), dueOn: dayAt(14) }],
    ['A week', 'Bud snoozed', { snoozedUntil: dayAt(7), dueOn: dayAt(7) }],
    ['A month', 'Bud snoozed', { snoozedUntil: dayAt(30), dueOn: dayAt(30) }],
    ['Stop', 'Reminders stopped', { cadenceDays: null, dueOn: null }],
  ])('%s takes one press, and Undo of the toast takes it back', async (label, msg, expected) => {
    const { user, read, overdue } = await setUp()
    const before = await read()
    const fields = formOf(await user.visit('/dashboard/Today'), label)
    const response = await user.submit('/dashboard/Today', fields)
    expect(response).toHaveRedirect('/dashboard/Today')
    const page = await user.visit('/dashboard/Today')
    expect(visibleText(page)).toContain(msg)
    expect(await read()).toMatchObject(expected)
    expect(await overdue()).toEqual([])
    const undo = undoFormIn(page)
    await user.submit(undo?.path ?? '', undo?.fields ?? [])
    expect(await read()).toEqual(before)
    expect(await overdue()).toEqual(['Ada'])
  })

  test('the bud screen logs a sentence with its kind, and a refused one stays as typed', async () => {
    const { user, ada } = await setUp()
    const path = `/dashboard/Bud/${ada._id}`
    expect(await user.submit(path, { kind: 'call', note: 'Her lecture' })).toHaveRedirect(path)
    expect(visibleText(await user.visit(path))).toMatch(/Call logged.*Call .* Her lecture/)
    const note = 'long '.repeat(1_001)
    for (const fields of [
      { kind: 'call', note },
      { kind: 'visit', note: 'Her house' },
    ]) {
      const refused = await user.submit(path, fields)
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(fields.note)])
    }
    expect((await user.get('/api/v1/interactions')).body.totalInteractions).toBe(2)
  })

  test('a note is never dropped: a snooze asks first, and a refused note stays as typed', async () => {
    const { user, ada, read } = await setUp()
    const before = await read()
    const note = 'Her lecture'
    const forms: Record<string, string>[] = [
      { note, until: dayAt(7) },
      { note, intent: 'stop' },
      { note, kind: 'visit' },
    ]
    for (const fields of forms)
      for (const path of ['/dashboard/Today', `/dashboard/Bud/${ada._id}`]) {
        const refused = await user.submit(path, { bud: ada._id, ...fields })
        expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(`${note}</textarea>`)])
      }
    expect(await read()).toEqual(before)
  })

  test('says how late somebody is', async () => {
    const { user } = await setUp()
    expect(visibleText(await user.visit('/dashboard/Today'))).toMatch(
      /Ada .*\d+ (days|weeks|months) late · Every 14 days/,
    )
  })

  test('folds all but four overdue buds, unless the note of one of the others was refused', async () => {
    const user = await signedIn()
    const ids: string[] = []
    for (let n = 1; n <= 6; n++) {
      const bud = await createBud(user.user, { Firstname: `B${n}`, cadenceDays: n })
      await createInteraction(user.user, { on: dayAt(-60), selectedBuds: [bud._id] })
      ids.push(bud._id)
    }
    const foldOf = (page: { text: string }) =>
      new JSDOM(page.text).window.document.querySelector('details.folded-rest')
    const fold = foldOf(await user.visit('/dashboard/Today'))
    expect([...(fold?.querySelectorAll('h3') ?? [])].map((name) => name.textContent)).toEqual(['B5', 'B6'])
    expect(fold?.querySelector('summary')?.textContent).toBe('Show 2 more')
    expect(fold?.hasAttribute('open')).toBe(false)
    const refused = { bud: ids[5] ?? '', note: 'Talked', kind: 'visit' }
    expect(foldOf(await user.submit('/dashboard/Today', refused))?.hasAttribute('open')).toBe(true)
  })

  test("has this week's events before the dates to come, of which eight are unfolded", async () => {
    const user = await signedIn()
    const [, month, day] = today().split('-').map(Number)
    const dates = Array.from({ length: 10 }, (_, n) => ({ label: `Day ${n}`, month, day }))
    await createBud(user.user, { dates } as never)
    const later = `${today()}T23:59`
    await createEvent(user.user, { Name: 'Dinner', startDate: later, endDate: later })
    const page = await user.visit('/dashboard/Today')
    expect(visibleText(page)).toMatch(/This week .*Dinner .*Coming up .*Day 7 .*Show 2 more .*Day 9/)
    const { document } = new JSDOM(page.text).window
    expect(document.querySelectorAll('details.folded-rest li')).toHaveLength(2)
  })

  test('says above those who are overdue what happens today, without events that have ended', async () => {
    const { user, owner } = await setUp()
    const [, month, day] = today().split('-').map(Number)
    await createBud(owner, {
      Firstname: 'Kit',
      dates: [{ label: 'Birthday', day, month, year: 1990 }],
    } as never)
    const milestones = [{ date: `2020-${today().slice(5)}`, description: 'First climb' }]
    await createCircle(owner, { Name: 'Climbers', milestones } as never)
    const event = (Name: string, startDate: string, endDate: string) =>
      createEvent(owner, { Name, startDate, endDate })
    await event('Over', `${dayAt(-1)}T10:00`, `${today()}T00:00`)
    await event('Trip', `${dayAt(-1)}T10:00`, `${dayAt(1)}T10:00`)
    await event('Tomorrow', `${dayAt(1)}T10:00`, `${dayAt(1)}T11:00`)
    const { document } = new JSDOM((await user.visit('/dashboard/Today')).text).window
    const list = document.querySelector('[aria-label="Happening today"]')
    const lines = [...(list?.children ?? [])].map(({ children }) =>
      [...children].slice(1).map(({ textContent }) => textContent),
    )
    expect(lines).toEqual([
      ['Kit', expect.stringMatching(/^Birthday, turns \d+$/)],
      ['Climbers', expect.stringMatching(/^First climb, \d+ years$/)],
      ['Trip', 'All day'],
    ])
    expect(list?.compareDocumentPosition(document.querySelector('.today-columns') as Element)).toBe(4)
    const week = [...document.querySelectorAll('#week ~ .coming > li')].map(
      (item) => item.querySelector('a')?.textContent + (item.textContent?.endsWith('ended') ? ', ended' : ''),
    )
    expect(week.filter((name) => name !== 'Tomorrow')).toEqual(['Trip', 'Over, ended'])
  })

  test('a second press of Log contact logs nothing more', async () => {
    const { user } = await setUp()
    const fields = formOf(await user.visit('/dashboard/Today'), 'Log contact')
    for (let n = 0; n < 2; n++) await user.submit('/dashboard/Today', fields)
    expect((await user.get('/api/v1/interactions')).body.totalInteractions).toBe(2)
  })

  test('Stop also stops the cadence of a circle, and Remind again on the bud screen begins anew', async () => {
    const { user, owner, ada, read, overdue } = await setUp()
    await createCircle(owner, { Name: 'Readers', cadenceDays: 5, selectedBuds: [ada._id] })
    await user.submit('/dashboard/Today', formOf(await user.visit('/dashboard/Today'), 'Stop'))
    expect(await overdue()).toEqual([])
    expect(visibleText(await user.visit(`/dashboard/Bud/${ada._id}`))).toContain('reminders are off')
    await user.submit(`/dashboard/Bud/${ada._id}`, { until: '' })
    expect(await read()).toMatchObject({ snoozedUntil: null, dueOn: dayAt(-15) })
    expect(visibleText(await user.visit(`/dashboard/Bud/${ada._id}`))).toMatch(/Every 5 days from Readers/)
  })

  test('teaches what it is for while it is empty', async () => {
    const user = await signedIn()
    const read = async () => visibleText(await user.visit('/dashboard/Today'))
    expect(await read()).toContain("Set 'Keep in touch' on a bud or a circle")
    expect(await read()).toContain('Add Bud')
    await createBud(user.user, {})
    expect(await read()).toContain('Choose a bud')
  })

  test('shows the first steps in the first month, until all are done', async () => {
    const user = await signedIn()
    const left = async () => {
      const { document } = new JSDOM((await user.visit('/dashboard/Today')).text).window
      return [...document.querySelectorAll('.first-steps li')].map((step) => step.className !== 'done')
    }
    expect(await left()).toEqual([true, true, true, true])
    const bud = await createBud(user.user, { cadenceDays: 7 })
    expect(await left()).toEqual([false, false, true, true])
    await user.patch(`/api/v1/buds/${bud._id}`, { dates: [{ month: 3, day: 14 }] })
    expect(await left()).toEqual([false, false, false, true])
    const older = await signedIn({ _id: uuid({ msecs: Date.now() - 31 * 86_400_000 }) })
    expect((await older.visit('/dashboard/Today')).text).not.toContain('First steps')
    await createEvent(user.user)
    expect(await left()).toEqual([])
  })

  test("does nothing for another user's bud", async () => {
    const { user, ada } = await setUp()
    const other = await signedIn()
    const forms: Record<string, string>[] = [{ intent: 'log' }, { intent: 'stop' }, { until: dayAt(7) }]
    for (const fields of forms) {
      const response = await other.submit('/dashboard/Today', { bud: ada._id, ...fields })
      expect(response).toSendToast('Bud not found')
    }
    expect(await changesOf(other)).toEqual([])
    expect(await changesOf(user)).toHaveLength(2)
  })
})

describe.skipIf(isRemote)('an event that ends', () => {
  afterAll(() => clock.advanceTo(new Date()))

  test('counts as contact with its attendees on its last day, and is no change of the user', async () => {
    const { user, owner, ada, read, overdue } = await setUp()
    const [begin, end] = [dayAt(1), dayAt(3)]
    await createEvent(owner, {
      Name: 'Weekend',
      startDate: `${begin}T18:00`,
      endDate: `${end}T12:00`,
      selectedBuds: [ada._id],
    })
    const changes = await changesOf(user)
    await clock.advanceTo(new Date(`${end}T11:59:00Z`))
    await countEndedEvents()
    expect(await overdue()).toEqual(['Ada'])
    await clock.advanceTo(new Date(`${end}T12:00:00Z`))
    expect(await countEndedEvents()).toBeGreaterThanOrEqual(1)
    expect(await read()).toMatchObject({ lastContactOn: end, dueOn: dayAt(17) })
    expect(await overdue()).toEqual([])
    expect(await changesOf(user)).toEqual(changes)
    expect((await undoLast(user)).body.kept).toEqual([])
    expect(await read()).toMatchObject({ lastContactOn: dayAt(-20) })
  })
})
