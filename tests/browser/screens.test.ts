import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Webhook } from '~/integrations/webhooks/webhook'
import {
  account,
  axeViolations,
  button,
  call,
  chooseFile,
  expectAccessible,
  expectToFit,
  fill,
  newDatabase,
  password,
  press,
  settled,
  signIn,
  signInAsAdmin,
  unfold,
  withBrowser,
} from '../support/browser'
import { controlsWithoutVisibleFocus } from '../support/focus'
import { connectPhone } from '../support/phone'
import { codeOf } from '../support/totp'

const { openPage } = withBrowser(newDatabase)

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh'

const newcomer = account(async () => {})

/** Signs in as a user with buds that share options, and circles and events with every field filled in. */
const owner = account(async (page) => {
  const buds: string[] = []
  for (let n = 0; n < 27; n++) {
    const { bud } = await call(page, 'POST', '/api/v1/buds', {
      Firstname: 'Grace',
      Surname: n === 26 ? longName : `Number ${n}`,
      Nickname: 'Amazing',
      Occupation: 'Rear admiral of the lower half',
      Location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      Budtype: ['Friend', 'Family', 'Work', 'Client', 'Other'][n % 5],
      hobbies: ['Chess', 'Reading', 'Yoga'],
      emails: [{ label: 'work', value: `${'grace'.repeat(10)}@navy.example` }],
      phones: [{ label: 'mobile', value: '+1 703 555 0100' }],
      addresses: [{ label: 'home', street: longName, city: 'Arlington', postcode: '22201', country: 'USA' }],
      links: [{ label: 'website', value: `https://example.com/${longName}` }],
      dates: [
        { year: 1906, month: 12, day: 9 },
        { label: longName.slice(0, 50), month: 2, day: 29 },
      ],
      notes: `${longName}\n${'and more '.repeat(60)}`,
      customFields: [{ name: 'Ship', value: 'Hopper' }],
      tags: ['Choir', 'Compilers', longName.slice(0, 50), 'Navy'],
    })
    buds.push(bud._id)
  }
  const relations: string[] = []
  for (const [n, kind] of ['parent', 'partner', 'child', 'other'].entries()) {
    const fields = { kind, with: buds[n], label: 'x'.repeat(50), note: longName, since: '2020-01-01' }
    const { relation } = await call(page, 'POST', `/api/v1/buds/${buds.at(-1)}/relations`, fields)
    relations.push(relation._id)
  }
  const long = {
    Name: longName,
    Description: `A word\n${'and another '.repeat(30)}`,
    Location: longName,
    selectedBuds: buds.slice(-14),
  }
  const milestones = [
    { date: '2026-11-20', description: 'First meeting' },
    { date: '', description: longName },
  ]
  const circles: string[] = []
  for (const Circletype of ['Friends', 'Family', 'Work', 'Clients', 'Other']) {
    const fields = { ...long, Shortname: 'Long', Circletype, milestones }
    circles.push((await call(page, 'POST', '/api/v1/circles', fields)).circle._id)
  }
  await call(page, 'POST', '/api/v1/circles', { Name: 'Empty' })
  const times = { startDate: '2026-11-20T19:00', endDate: '2026-11-22T23:00' }
  let full = ''
  for (const Eventtype of ['Social', 'Client', 'Colleagues', 'Other']) {
    full = (await call(page, 'POST', '/api/v1/events', { ...long, ...times, Eventtype })).event._id
  }
  const alone = { ...times, Name: 'Alone', Location: 'Bath', Eventtype: 'Social' }
  const { event } = await call(page, 'POST', '/api/v1/events', alone)
  const kinds = ['call', 'message', 'meeting', 'letter', 'gift', 'other', 'note']
  const interactions: string[] = []
  for (let n = 0; n < 22; n++) {
    const on = `2025-0${1 + (n % 9)}-11`
    const fields = { kind: kinds[n % 7], on, note: n % 3 ? long.Description : longName }
    const selectedBuds = buds.slice(-1 - (n % 2))
    const { interaction } = await call(page, 'POST', '/api/v1/interactions', { ...fields, selectedBuds })
    interactions.push(interaction._id)
  }
  const filter = JSON.stringify({
    match: 'all',
    rules: [{ field: 'circle', is: 'none', value: [circles[0]] }],
  })
  const { list } = await call(page, 'POST', '/api/v1/lists', { name: longName, filter })
  await call(page, 'PATCH', `/api/v1/circles/${circles[0]}`, { cadenceDays: 14 })
  await call(page, 'PATCH', `/api/v1/buds/${buds.at(-1)}`, { Occupation: longName, hobbies: [], phones: [] })
  await call(page, 'DELETE', `/api/v1/circles/${circles.at(-1)}`)
  const { changes } = await call(page, 'GET', '/api/v1/changes')
  const [deletion, edit] = changes.map(({ _id }: { _id: string }) => _id)
  const records = {
    bud: buds.at(-1),
    circle: circles[0],
    changed: circles[1],
    event: event._id as string,
    full,
    list: list._id as string,
  }
  return { ...records, interaction: interactions[0], relation: relations[0], deletion, edit }
})

/** Signs in as a user with two buds of one person, with many details and long texts. */
const twins = account(async (page) => {
  const ids: string[] = []
  for (const Firstname of ['Elizabeth', 'Liz']) {
    const { bud } = await call(page, 'POST', '/api/v1/buds', {
      Firstname,
      Surname: longName,
      Nickname: Firstname,
      Occupation: `${longName} of ${Firstname}`,
      Location: 'Bath',
      hobbies: [Firstname === 'Liz' ? 'Chess' : 'Yoga'],
      emails: [{ label: 'work', value: `${'grace'.repeat(10)}@navy.example` }],
      phones: [{ label: Firstname, value: '+1 703 555 0100' }],
      addresses: [{ label: Firstname, street: longName, city: 'Arlington', country: 'USA' }],
      links: Firstname === 'Liz' ? [{ value: `https://example.com/${longName}` }] : [],
      notes: `${Firstname}\n${'and more '.repeat(60)}`,
    })
    ids.push(bud._id)
  }
  return { a: ids[0], b: ids[1] }
})

/** Signs in as a user with an event whose guests have answered, and makes new links. Resolves to the last link's path. */
const host = account(async (page) => {
  const buds: string[] = []
  for (const Firstname of ['Ada', 'Cem', longName]) {
    const emails = [{ value: 'guest@example.com' }]
    buds.push((await call(page, 'POST', '/api/v1/buds', { Firstname, emails })).bud._id)
  }
  const { event } = await call(page, 'POST', '/api/v1/events', {
    Name: longName,
    Location: longName,
    Eventtype: 'Social',
    Description: `A word\n${'and another '.repeat(30)}`,
    startDate: '2099-11-20T19:00',
    endDate: '2099-11-22T23:00',
    selectedBuds: buds,
  })
  const { links } = await call(page, 'POST', `/api/v1/events/${event._id}/guests`)
  const paths = links.map(({ url }: { url: string }) => new URL(url).pathname)
  for (const path of paths.slice(1)) {
    await page.goto(path)
    await page.getByLabel(path === paths[1] ? 'Maybe' : 'Yes').check()
    await page.getByLabel('People you bring').fill('2')
    await page.locator('summary', { hasText: 'Allergies and diet' }).click()
    await page.getByLabel('Allergy: Peanuts').check()
    await page.getByLabel('Note').fill(`${longName}\nand more`)
    await press(page, 'Send answer')
    await page.getByText('Thank you for your answer').waitFor()
  }
  return {
    screen: `/dashboard/EventGuests/${event._id}`,
    open: paths[0] as string,
    answered: paths[2] as string,
  }
})

/** Signs in as a user with a bud that has many details, and opens the form of an update link that shows them. */
async function openUpdate(page: Page) {
  await signIn(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', {
    Firstname: longName,
    emails: [{ label: longName.slice(0, 50), value: `${'grace'.repeat(10)}@navy.example` }],
    phones: [{ label: 'mobile', value: '+1 703 555 0100' }],
    addresses: [{ label: 'home', street: longName, city: 'Arlington', postcode: '22201', country: 'USA' }],
    dates: [{ year: 1906, month: 12, day: 9 }],
  })
  const { url } = await call(page, 'POST', `/api/v1/buds/${bud._id}/update-link`, { show: true })
  await page.goto(new URL(url).pathname)
  return bud._id as string
}

/** Sends an update, so that it waits for review. */
async function sendUpdate(page: Page) {
  const bud = await openUpdate(page)
  await page.getByLabel('Email', { exact: true }).fill(`${'hopper'.repeat(9)}@navy.example`)
  await page.getByLabel('City').fill(longName)
  await page.getByLabel('Day').fill('10')
  await press(page, 'Send')
  await page.getByText('Your details have been sent').waitFor()
  return bud
}

/** Signs in as a user whose phone has deleted more than it may. Resolves to the id of a bud that it changed. */
async function busyPhone(page: Page) {
  const phone = await connectPhone(page, longName)
  const ids: string[] = []
  for (let n = 0; n < 20; n++)
    ids.push((await call(page, 'POST', '/api/v1/buds', { Firstname: `${longName} ${n}` })).bud._id)
  await phone.put(crypto.randomUUID(), 'Added')
  await phone.put(ids[19] ?? '', 'Changed')
  for (const id of ids.slice(0, 8)) await phone.remove(id)
  return ids[19]
}

async function withSecondFactor(page: Page) {
  const { secret } = await call(page, 'POST', '/api/v1/auth/totp', { password })
  await call(page, 'POST', '/api/v1/auth/totp/confirm', { code: codeOf(secret) })
}

const article = {
  title: longName,
  excerpt: 'What helps to stay in touch, and what does not. '.repeat(4),
  content: '<h2>Paper</h2>\n<p>It waits.</p>',
  author: longName,
  tags: 'letters, paper',
  featuredImage: '/favicon.svg',
}

/** Signs in as the admin, and creates three posts for all tests. Resolves to the id of one. */
const editor = account(async (page) => {
  for (let n = 0; n < 3; n++) {
    await call(page, 'POST', '/api/v1/blog/admin', { ...article, published: n > 0, featured: n > 1 })
  }
  const { posts } = await call(page, 'GET', '/api/v1/blog/admin/all')
  return posts[0]._id as string
}, signInAsAdmin)

async function withoutPosts(page: Page) {
  await signInAsAdmin(page)
  const { posts } = await call(page, 'GET', '/api/v1/blog/admin/all')
  for (const { _id } of posts) await call(page, 'DELETE', `/api/v1/blog/admin/${_id}`)
}

/** Signs in as the admin, and creates unused codes, a used one, and a user with a long name. */
const registrar = account(async (page) => {
  const codes = []
  for (let n = 0; n < 51; n++) codes.push(await call(page, 'POST', '/api/v1/admin/access-codes'))
  await call(page, 'PATCH', '/api/v1/admin/settings', { requireAccessCode: true })
  await call(page, 'POST', '/api/v1/auth/register', {
    Firstname: longName,
    Surname: longName,
    Email: `${longName}-${crypto.randomUUID()}@example.com`,
    Password: password,
    accessCode: codes[50].code,
  })
  await call(page, 'PATCH', '/api/v1/admin/settings', { requireAccessCode: false })
}, signInAsAdmin)

/** Opens a path whose scripts do not load. */
const withoutScripts = (path: string) => async (page: Page) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(path)
}

const visitor = async () => {}

/** Signs in with `enter` and opens a path, which may depend on the result of `enter`. */
function open<T>(enter: (page: Page) => Promise<T>, path: string | ((result: T) => string)) {
  return async (page: Page) => {
    const result = await enter(page)
    await page.goto(typeof path === 'string' ? path : path(result))
    const multiSelects = page.locator('.multi-select')
    if ((await multiSelects.count()) > 0) await multiSelects.last().getByRole('combobox').waitFor()
  }
}

const openForm = (page: Page, label: string) => page.getByText(label, { exact: true }).click()

/** By the form of all scopes, above that for assistants. */
async function makeToken(page: Page, name: string) {
  await openForm(page, 'New token')
  const form = page.locator('form#token')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Make a token' }).click()
}

/** Functions that open each screen. A screen that is tested with an error is not also tested without one. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  'the landing page': async (page) => {
    await page.goto('/#testimonials')
    await page.mouse.wheel(0, 20_000)
    await button(page, 'Back to top').waitFor()
  },
  register: open(visitor, '/register'),
  'login after a registration': async (page) => {
    await page.goto('/register')
    await fill(page, { Firstname: longName, Email: `${crypto.randomUUID()}@example.com`, Password: password })
    await page.locator('[name=terms]').check()
    await press(page, 'Submit')
    await button(page, `Continue as ${longName}`).waitFor()
  },
  'privacy policy': open(visitor, '/privacy-policy'),
  about: open(visitor, '/about'),
  'the API reference': open(visitor, '/developers'),
  'a message that was sent': open(visitor, '/contact?sent'),
  'a refused message': async (page) => {
    await page.goto('/contact?about=enterprise')
    await fill(page, { Name: 'Ada', Email: 'ada@example.com', Message: 'Hello' })
    await page
      .locator('[name=timestamp]')
      .evaluate((input: HTMLInputElement) => input.setAttribute('value', ''))
    await press(page, 'Send message')
    await page.getByText('This page was open for a long time').waitFor()
  },
  'reset password': open(visitor, '/reset-password/some-token'),
  'terms before its scripts': withoutScripts('/terms'),
  'forgot password before its scripts': withoutScripts('/forgot-password'),
  'a missing page': open(visitor, '/no-such-page'),
  'a refused login': async (page) => {
    await page.goto('/login')
    await fill(page, { Email: 'nobody@example.com', Password: 'not the password' })
    await press(page, 'Submit')
    await page.getByText('Invalid credentials').first().waitFor()
  },
  'the empty list': open(newcomer, '/dashboard'),
  'a full list with its search': open(owner, '/dashboard?page=2&search=Number&sort=oldestFirst'),
  'a full list of buds as rows': open(owner, '/dashboard?view=rows&search=Grace'),
  'the delete dialog': open(owner, ({ bud }) => `/dashboard?delete=${bud}`),
  'a bud': open(owner, ({ bud }) => `/dashboard/Bud/${bud}`),
  'the relations of a bud': open(owner, ({ bud }) => `/dashboard/Relations/${bud}`),
  'add relation': open(owner, ({ bud }) => `/dashboard/AddRelation/${bud}`),
  'edit relation': open(owner, ({ relation }) => `/dashboard/EditRelation/${relation}`),
  'a bud without details': async (page) => {
    await newcomer(page)
    const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: longName })
    await page.goto(`/dashboard/Bud/${bud._id}`)
  },
  'a circle': open(owner, ({ changed }) => `/dashboard/Circle/${changed}`),
  'a circle without buds': async (page) => {
    await newcomer(page)
    const { circle } = await call(page, 'POST', '/api/v1/circles', { Name: longName })
    await page.goto(`/dashboard/Circle/${circle._id}`)
  },
  'an event': open(owner, ({ full }) => `/dashboard/Event/${full}`),
  'an event without buds': open(owner, ({ event }) => `/dashboard/Event/${event}`),
  'the empty Today': open(newcomer, '/dashboard/Today'),
  'Today with the buttons of a row': async (page) => {
    await newcomer(page)
    const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: longName, cadenceDays: 1 })
    await call(page, 'POST', '/api/v1/interactions', { selectedBuds: [bud._id], on: '2026-01-01' })
    await page.goto('/dashboard/Today')
    await page.getByText('Later').click()
  },
  'the empty planner': open(newcomer, '/dashboard/Together'),
  'the plan for a circle': open(owner, ({ circle }) => `/dashboard/Together?circle=${circle}`),
  'the plan for people with allergies and long names': async (page) => {
    await newcomer(page)
    const ids: string[] = []
    for (const [n, conflict] of ['Allergy: Shellfish', 'Vegan', 'No Alcohol'].entries()) {
      const fields = { Firstname: `${longName} ${n}`, hobbies: ['Chess'], Location: 'Bath' }
      const preferences = [conflict, 'Tea', 'Indian Food']
      ids.push((await call(page, 'POST', '/api/v1/buds', { ...fields, preferences })).bud._id)
    }
    await call(page, 'POST', '/api/v1/buds', { Firstname: longName, hobbies: ['Chess'], cadenceDays: 1 })
    await page.goto(`/dashboard/Together?buds=${ids}`)
  },
  'a refused plan': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/Together')
    await press(page, 'Show plan')
    await page.getByText('Choose at least one bud').first().waitFor()
  },
  'a refused interaction': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/LogInteraction')
    await press(page, 'Submit')
    await page.getByText('Choose at least one bud').first().waitFor()
  },
  'the form of a filter': open(
    owner,
    ({ circle }) =>
      `/dashboard?build=1&match=any&0.field=circle&0.is=any&0.value=${circle}&1.field=hobby&2.field=added&2.is=before&2.value=2026-01-01&3.field=due&3.is=within&3.value=7&4.field=location&4.value=Bath`,
  ),
  'a list with a filter': open(owner, ({ list }) => `/dashboard?list=${list}`),
  'add list': open(newcomer, '/dashboard/AddList'),
  'edit list': open(owner, ({ list }) => `/dashboard/EditList/${list}`),
  'edit interaction': open(owner, ({ interaction }) => `/dashboard/EditInteraction/${interaction}`),
  'the delete dialog of an interaction': open(
    owner,
    ({ interaction }) => `/dashboard/EditInteraction/${interaction}?delete=${interaction}`,
  ),
  'the history with the toast of an edit': async (page) => {
    const { bud } = await owner(page)
    await page.goto(`/dashboard/EditBud/${bud}`)
    await unfold(page)
    await page.getByLabel('Nickname').fill('Amazing Grace')
    await press(page, 'Submit')
    await button(page, 'Undo').waitFor()
    await page.goto('/dashboard/history')
  },
  'the empty list of tags': open(newcomer, '/dashboard/tags'),
  'the tags': open(owner, '/dashboard/tags'),
  'an action without buds': open(owner, '/dashboard/bulk'),
  'the tags of a bud': open(owner, ({ bud }) => `/dashboard/Bud/${bud}?edit=tags`),
  'the empty list of duplicates': open(newcomer, '/dashboard/duplicates'),
  'the duplicates': open(twins, '/dashboard/duplicates'),
  'a merge of two buds': open(twins, ({ a, b }) => `/dashboard/merge?a=${a}&b=${b}`),
  'the search for the other bud of a merge': open(twins, ({ a }) => `/dashboard/merge?a=${a}`),
  'the form of an update': openUpdate,
  'a refused update': async (page) => {
    await openUpdate(page)
    await press(page, 'Add address')
    await fill(page, { Day: '31' })
    await page.getByLabel('Month').selectOption('February')
    await page.getByLabel('Email', { exact: true }).fill('nobody')
    await press(page, 'Send')
    await page.getByText('Please check 2 fields').waitFor()
  },
  'an update that was sent': open(visitor, '/update/thanks'),
  'the empty review': open(newcomer, '/dashboard/review'),
  'the review of an update': async (page) => {
    await sendUpdate(page)
    await page.goto('/dashboard/review')
  },
  'a bud whose update waits, with a new link': async (page) => {
    const bud = await sendUpdate(page)
    await page.goto(`/dashboard/Bud/${bud}`)
    await press(page, 'Make a link')
    await page.getByText('Write an email').waitFor()
  },
  'the empty trash': open(newcomer, '/dashboard/history?type=deleted'),
  'the trash': open(owner, '/dashboard/history?type=deleted'),
  'an edit': open(owner, ({ edit }) => `/dashboard/history/${edit}`),
  'the erase dialog of a deletion': open(owner, ({ deletion }) => `/dashboard/history/${deletion}?erase=1`),
  'a refused bud': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/AddBud')
    await unfold(page)
    await press(page, 'Add address')
    await press(page, 'Add link')
    await fill(page, { 'First name': 'Ada', Email: 'nobody', Phone: 'none', Link: 'mailto:x', Day: '31' })
    await page.getByLabel('Month').selectOption('February')
    await press(page, 'Submit')
    await page.getByText('Please check 4 fields').waitFor()
  },
  'the form of the contact details of a bud in place': open(
    owner,
    ({ bud }) => `/dashboard/Bud/${bud}?edit=contact`,
  ),
  'the form of the dates of a bud in place': open(owner, ({ bud }) => `/dashboard/Bud/${bud}?edit=dates`),
  'the form of the name of a bud in place': open(owner, ({ bud }) => `/dashboard/Bud/${bud}?edit=details`),
  'the form of the details of an event in place': open(
    owner,
    ({ event }) => `/dashboard/Event/${event}?edit=details`,
  ),
  'the form of the milestones of a circle in place': open(
    owner,
    ({ circle }) => `/dashboard/Circle/${circle}?edit=milestones`,
  ),
  'edit bud': open(owner, ({ bud }) => `/dashboard/EditBud/${bud}`),
  'a full list of circles': open(owner, '/dashboard/AllCircles?search=e'),
  'a full list of circles as rows': open(owner, '/dashboard/AllCircles?view=rows'),
  'add circle': open(newcomer, '/dashboard/AddCircle'),
  'edit circle': open(owner, ({ circle }) => `/dashboard/EditCircle/${circle}`),
  'a circle changed by another client': async (page) => {
    const { changed } = await owner(page)
    await page.goto(`/dashboard/EditCircle/${changed}`)
    await call(page, 'PATCH', `/api/v1/circles/${changed}`, { Location: 'Leeds', selectedBuds: [] })
    await page.getByLabel('Location').fill('York')
    await press(page, 'Submit')
    await page.getByText('Saved now: Leeds').first().waitFor()
  },
  'a full list of events': open(owner, '/dashboard/AllEvents?when=all'),
  'a full list of events as rows': open(owner, '/dashboard/AllEvents?view=rows&when=all'),
  'no coming events': open(owner, '/dashboard/AllEvents?when=upcoming'),
  'a refused event': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/AddEvent?startDate=2026-11-20T19:00&endDate=2026-11-20T18:00')
    await fill(page, { Name: ' ', Location: ' ' })
    await page.getByLabel('Event type').selectOption('Social')
    await press(page, 'Submit')
    await page.getByText('Please provide all required fields').first().waitFor()
  },
  'the guests of an event': open(host, ({ screen }) => screen),
  'the guests of an event without attendees': open(owner, ({ event }) => `/dashboard/EventGuests/${event}`),
  'new links of guests': async (page) => {
    const { screen } = await host(page)
    await page.goto(screen)
    await page.getByLabel('Choose Cem').check()
    await press(page, 'Make links')
    await page.getByText('They are shown only now').waitFor()
  },
  'an invitation with an answer': open(host, ({ answered }) => answered),
  'an invitation with a refused answer': async (page) => {
    await page.goto((await host(page)).open)
    await page.getByLabel('Vegan').evaluate((box) => box.setAttribute('value', 'Tofu'))
    await page.getByLabel('Yes').check()
    await page.locator('summary', { hasText: 'Allergies and diet' }).click()
    await page.getByLabel('Vegan').check()
    await press(page, 'Send answer')
    await page.getByText('Please check one field').waitFor()
  },
  'edit event': open(owner, ({ event }) => `/dashboard/EditEvent/${event}`),
  'quick find with its results': open(owner, '/dashboard/Find?q=Wolfe'),
  'quick find without results': open(newcomer, '/dashboard/Find?q=nobody'),
  'quick find with its suggestions': async (page) => {
    await owner(page)
    await page.goto('/dashboard/profile')
    await settled(page)
    await page.keyboard.press('/')
    await page.keyboard.type('wolfe')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
  },
  'profile with an address that is not confirmed': async (page) => {
    await signIn(page)
    const Email = `${crypto.randomUUID()}-${longName.slice(0, 20)}@a-long-name-of-a-company.example.com`
    await call(page, 'PATCH', '/api/v1/users/update-user', { Email })
    await page.goto('/dashboard/profile')
    await page.getByText('Not confirmed yet').waitFor()
  },
  'the reminders': open(newcomer, '/dashboard/reminders'),
  'refused reminders': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/reminders')
    await page.getByLabel('Days ahead').evaluate((select) => {
      for (const option of select.querySelectorAll('option')) option.value = '2'
    })
    await press(page, 'Submit')
    await page.getByText('Please check one field').waitFor()
  },
  'the developers without tokens': open(newcomer, '/dashboard/developers'),
  'a new API token beside others': async (page) => {
    await signIn(page)
    const token = { name: longName, scope: 'write' }
    await call(page, 'POST', '/api/v1/tokens', { ...token, name: longName.repeat(2).slice(0, 100) })
    await call(page, 'POST', '/api/v1/tokens', { ...token, expiresAt: '2099-12-31' })
    await page.goto('/dashboard/developers')
    await makeToken(page, 'Backup script')
    await page.getByText('It is shown only now').waitFor()
  },
  'the developers, asked for the password again': async (page) => {
    await call(page, 'POST', '/api/v1/auth/login', await signIn(page))
    await page.goto('/dashboard/developers')
    await makeToken(page, 'Backup script')
    await page.getByText('Enter your password to go on').first().waitFor()
  },
  'the security with programs that have access': async (page) => {
    await signIn(page)
    await call(page, 'POST', '/api/v1/tokens', { name: longName.repeat(2).slice(0, 100), scope: 'read' })
    await call(page, 'POST', '/api/v1/feeds', { kind: 'dates' })
    await page.goto('/dashboard/security')
  },
  'the profile, asked for the password again': async (page) => {
    await call(page, 'POST', '/api/v1/auth/login', await signIn(page))
    await page.goto('/dashboard/profile')
    await page.getByLabel('Email').fill('other@example.net')
    await press(page, 'Submit')
    await page.getByText('Enter your password to go on').first().waitFor()
  },
  'a refused API token': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/developers')
    await makeToken(page, ' ')
    await page.getByText('Please check one field').waitFor()
  },
  'the empty list of devices': open(newcomer, '/dashboard/devices'),
  'a new device beside another': async (page) => {
    await signIn(page)
    await call(page, 'POST', '/api/v1/devices', { name: longName.repeat(2).slice(0, 100) })
    await page.goto('/dashboard/developers')
    await openForm(page, 'New device')
    await page.locator('form#device').getByLabel('Name').fill(longName)
    await press(page, 'Make an app password')
    await page.getByText('It is shown only now').waitFor()
    for (const steps of await page.locator('.device-steps summary').all()) await steps.click()
  },
  'a refused device': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/developers')
    await openForm(page, 'New device')
    await page.locator('form#device').getByLabel('Name').fill(' ')
    await press(page, 'Make an app password')
    await page.getByText('Please check one field').waitFor()
  },
  'a device with changes and held deletions': async (page) => {
    await busyPhone(page)
    await page.goto('/dashboard/devices')
    await page.getByText('Take back what').click()
  },
  'the history of a device': async (page) => {
    await busyPhone(page)
    await page.goto('/dashboard/devices')
    await page.getByRole('link', { name: /added$/ }).click()
    await page.getByText(`What ${longName} changed`).waitFor()
  },
  'Today with held deletions': async (page) => {
    await busyPhone(page)
    await page.goto('/dashboard/Today')
  },
  'what was kept of a device': async (page) => {
    const bud = await busyPhone(page)
    await call(page, 'PATCH', `/api/v1/buds/${bud}`, { Firstname: longName })
    await page.goto('/dashboard/devices')
    await page.getByText('Take back what').click()
    await press(page, 'Today')
    await press(page, 'Take back')
    await page.getByText('it was changed since').waitFor()
  },
  'the security': open(newcomer, '/dashboard/security'),
  'a refused password': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/security')
    await fill(page, { 'Current password': 'not the password', 'New password': 'password123' })
    await press(page, 'Change password')
    await page.getByText('This password is too common').first().waitFor()
  },
  'the sessions of several devices': async (page) => {
    const login = await signIn(page)
    await page.context().clearCookies()
    await call(page, 'POST', '/api/v1/auth/login', login)
    await page.goto('/dashboard/security')
    await page.getByText('Sign out everywhere else').waitFor()
  },
  'the setup of a second factor': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/security')
    await fill(page, { 'Your password': password })
    await press(page, 'Set up')
    await page.getByText('Scan this').waitFor()
  },
  'new recovery codes': async (page) => {
    await signIn(page)
    await withSecondFactor(page)
    await page.goto('/dashboard/security')
    await fill(page, { 'Your password': password })
    await press(page, 'New recovery codes')
    await page.getByText('they are not shown again').waitFor()
  },
  'a refused code of a login': async (page) => {
    const { Email } = await signIn(page)
    await withSecondFactor(page)
    await page.context().clearCookies()
    await page.goto('/login')
    await fill(page, { Email, Password: password })
    await press(page, 'Submit')
    await page.getByLabel('Code').fill('12')
    await press(page, 'Submit')
    await page.getByText('This code is wrong').waitFor()
  },
  'a new calendar feed': async (page) => {
    await signIn(page)
    await call(page, 'POST', '/api/v1/feeds', { kind: 'dates', names: true })
    await page.goto('/dashboard/developers')
    await openForm(page, 'New feed')
    await press(page, 'Make a feed')
    await page.getByText('Your new feed').waitFor()
  },
  'a new webhook beside one that is switched off': async (page) => {
    await signIn(page)
    const gone = createServer((_request, response) => response.writeHead(410).end())
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/${longName.repeat(3)}`
    const { webhook } = await call(page, 'POST', '/api/v1/webhooks', {
      url,
      name: longName.repeat(2).slice(0, 100),
    })
    await call(page, 'POST', '/api/v1/webhooks', { url: `http://127.0.0.1:${port}/` })
    await call(page, 'POST', '/api/v1/buds', { Firstname: 'Grace' })
    const off = async () =>
      (await call(page, 'GET', '/api/v1/webhooks')).webhooks.every((one: Webhook) => one.offSince)
    await expect.poll(off).toBe(true)
    await call(page, 'POST', `/api/v1/webhooks/${webhook._id}/test`)
    gone.close()
    await page.goto('/dashboard/developers')
    await openForm(page, 'New webhook')
    await fill(page, { Address: 'https://hooks.example.com/budkeeper', 'Webhook name': 'Wiki' })
    await press(page, 'Add a webhook')
    await page.getByText('Your new webhook').waitFor()
    await page.getByText('Switched off on').first().waitFor()
  },
  'a refused webhook': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/developers')
    await openForm(page, 'New webhook')
    await fill(page, { Address: 'https://10.0.0.1/' })
    await press(page, 'Add a webhook')
    await page.getByText('Please check one field').waitFor()
  },
  'the deletion of an account': open(owner, '/dashboard/delete-account'),
  'a refused deletion of an account': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/delete-account')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await press(page, 'Delete account')
    await page.getByText('The password is wrong').first().waitFor()
  },
  'your data': open(newcomer, '/dashboard/data'),
  'the import': open(newcomer, '/dashboard/Import'),
  'a refused import': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/Import')
    await chooseFile(page, { name: 'a.csv', content: 'Name\n' })
    await page.getByText('The file has no record').waitFor()
  },
  'the dry run of an import': async (page) => {
    await newcomer(page)
    await call(page, 'POST', '/api/v1/buds', { Firstname: longName, emails: [{ value: 'ada@example.org' }] })
    await page.goto('/dashboard/Import')
    const content = `First name,Surname,E-mail,Birthday,${longName}\nAda,Lovelace,ada@example.org,4/5/1985,x\nCem,,,3/7/1990,y\n`
    await chooseFile(page, { name: `${longName}.csv`, content })
    await page.getByText('What would happen').waitFor()
    await page.locator('.mapping summary').click()
    for (const row of await page.locator('.import-rows summary').all()) await row.click()
  },
  'the access codes': open(registrar, '/dashboard/Admin'),
  'a search that finds no access code': open(signInAsAdmin, '/dashboard/Admin?search=nothing'),
  'the users': open(registrar, '/dashboard/Admin?tab=users'),
  'the settings': open(signInAsAdmin, '/dashboard/Admin?tab=settings'),
  'the list of posts': open(editor, '/dashboard/blog'),
  'edit post': open(editor, (id) => `/dashboard/blog/edit/${id}`),
  'the changes of the sanitiser': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/blog/new')
    const Content = `<h1 class="${longName}" onclick="run()">Paper</h1><script>1</script>`
    await fill(page, { Title: 'Letters', Excerpt: 'On paper.', Content })
    await press(page, 'Create Post')
    await page.getByText('The cleaned version').click()
  },
  'a refused post': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/blog/new')
    await fill(page, { Title: 'Letters' })
    await press(page, 'Create Post')
    await page.getByText('Please check 2 fields').waitFor()
  },
  'the empty list of posts': open(withoutPosts, '/dashboard/blog'),
}

test.each(Object.entries(screens))(
  '%s is accessible, no wider than the window, and shows the focus',
  async (_name, open) => {
    const page = await openPage()
    await open(page)
    await expectAccessible(page, async (...appearance) => {
      expect.soft(await controlsWithoutVisibleFocus(page), appearance.join()).toEqual([])
    })
    await expectToFit(page, [320, 400, 700, 768, 992, 1120, 1920])
  },
)

test('the pages of records are accessible before their scripts run', async () => {
  const page = await openPage()
  const { bud, changed, full } = await owner(page)
  await page.route('**/*.js', (route) => route.abort())
  for (const path of [`Bud/${bud}`, `Circle/${changed}`, `Event/${full}`]) {
    await page.goto(`/dashboard/${path}`)
    expect(await axeViolations(page), path).toEqual([])
  }
})

test('the titles of screens stand at one place', async () => {
  const page = await openPage()
  await owner(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const places = new Set<string>()
  for (const path of ['', '/Today', '/Calendar', '/AddBud', '/tags', '/duplicates', '/Import', '/profile']) {
    await page.goto(`/dashboard${path}`)
    const title = page.getByRole('heading', { level: 1 })
    places.add(
      await title.evaluate((h1) => {
        const words = document.createRange()
        words.selectNodeContents(h1)
        const { left, top } = words.getBoundingClientRect()
        return [left, top].map(Math.round).join()
      }),
    )
  }
  expect([...places]).toHaveLength(1)
})

test('a select has an arrow in forced colours, which drop the one that is drawn', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/AddEvent')
  const arrow = () =>
    page.getByLabel('Event type').evaluate((select) => {
      const { appearance, backgroundImage } = getComputedStyle(select)
      return appearance !== 'none' || backgroundImage !== 'none'
    })
  expect(await arrow()).toBe(true)
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await arrow()).toBe(true)
})
