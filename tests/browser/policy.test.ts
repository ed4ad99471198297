import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

/** The violations of the content security policy from the start of the page. */
async function collectViolations(page: Page) {
  const violations: string[] = []
  await page.exposeFunction('tell', (what: string) => void violations.push(what))
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (globalThis as unknown as { tell: (what: string) => void }).tell(`${violatedDirective} ${blockedURI}`),
    ),
  )
  return violations
}

test('the policy blocks nothing of a page, cached or not', async () => {
  const page = await openPage({ motion: true })
  const violations = await collectViolations(page)
  const cached = ['/', '/about', '/privacy-policy', '/blog', '/blog?page=2', '/blog/ten-minutes-a-week']
  const others = ['/blog/no-such-post', '/no-such-page', '/terms', '/contact', '/register', '/login']
  for (const path of [...cached, ...others]) {
    await page.goto(path)
    await settled(page)
    await page.mouse.wheel(0, 3_000)
    expect(await page.locator('html').getAttribute('class'), path).toContain('js')
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily), path).toContain('Figtree')
    expect(violations, path).toEqual([])
  }
})

test('on a cached page the policy blocks scripts and styles without a nonce or hash', async () => {
  const page = await openPage()
  const violations = await collectViolations(page)
  page.removeAllListeners('console')
  await page.goto('/about')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "run"'
    document.body.append(script)
    document.body.insertAdjacentHTML(
      'beforeend',
      '<p style="color: red" onclick="1">text</p><style>p {}</style>',
    )
  })
  await expect
    .poll(() => violations.map((one) => one.split(' ')[0]).sort())
    .toEqual(['script-src-attr', 'script-src-elem', 'style-src-attr', 'style-src-elem'])
  expect(await page.title()).not.toBe('run')
})
