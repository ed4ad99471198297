import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { price, trialDays } from '~/billing/plan'
import { purgePages } from '~/http/page-cache.server'
import { createClient, visibleText } from '../support/client'
import { isRemote } from '../support/database'
import { signedIn } from '../support/factories'
import { storePosts } from '../support/posts'
import { paths } from '../support/routes'

const ttl = isRemote ? 0 : 10
const publicPaths = ['/', '/privacy-policy', '/about', '/robots.txt', '/sitemap.xml']
const pages = ['/', '/privacy-policy', '/about']

const get = (path: string, headers: Record<string, string> = {}) =>
  createClient().send('GET', path, { headers })

describe.each(publicPaths)('%s is public', (path) => {
  test('shared caches may store it, browsers revalidate it', async () => {
    const { headers } = await get(path)
    expect(headers.get('Cache-Control')).toBe(`public, max-age=0, s-maxage=${ttl}`)
    expect(headers.get('CDN-Cache-Control')).toBe(
      `public, max-age=${ttl}, stale-while-revalidate=${6 * ttl}, stale-if-error=3600`,
    )
    expect(headers.get('Vary')).toContain('Accept-Encoding')
    expect(headers.getSetCookie()).toEqual([])
  })

  test.each(['identity', 'gzip', 'br'])(
    'the encoding %s has its own strong ETag, and responds 304 to it',
    async (encoding) => {
      const response = await get(path, { 'Accept-Encoding': encoding })
      const etag = response.headers.get('ETag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      expect(response.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding)
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await get(path, { 'Accept-Encoding': encoding, 'If-None-Match': tag })
        expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', etag])
        expect(again.headers.get('Cache-Control')).toContain('s-maxage')
      }
      const other = encoding === 'br' ? 'gzip' : 'br'
      expect((await get(path, { 'Accept-Encoding': other, 'If-None-Match': etag })).status).toBe(200)
    },
  )

  test('HEAD returns only the headers', async () => {
    const response = await createClient().send('HEAD', path)
    expect([response.status, response.text]).toEqual([200, ''])
    expect(Number(response.headers.get('Content-Length'))).toBeGreaterThan(50)
  })
})

describe.each(pages)('%s is static', (path) => {
  test('only files of this site and the inline script with its hash in the policy run', async () => {
    const { headers, text } = await get(path)
    const policy = headers.get('Content-Security-Policy') ?? ''
    const inline = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
    expect(inline).toHaveLength(1)
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${hashOf(inline[0] ?? '')}`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|nonce|https:\/\/|strict-dynamic/)
    expect(text).not.toMatch(/nonce|<[^>]+\son\w+=/)
    for (const [, src] of text.matchAll(/<script[^>]+src="([^"]*)"/g)) expect(src).toMatch(/^\//)
  })

  test('it has metadata for search engines and social networks', async () => {
    const { text } = await get(path)
    const origin = process.env.APP_URL
    expect(text).toMatch(/<title>[^<]*Budkeeper[^<]*<\/title>/)
    expect(text).toMatch(/<meta name="description" content="[^"]{40,160}"/)
    expect(text).toContain(`<link rel="canonical" href="${origin}${path}"/>`)
    expect(text).toContain(`<meta property="og:url" content="${origin}${path}"/>`)
    expect(text).toContain(`<meta property="og:image" content="${origin}/social.png"/>`)
    expect(text).not.toContain('noindex')
  })
})

function hashOf(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

test('a page with a toast is rendered per request and not cached', async () => {
  const client = createClient()
  await client.submit('/logout', {})
  const withToast = await client.visit('/')
  expect(visibleText(withToast)).toContain('Logged out successfully')
  expect(withToast.headers.get('Cache-Control')).toBe('no-store')
  expect(withToast.headers.get('Content-Security-Policy')).toContain("'nonce-")
  expect(visibleText(await createClient().visit('/'))).not.toContain('Logged out successfully')
  expect(visibleText(await client.visit('/'))).not.toContain('Logged out successfully')
})

test('dashboard pages are not indexed', async () => {
  const user = await signedIn()
  for (const path of ['/dashboard', '/dashboard/AddBud', '/dashboard/Calendar', '/dashboard/profile']) {
    expect((await user.visit(path)).text).toContain('<meta name="robots" content="noindex"/>')
  }
})

test('robots.txt disallows private paths and names the sitemap', async () => {
  const { text, headers } = await get('/robots.txt')
  expect(headers.get('Content-Type')).toContain('text/plain')
  for (const path of ['/dashboard', '/api/', '/reset-password/', '/confirm-email/'])
    expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain(`Sitemap: ${process.env.APP_URL}/sitemap.xml`)
})

test('the sitemap lists existing public pages and no private ones', async () => {
  const { text, headers } = await get('/sitemap.xml')
  expect(headers.get('Content-Type')).toContain('xml')
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  const paths = listed.map((url) => url.replace(process.env.APP_URL ?? '', '') || '/')
  expect(paths).toEqual(expect.arrayContaining(['/', '/about', '/contact', '/terms', '/privacy-policy']))
  for (const path of paths) expect(path).not.toMatch(/dashboard|api|reset-password|confirm-email/)
})

test.skipIf(isRemote)('the sitemap lists published articles', async () => {
  await storePosts([{ slug: 'grüße-an-alle' }, { slug: 'still-a-draft', published: false }])
  purgePages()
  const { text } = await get('/sitemap.xml')
  expect(text).toContain(
    `<url><loc>${process.env.APP_URL}/blog/gr%C3%BC%C3%9Fe-an-alle</loc><lastmod>2026-01-01T`,
  )
  expect(text).not.toContain('still-a-draft')
})

describe('the landing page', () => {
  test('shows the price and the plan', async () => {
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
      'AI suggestions Coming soon',
      'Priority support',
      'Common Hobbies',
      'Common Preferences',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('has the three anchors, its links and, without JavaScript, three testimonials', async () => {
    const { text } = await get('/')
    for (const id of ['features', 'pricing', 'testimonials']) expect(text).toContain(`id="${id}"`)
    for (const to of [
      '/blog',
      '/login',
      '/register',
      '/privacy-policy',
      '/terms',
      '/about',
      '/contact?about=enterprise',
    ]) {
      expect(text).toContain(`href="${to}"`)
    }
    expect(text.match(/<blockquote>/g)).toHaveLength(3)
  })

  test.skipIf(isRemote)('its pictures have width and height, so that the layout does not shift', async () => {
    const { text } = await get('/')
    const pictures = text.match(/<img[^>]*>/g) ?? []
    expect(pictures.length).toBeGreaterThan(2)
    for (const picture of pictures)
      expect(picture).toMatch(/alt="[^"]+" width="\d+" height="\d+" loading="lazy"/)
  })
})

test.each([
  ['/privacy-policy', 'Last updated May 15, 2025', 15],
  ['/terms', 'Last updated May 2, 2025', 16],
])('%s: %s, in %d sections', async (path, updated, sections) => {
  const response = await get(path)
  expect(visibleText(response)).toContain(updated)
  expect(response.text.match(/<section id=/g)).toHaveLength(sections)
})

test('the privacy policy links to the landing page', async () => {
  expect((await get('/privacy-policy')).text).toMatch(/<a[^>]* href="\/">Back to Home<\/a>/)
})

test('without JavaScript /terms is a form that leads to /register with acceptance', async () => {
  const { text } = await get('/terms')
  const form = /<form[^>]*action="\/register"[\s\S]*?<\/form>/.exec(text)?.[0] ?? ''
  expect(form).toMatch(/<input[^>]*type="checkbox"[^>]*name="terms"[^>]*required[^>]*value="accepted"/)
  expect(form).toContain('I have read and accept the Terms and Conditions')
  expect(form).toMatch(/<button type="submit"(?![^>]*disabled)[^>]*>Accept/)
  expect(form).toMatch(/href="\/">Decline/)
  const { text: register } = await get('/register?terms=accepted')
  expect(register).toMatch(/<input[^>]*type="checkbox"[^>]*checked=""/)
})

test('every public page has a title and a description', async () => {
  const screens = paths.filter((path) => /^\/(register|login|forgot-password|terms|contact)$/.test(path))
  expect(screens.length).toBe(5)
  for (const path of screens) {
    const { text } = await get(path)
    expect(text).toMatch(/<meta name="description" content="[^"]{40,160}"/)
    expect(text).toContain(`<link rel="canonical" href="${process.env.APP_URL}${path}"/>`)
    expect(text).not.toContain('noindex')
  }
})
