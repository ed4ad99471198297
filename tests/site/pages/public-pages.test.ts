import { createHash } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { passwordMinimum } from '~/account/accounts/account'
import { monthlyPrice, price, trialDays } from '~/account/billing/plan'
import { readText } from '~/site/pages/texts.server'
import { createClient, visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { signedIn } from '../../support/factories'
import { paths } from '../../support/routes'

const ttl = isRemote ? 0 : 10
const origin = process.env.APP_URL
const staticPages = ['/', '/privacy-policy', '/about', '/developers']

const get = (path: string, headers: Record<string, string> = {}) =>
  createClient().send('GET', path, { headers })
/** The main part of a page. */
const mainOf = async (path: string) =>
  new JSDOM(/<main.*<\/main>/s.exec((await get(path)).text)?.[0] ?? '').window.document
const wordsOf = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe.each([...staticPages, '/robots.txt', '/sitemap.xml'])('%s is public', (path) => {
  test('shared caches may store it, browsers revalidate it, and HEAD returns only the headers', async () => {
    const { headers } = await get(path)
    expect(headers.get('Cache-Control')).toBe(`public, max-age=0, s-maxage=${ttl}`)
    expect(headers.get('CDN-Cache-Control')).toBe(
      `public, max-age=${ttl}, stale-while-revalidate=${6 * ttl}, stale-if-error=3600`,
    )
    expect(headers.get('Vary')).toContain('Accept-Encoding')
    expect(headers.getSetCookie()).toEqual([])
    const head = await createClient().send('HEAD', path)
    expect([head.status, head.text]).toEqual([200, ''])
    expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(50)
  })

  test('each encoding has its own strong ETag, and responds 304 to it', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { headers } = await get(path, { 'Accept-Encoding': encoding })
      const etag = headers.get('ETag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      expect(headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding)
      const again = await get(path, { 'Accept-Encoding': encoding, 'If-None-Match': etag })
      expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', etag])
      expect(again.headers.get('Cache-Control')).toContain('s-maxage')
      const other = encoding === 'br' ? 'gzip' : 'br'
      expect((await get(path, { 'Accept-Encoding': other, 'If-None-Match': etag })).status).toBe(200)
    }
  })
})

test.each(staticPages)(
  '%s runs only files of this site and the inline script with its hash in the policy',
  async (path) => {
    const { headers, text } = await get(path)
    const policy = headers.get('Content-Security-Policy') ?? ''
    const inline = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
    expect(inline).toHaveLength(1)
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${hashOf(inline[0] ?? '')}`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|nonce|https:\/\/|strict-dynamic/)
    expect(text).not.toMatch(/nonce|<[^>]+\son\w+=/)
    for (const [, src] of text.matchAll(/<script[^>]+src="([^"]*)"/g)) expect(src).toMatch(/^\//)
  },
)

test('every public page has metadata for search engines and social networks', async () => {
  for (const path of [...staticPages, '/register', '/login', '/forgot-password', '/terms', '/contact']) {
    const { text } = await get(path)
    expect(text).toMatch(/<title>[^<]*Budkeeper[^<]*<\/title>/)
    expect(text).toMatch(/<meta name="description" content="[^"]{40,160}"/)
    expect(text).toContain(`<link rel="canonical" href="${origin}${path}"/>`)
    expect(text).toContain(`<meta property="og:url" content="${origin}${path}"/>`)
    expect(text).toContain(`<meta property="og:image" content="${origin}/social.png"/>`)
    expect(text).not.toContain('noindex')
  }
})

test('a page with a toast is rendered per request and not cached', async () => {
  const client = createClient()
  await client.submit('/logout', {})
  const withToast = await client.visit('/')
  expect(visibleText(withToast)).toContain('Logged out successfully')
  expect(withToast.headers.get('Cache-Control')).toBe('no-store')
  expect(withToast.headers.get('Content-Security-Policy')).toContain("'nonce-")
  for (const other of [createClient(), client]) {
    expect(visibleText(await other.visit('/'))).not.toContain('Logged out successfully')
  }
})

test('dashboard pages are not indexed', async () => {
  const user = await signedIn()
  for (const path of ['/dashboard', '/dashboard/AddBud', '/dashboard/Calendar', '/dashboard/profile']) {
    expect((await user.visit(path)).text).toContain('<meta name="robots" content="noindex"/>')
  }
})

test('robots.txt disallows private paths and names the sitemap, which lists public pages only', async () => {
  const robots = await get('/robots.txt')
  expect(robots.headers.get('Content-Type')).toContain('text/plain')
  const privatePaths = [
    '/dashboard',
    '/api/',
    ...[
      '/reset-password/',
      '/confirm-email/',
      '/verify-email/',
      '/keep-email/',
      '/unsubscribe/',
      '/rsvp/',
      '/update/',
      '/feeds/',
    ],
  ]
  for (const path of privatePaths) expect(robots.text).toContain(`Disallow: ${path}\n`)
  expect(robots.text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.headers.get('Content-Type')).toContain('xml')
  for (const path of ['/', '/about', '/contact', '/terms', '/privacy-policy']) {
    expect(sitemap.text).toContain(`<loc>${origin}${path}</loc>`)
  }
  for (const path of privatePaths) expect(sitemap.text).not.toContain(origin + path)
})

describe('the landing page', () => {
  test('shows the buttons, the price and the plan, with only the AI suggestions marked as coming soon', async () => {
    const text = visibleText(await get('/'))
    for (const words of [
      'Get Started Free',
      'Login',
      price,
      `${trialDays}-day free trial`,
      'Unlimited buds',
      'Advanced circle management',
      'Unlimited events',
      'Custom fields',
      'Priority support',
    ]) {
      expect(text).toContain(words)
    }
    expect(text.match(/(\w+ \w+) Coming soon/g)).toEqual(Array(2).fill('AI suggestions Coming soon'))
  })

  test('has the three anchors, its links and, without JavaScript, three testimonials that are samples', async () => {
    const response = await get('/')
    for (const id of ['features', 'pricing', 'testimonials']) expect(response.text).toContain(`id="${id}"`)
    const sales = '/contact?about=enterprise'
    for (const to of ['/blog', '/login', '/register', '/privacy-policy', '/terms', '/about', sales]) {
      expect(response.text).toContain(`href="${to}"`)
    }
    expect(response.text.match(/<blockquote>/g)).toHaveLength(3)
    expect(visibleText(response)).toContain('Sample quotes')
  })

  test('shows two birdwatchers and three vegetarians, as its text says', async () => {
    const main = await mainOf('/')
    const text = 'the two birdwatchers sit together, and the menu suits the three vegetarians'
    expect(main.body.textContent).toContain(text)
    const shared = [...main.querySelectorAll('.shared-items li')].map(
      (li) => `${wordsOf(li.querySelector('.item'))}: ${wordsOf(li.querySelector('.count'))}`,
    )
    expect(shared).toContain('Bird Watching: 2 in common')
    expect(shared).toContain('Vegetarian: 3 in common')
  })

  test.skipIf(isRemote)('its pictures have width and height, so that the layout does not shift', async () => {
    const { text } = await get('/')
    const pictures = text.match(/<img[^>]*>/g) ?? []
    expect(pictures.length).toBeGreaterThan(2)
    for (const picture of pictures)
      expect(picture).toMatch(/alt="[^"]+" width="\d+" height="\d+" loading="lazy"/)
  })
})

describe.each([
  ['/terms', /Terms and Conditions Last updated May 2, 2025/, 16],
  ['/privacy-policy', /Privacy Policy Last updated May 15, 2025/, 15],
  ['/about', /About Budkeeper Budkeeper [^.]+\. What it is for/, 4],
])('%s', (path, beginning, count) => {
  test(`has its introduction and ${count} sections, each with a title, a unique id and text`, async () => {
    expect(visibleText(await get(path))).toMatch(beginning)
    const sections = [...(await mainOf(path)).querySelectorAll('section[id]')]
    expect(sections).toHaveLength(count)
    expect(new Set(sections.map((section) => wordsOf(section.querySelector('h2')))).size).toBe(count)
    expect(new Set(sections.map(({ id }) => id)).size).toBe(count)
    for (const { id, children } of sections) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      const [, ...body] = children
      expect(body.map(wordsOf).join(' ').split(' ').length).toBeGreaterThan(30)
    }
  })

  test('links to existing pages and sections', async () => {
    for (const link of (await mainOf(path)).querySelectorAll('section[id] a')) {
      const href = link.getAttribute('href') ?? ''
      if (href.startsWith('https://')) continue
      const [page = '', id] = href.split('#')
      expect(paths).toContain(page)
      if (id) expect((await mainOf(page)).getElementById(id)).toBeTruthy()
    }
  })
})

test('the terms and the privacy policy say what the specification requires', async () => {
  const both = ['people aged 18 or over', 'Contact data is visible only to its owner']
  for (const [path, phrases] of Object.entries({
    '/terms': [
      'governed by the law of England and Wales',
      `free trial of ${trialDays} days`,
      monthlyPrice,
      'nothing is deleted',
      `at least ${passwordMinimum} characters`,
    ],
    '/privacy-policy': [
      'argon2id',
      'Stripe',
      'Postmark',
      'no analytics, no advertising and no script of another company',
    ],
  })) {
    const text = wordsOf((await mainOf(path)).body)
    for (const phrase of [...both, ...phrases]) expect(text).toContain(phrase)
  }
})

test('the privacy policy lists which data is stored', async () => {
  const main = await mainOf('/privacy-policy')
  const facts = ['names', 'nicknames', 'relationship type', 'location', 'occupation', 'industry']
  const added = [
    'Added on November 24, 2026',
    'email addresses',
    'phone numbers',
    'postal addresses',
    'notes',
  ]
  const ofReminders = [
    'Reminders, added on November 24, 2026',
    ...['your time zone', 'settings of the digest', 'email address you have verified'],
    ...['link with which anybody', 'interactions', 'cadence', 'Postmark delivers the digest', '90 days'],
  ]
  for (const [id, phrases] of Object.entries({
    'your-account': ['first name', 'surname', 'email', 'password', 'location'],
    'your-buds': [...facts, 'hobbies', 'preferences', 'up to five custom fields'],
    'your-circles-and-events': ['name', 'description', 'member buds', 'attendees'],
    'your-rights': [
      'Calendar feeds, added on November 24, 2026',
      'Whoever has the address',
      'Guests of events, added on November 24, 2026',
      ...['how many people they bring', 'what they do not eat or drink', '30 days after the event'],
      'API tokens, added on November 24, 2026',
      'An assistant with a token (added on November 25, 2026)',
      ...['goes to the company that runs it', 'changes nothing until you accept it'],
      'Webhooks, added on November 25, 2026',
      ...added,
      ...ofReminders,
      'Sessions and the second factor, added on November 24, 2026',
      ...['the IP address from which you logged in', 'hashes of your recovery codes'],
      'Passkeys, added on November 25, 2026',
      ...['of each one we hold the public key, id, counter and name', 'never leave your device'],
      'photo',
      'history',
      'only you',
      'for 30 days',
      'for 90',
      'Erase',
    ],
    cookies: ['session', 'browser', 'newcomer', 'list-view', 'find-key', 'toast', 'darkTheme'],
  })) {
    const text = wordsOf(main.getElementById(id))
    for (const phrase of phrases) expect(text).toContain(phrase)
  }
})

test('the privacy policy links to the landing page', async () => {
  expect((await get('/privacy-policy')).text).toMatch(/<a[^>]* href="\/">Back to Home<\/a>/)
})

test('an unknown placeholder in a text is an error', () => {
  expect(() => readText('# Terms\n\n{{prize}} a month\n')).toThrow('Unknown placeholder {{prize}}')
})

test('without JavaScript /terms is a form that leads to /register with the terms accepted', async () => {
  const { text } = await get('/terms')
  const form = /<form[^>]*action="\/register"[\s\S]*?<\/form>/.exec(text)?.[0] ?? ''
  expect(form).toMatch(/<input[^>]*type="checkbox"[^>]*name="terms"[^>]*required[^>]*value="accepted"/)
  expect(form).toContain('I have read and accept the Terms and Conditions')
  expect(form).toMatch(/<button type="submit"(?![^>]*disabled)[^>]*>Accept/)
  expect(form).toMatch(/href="\/">Decline/)
  const register = await get('/register?terms=accepted')
  expect(register.text).toMatch(/<input[^>]*type="checkbox"[^>]*checked=""/)
})
