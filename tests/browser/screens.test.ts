import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  account,
  call,
  expectAccessible,
  expectToFit,
  newDatabase,
  password,
  signIn,
  signInAsAdmin,
  withBrowser,
} from '../support/browser'
import { unseenFocus } from '../support/focus'

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
      customFields: [{ name: 'Ship', value: 'Hopper' }],
    })
    buds.push(bud._id)
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
  for (const Eventtype of ['Social', 'Client', 'Colleagues', 'Other']) {
    await call(page, 'POST', '/api/v1/events', { ...long, ...times, Eventtype })
  }
  const alone = { ...times, Name: 'Alone', Location: 'Bath', Eventtype: 'Social' }
  const { event } = await call(page, 'POST', '/api/v1/events', alone)
  return { bud: buds.at(-1), circle: circles[0], changed: circles[1], event: event._id as string }
})

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
  for (let n = 0; n < 61; n++) codes.push(await call(page, 'POST', '/api/v1/admin/access-codes'))
  await call(page, 'PATCH', '/api/v1/admin/settings', { requireAccessCode: true })
  await call(page, 'POST', '/api/v1/auth/register', {
    Firstname: longName,
    Surname: longName,
    Email: `${longName}-${crypto.randomUUID()}@example.com`,
    Password: password,
    accessCode: codes[60].code,
  })
  await call(page, 'PATCH', '/api/v1/admin/settings', { requireAccessCode: false })
}, signInAsAdmin)

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
    await newcomer(page)
    await page.goto('/dashboard')
  },
  'a full list with its search': async (page) => {
    await owner(page)
    await page.goto('/dashboard?page=2&search=Number&sort=oldestFirst')
  },
  'the delete dialog': async (page) => {
    const { bud } = await owner(page)
    await page.goto(`/dashboard?delete=${bud}`)
    await page.getByRole('dialog').waitFor()
  },
  'add bud': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/AddBud')
    await page.getByRole('combobox', { name: 'Origination' }).waitFor()
  },
  'edit bud': async (page) => {
    const { bud } = await owner(page)
    await page.goto(`/dashboard/EditBud/${bud}`)
    await page.getByRole('combobox', { name: 'Origination' }).waitFor()
  },
  'the empty list of circles': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/AllCircles')
  },
  'a full list of circles': async (page) => {
    await owner(page)
    await page.goto('/dashboard/AllCircles?search=e')
  },
  'the delete dialog of a circle': async (page) => {
    const { circle } = await owner(page)
    await page.goto(`/dashboard/AllCircles?delete=${circle}`)
    await page.getByRole('dialog').waitFor()
  },
  'add circle': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/AddCircle')
    await page.getByRole('combobox', { name: 'Buds' }).waitFor()
  },
  'edit circle': async (page) => {
    const { circle } = await owner(page)
    await page.goto(`/dashboard/EditCircle/${circle}`)
    await page.getByText('14 in common').first().waitFor()
  },
  'a circle changed by another client': async (page) => {
    const { changed } = await owner(page)
    await page.goto(`/dashboard/EditCircle/${changed}`)
    await call(page, 'PATCH', `/api/v1/circles/${changed}`, { Location: 'Leeds', selectedBuds: [] })
    await page.getByLabel('Location').fill('York')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Saved now: Leeds').first().waitFor()
  },
  'the empty list of events': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/AllEvents')
  },
  'a full list of events': async (page) => {
    await owner(page)
    await page.goto('/dashboard/AllEvents')
  },
  'add event': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/AddEvent')
    await page.getByRole('combobox', { name: 'Buds' }).waitFor()
  },
  'a refused event': async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/AddEvent?startDate=2026-11-20T19:00&endDate=2026-11-20T18:00')
    await page.getByLabel('Name').fill(' ')
    await page.getByLabel('Location').fill(' ')
    await page.getByLabel('Event type').selectOption('Social')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Please provide all required fields').first().waitFor()
  },
  'edit event': async (page) => {
    const { event } = await owner(page)
    await page.goto(`/dashboard/EditEvent/${event}`)
    await page.getByRole('combobox', { name: 'Buds' }).waitFor()
  },
  profile: async (page) => {
    await newcomer(page)
    await page.goto('/dashboard/profile')
  },
  'profile with an address that is not confirmed': async (page) => {
    await signIn(page)
    await call(page, 'PATCH', '/api/v1/users/update-user', { Email: longEmail() })
    await page.goto('/dashboard/profile')
    await page.getByText('Not confirmed yet').waitFor()
  },
  'the access codes': async (page) => {
    await registrar(page)
    await page.goto('/dashboard/Admin')
  },
  'a search that finds no access code': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/Admin?search=nothing')
  },
  'the users': async (page) => {
    await registrar(page)
    await page.goto('/dashboard/Admin?tab=users')
  },
  'a search of users': async (page) => {
    await registrar(page)
    await page.goto('/dashboard/Admin?tab=users&search=wolfe')
  },
  'the settings': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/Admin?tab=settings')
  },
  'the list of posts': async (page) => {
    await editor(page)
    await page.goto('/dashboard/blog')
  },
  'the dialog to delete a post': async (page) => {
    const id = await editor(page)
    await page.goto(`/dashboard/blog?delete=${id}`)
    await page.getByRole('dialog').waitFor()
  },
  'new post': async (page) => {
    await signInAsAdmin(page)
    await page.goto('/dashboard/blog/new')
  },
  'edit post': async (page) => {
    const id = await editor(page)
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
  'the empty list of posts': async (page) => {
    await withoutPosts(page)
    await page.goto('/dashboard/blog')
  },
}

test.each(Object.entries(screens))('%s is accessible, fits and shows the focus', async (_name, open) => {
  const page = await openPage()
  await open(page)
  await expectAccessible(page, async (...appearance) => {
    expect.soft(await unseenFocus(page), appearance.join()).toEqual([])
  })
  await expectToFit(page, [320, 400, 768, 992, 1120, 1920])
})
