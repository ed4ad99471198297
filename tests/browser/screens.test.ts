import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  axeViolations,
  call,
  overflow,
  password,
  signIn,
  signInAsAdmin,
  themes,
  widths,
  withBrowser,
} from '../support/browser'
import { unseenFocus } from '../support/focus'

const { openPage } = withBrowser()

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh'

async function withBuds(page: Page) {
  await signIn(page)
  const buds = []
  for (let n = 0; n < 27; n++) {
    const Surname = n === 26 ? longName : `Number ${n}`
    const { bud } = await call(page, 'POST', '/api/v1/buds', {
      Firstname: 'Grace',
      Surname,
      Nickname: 'Amazing',
      Occupation: 'Rear admiral of the lower half',
      Location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      Budtype: ['Friend', 'Family', 'Work', 'Client', 'Other'][n % 5],
      hobbies: ['Chess', 'Reading', 'Yoga'],
      customFields: [{ name: 'Ship', value: 'Hopper' }],
    })
    buds.push(bud)
  }
  return buds.at(-1)._id as string
}

/** Buds with shared options, and circles and events with every field filled in. */
async function withGatherings(page: Page) {
  await withBuds(page)
  const { buds } = await call(page, 'GET', '/api/v1/buds?limit=100')
  const selectedBuds = buds.slice(0, 14).map(({ _id }: { _id: string }) => _id)
  const texts = { Description: `A word\n${'and another '.repeat(30)}`, Location: longName, selectedBuds }
  const milestones = [
    { date: '2026-11-20', description: 'First meeting' },
    { date: '', description: longName },
  ]
  for (const Circletype of ['Friends', 'Family', 'Work', 'Clients', 'Other']) {
    await call(page, 'POST', '/api/v1/circles', {
      ...texts,
      Name: longName,
      Shortname: 'Long',
      Circletype,
      milestones,
    })
  }
  const { circle } = await call(page, 'POST', '/api/v1/circles', { Name: 'Empty' })
  const times = { startDate: '2026-11-20T19:00', endDate: '2026-11-22T23:00' }
  for (const Eventtype of ['Social', 'Client', 'Colleagues', 'Other']) {
    await call(page, 'POST', '/api/v1/events', { ...texts, ...times, Name: longName, Eventtype })
  }
  const { event } = await call(page, 'POST', '/api/v1/events', {
    ...times,
    Name: 'Alone',
    Location: 'Bath',
    Eventtype: 'Social',
  })
  const { circles } = await call(page, 'GET', '/api/v1/circles?sort=A-Z')
  return { circle: circles.at(-1)._id as string, empty: circle._id as string, event: event._id as string }
}

const article = {
  title: longName,
  excerpt: 'What helps to stay in touch, and what does not. '.repeat(4),
  content: '<h2>Paper</h2>\n<p>It waits.</p>',
  author: longName,
  tags: 'letters, paper',
  featuredImage: '/favicon.svg',
}

async function withPosts(page: Page) {
  await signInAsAdmin(page)
  for (let n = 0; n < 3; n++) {
    const post = { ...article, published: n > 0, featured: n > 1 }
    await call(page, 'POST', '/api/v1/blog/admin', post)
  }
  const { posts } = await call(page, 'GET', '/api/v1/blog/admin/all')
  return posts[0]._id as string
}

async function withoutPosts(page: Page) {
  await signInAsAdmin(page)
  const { posts } = await call(page, 'GET', '/api/v1/blog/admin/all')
  for (const { _id } of posts) await call(page, 'DELETE', `/api/v1/blog/admin/${_id}`)
}

/** Creates used and unused codes, and users with long names. Later tests see them too. */
async function withCodes(page: Page) {
  await signInAsAdmin(page)
  const { totalCodes } = await call(page, 'GET', '/api/v1/admin/access-codes?limit=1')
  for (let n = totalCodes; n < 60; n++) await call(page, 'POST', '/api/v1/admin/access-codes')
  const { code } = await call(page, 'POST', '/api/v1/admin/access-codes')
  await call(page, 'PATCH', '/api/v1/admin/settings', { requireAccessCode: true })
  await call(page, 'POST', '/api/v1/auth/register', {
    Firstname: longName,
    Surname: longName,
    Email: `${longName}-${crypto.randomUUID()}@example.com`,
    Password: password,
    accessCode: code,
  })
  await call(page, 'PATCH', '/api/v1/admin/settings', { requireAccessCode: false })
}

const longEmail = () => `${crypto.randomUUID()}-${longName.slice(0, 20)}@a-long-name-of-a-company.example.com`

/** Opens a screen before its scripts have loaded. */
async function withoutScripts(page: Page, path: string) {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(path)
}

/** Opens each screen. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  'the landing page': (page) => page.goto('/'),
  register: (page) => page.goto('/register'),
  login: (page) => page.goto('/login'),
  'the rest of the landing page': async (page) => {
    await page.goto('/#testimonials')
    await page.mouse.wheel(0, 20_000)
    await page.getByRole('button', { name: 'Back to top' }).waitFor()
  },
  terms: (page) => page.goto('/terms'),
  'privacy policy': (page) => page.goto('/privacy-policy'),
  about: (page) => page.goto('/about'),
  contact: (page) => page.goto('/contact'),
  'a message that was sent': (page) => page.goto('/contact?sent'),
  'a refused message': async (page) => {
    await page.goto('/contact?about=enterprise')
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Message').fill('Hello')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText('That was quick').waitFor()
  },
  'forgot password': (page) => page.goto('/forgot-password'),
  'reset password': (page) => page.goto('/reset-password/some-token'),
  'terms before its scripts': (page) => withoutScripts(page, '/terms'),
  'register before its scripts': (page) => withoutScripts(page, '/register'),
  'forgot password before its scripts': (page) => withoutScripts(page, '/forgot-password'),
  'reset password before its scripts': (page) => withoutScripts(page, '/reset-password/some-token'),
  'a missing page': (page) => page.goto('/no-such-page'),
  'a refused login': async (page) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Invalid credentials').first().waitFor()
  },
  'the empty list': async (page) => {
    await signIn(page)
    await page.goto('/dashboard')
  },
  'a full list with its search': async (page) => {
    await withBuds(page)
    await page.goto('/dashboard?page=2&search=Number&sort=oldestFirst')
  },
  'the delete dialog': async (page) => {
    const id = await withBuds(page)
    await page.goto(`/dashboard?delete=${id}`)
    await page.getByRole('dialog').waitFor()
  },
  'add bud': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/AddBud')
    await page.getByRole('combobox', { name: 'Origination' }).waitFor()
  },
  'edit bud': async (page) => {
    const id = await withBuds(page)
    await page.goto(`/dashboard/EditBud/${id}`)
    await page.getByRole('combobox', { name: 'Origination' }).waitFor()
  },
  'the empty list of circles': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/AllCircles')
  },
  'a full list of circles': async (page) => {
    await withGatherings(page)
    await page.goto('/dashboard/AllCircles?search=e')
  },
  'the delete dialog of a circle': async (page) => {
    const { circle } = await withGatherings(page)
    await page.goto(`/dashboard/AllCircles?delete=${circle}`)
    await page.getByRole('dialog').waitFor()
  },
  'add circle': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/AddCircle')
    await page.getByRole('combobox', { name: 'Buds' }).waitFor()
  },
  'edit circle': async (page) => {
    const { circle } = await withGatherings(page)
    await page.goto(`/dashboard/EditCircle/${circle}`)
    await page.getByText('14 in common').first().waitFor()
  },
  'a circle changed by another client': async (page) => {
    const { circle } = await withGatherings(page)
    await page.goto(`/dashboard/EditCircle/${circle}`)
    await call(page, 'PATCH', `/api/v1/circles/${circle}`, { Location: 'Leeds', selectedBuds: [] })
    await page.getByLabel('Location').fill('York')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Saved now: Leeds').first().waitFor()
  },
  'the empty list of events': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/AllEvents')
  },
  'a full list of events': async (page) => {
    await withGatherings(page)
    await page.goto('/dashboard/AllEvents')
  },
  'add event': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/AddEvent')
    await page.getByRole('combobox', { name: 'Buds' }).waitFor()
  },
  'a refused event': async (page) => {
    await signIn(page)
    await page.goto('/dashboard/AddEvent?startDate=2026-11-20T19:00&endDate=2026-11-20T18:00')
    await page.getByLabel('Name').fill(' ')
    await page.getByLabel('Location').fill(' ')
    await page.getByLabel('Event type').selectOption('Social')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Please provide all required fields').first().waitFor()
  },
  'edit event': async (page) => {
    const { event } = await withGatherings(page)
    await page.goto(`/dashboard/EditEvent/${event}`)
    await page.getByRole('combobox', { name: 'Buds' }).waitFor()
  },
  profile: async (page) => {
    await signIn(page)
    await page.goto('/dashboard/profile')
  },
  'profile with an address that is not confirmed': async (page) => {
    await signIn(page)
    await call(page, 'PATCH', '/api/v1/users/update-user', { Email: longEmail() })
    await page.goto('/dashboard/profile')
    await page.getByText('Not confirmed yet').waitFor()
  },
  'the access codes': async (page) => {
    await withCodes(page)
    await page.goto('/dashboard/Admin')
  },
  'a search for no access code': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/Admin?search=nothing')
  },
  'the users': async (page) => {
    await withCodes(page)
    await page.goto('/dashboard/Admin?tab=users')
  },
  'a search of users': async (page) => {
    await withCodes(page)
    await page.goto('/dashboard/Admin?tab=users&search=wolfe')
  },
  'the settings': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/Admin?tab=settings')
  },
  'the list of posts': async (page) => {
    await withPosts(page)
    await page.goto('/dashboard/blog')
  },
  'the empty list of posts': async (page) => {
    await withoutPosts(page)
    await page.goto('/dashboard/blog')
  },
  'the dialog to delete a post': async (page) => {
    const id = await withPosts(page)
    await page.goto(`/dashboard/blog?delete=${id}`)
    await page.getByRole('dialog').waitFor()
  },
  'new post': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/blog/new')
  },
  'edit post': async (page) => {
    const id = await withPosts(page)
    await page.goto(`/dashboard/blog/edit/${id}`)
  },
  'the changes of the sanitiser': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/blog/new')
    await page.getByLabel('Title').fill('Letters')
    await page.getByLabel('Excerpt').fill('On paper.')
    await page
      .getByLabel('Content')
      .fill(`<h1 class="${longName}" onclick="run()">Paper</h1><script>1</script>`)
    await page.getByRole('button', { name: 'Create Post' }).click()
    await page.getByText('The cleaned version').click()
  },
  'a refused post': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/blog/new')
    await page.getByLabel('Title').fill('Letters')
    await page.getByRole('button', { name: 'Create Post' }).click()
    await page.getByText('Please check 2 fields').waitFor()
  },
}

const settings = (['desktop', 'phone'] as const).flatMap((width) => themes.map((theme) => ({ width, theme })))

test.each(Object.keys(screens))('%s is accessible, fits and shows the focus', async (name) => {
  const page = await openPage()
  await screens[name]?.(page)
  await page.waitForLoadState('networkidle')
  for (const { width, theme } of settings) {
    await page.setViewportSize({ width: widths[width], height: 800 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    // At other scroll positions a sticky bar may cover half of a control.
    await page.evaluate(() => scrollTo(0, 0))
    expect.soft(await axeViolations(page), `${width}, ${theme}`).toEqual([])
    expect.soft(await overflow(page), `${width}, ${theme}`).toBeLessThanOrEqual(0)
    expect.soft(await unseenFocus(page), `${width}, ${theme}`).toEqual([])
  }
})

test.each([320, 400, 768, 992, 1120, 1920])('every screen fits %d pixels', async (width) => {
  const page = await openPage()
  await page.setViewportSize({ width, height: 800 })
  for (const name of [
    'the landing page',
    'terms',
    'privacy policy',
    'contact',
    'register',
    'a full list with its search',
    'add bud',
    'a full list of circles',
    'edit circle',
    'a full list of events',
    'profile',
    'profile with an address that is not confirmed',
    'the access codes',
    'the users',
    'the settings',
    'the list of posts',
    'edit post',
  ]) {
    await page.context().clearCookies()
    await screens[name]?.(page)
    expect(await overflow(page), name).toBeLessThanOrEqual(0)
  }
})
