import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withBrowser } from '../support/browser'

const { openPage } = withBrowser()

const kept = ['/', '/about', '/privacy-policy', '/blog', '/blog?page=2', '/blog/ten-minutes-a-week']
const others = ['/blog/no-such-post', '/no-such-page', '/terms', '/contact', '/register', '/login']

/** What the content security policy keeps from the page, from its start on. */
async function listen(page: Page) {
  const heard: string[] = []
  await page.exposeFunction('tell', (what: string) => void heard.push(what))
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (globalThis as unknown as { tell: (what: string) => void }).tell(`${violatedDirective} ${blockedURI}`),
    ),
  )
  return heard
}

test.each([...kept, ...others])('%s: the policy blocks nothing of the page', async (path) => {
  const page = await openPage({ motion: true })
  const heard = await listen(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.mouse.wheel(0, 3_000)
  expect(await page.locator('html').getAttribute('class')).toContain('js')
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Figtree')
  expect(heard).toEqual([])
})

test('on a kept page it does block what is not named', async () => {
  const page = await openPage()
  const heard = await listen(page)
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
    .poll(() => heard.map((one) => one.split(' ')[0]).sort())
    .toEqual(['script-src-attr', 'script-src-elem', 'style-src-attr', 'style-src-elem'])
  expect(await page.title()).not.toBe('run')
})
