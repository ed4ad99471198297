import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectToFit,
  newDatabase,
  pathOf,
  press,
  type Setting,
  settled,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser(newDatabase)

const article = '/blog/ten-minutes-a-week'
const shown = (page: Page) => page.locator('.post-cards h3').allInnerTexts()

test.each(['/blog', '/blog?page=2', '/blog?search=xyzzy', article, '/blog/no-such-post'])(
  '%s is accessible and no wider than the window',
  async (path) => {
    const page = await openPage()
    await page.goto(path)
    await expectAccessible(page)
    await expectToFit(page, [320, 750, 1119, 1120, 1920])
  },
)

test('a reader pages, filters, searches and opens an article', async () => {
  const page = await openPage()
  await page.goto('/blog')
  await page.getByRole('region', { name: 'Featured' }).getByRole('heading').waitFor()
  await page.getByRole('link', { name: 'Page 2' }).click()
  expect(pathOf(page)).toBe('/blog?page=2')
  expect(await shown(page)).toHaveLength(5)

  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'networking' }).click()
  expect(pathOf(page)).toBe('/blog?tag=networking')
  expect(await shown(page)).toContain('Introductions worth making')

  await page.getByRole('searchbox', { name: 'Search articles' }).fill('nuisance')
  await press(page, 'Search')
  expect(pathOf(page)).toBe('/blog?tag=networking&search=nuisance')
  expect(await shown(page)).toEqual(['After the conference: following up without being a nuisance'])

  await page.getByRole('link', { name: 'Read More' }).click()
  expect(pathOf(page)).toBe('/blog/following-up-after-a-conference')
  await page.getByRole('heading', { level: 1, name: 'After the conference' }).waitFor()
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'writing' }).click()
  expect(pathOf(page)).toBe('/blog?tag=writing')
})

describe('sharing', () => {
  /** Serves a placeholder instead of the social networks. */
  async function openWithNetworks(setting: Setting = {}, path = article) {
    const page = await openPage(setting)
    await page.context().route(/twitter|linkedin|facebook/, (route) => route.fulfill({ body: 'shared' }))
    await page.goto(path)
    await settled(page)
    return page
  }

  async function share(page: Page, network: string) {
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: network }).click()
    const popup = await opened
    await popup.waitForLoadState()
    return popup
  }

  test('Twitter, LinkedIn and Facebook open in a popup of 600x400', async () => {
    const page = await openWithNetworks()
    for (const [n, network] of ['Twitter', 'LinkedIn', 'Facebook'].entries()) {
      const popup = await share(page, network)
      expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 400])
      expect(decodeURIComponent(popup.url())).toContain(article)
      expect(pathOf(page)).toBe(article)
      expect(page.context().pages()).toHaveLength(n + 2)
    }
  })

  test('without JavaScript, or when popups are blocked, the browser follows the link', async () => {
    const page = await openWithNetworks({ javaScript: false })
    const tab = await share(page, 'Twitter')
    expect(tab.url()).toContain('text=Ten%20minutes%20a%20week')
    expect(pathOf(page)).toBe(article)
    const blocking = await openWithNetworks()
    await blocking.evaluate(() => {
      window.open = () => null
    })
    expect((await share(blocking, 'LinkedIn')).url()).toContain('linkedin.com')
  })

  test('works after navigation from a screen with React', async () => {
    const page = await openWithNetworks({}, '/login')
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, article)
    await page.getByRole('heading', { name: 'Share this article' }).waitFor()
    await settled(page)
    const popup = await share(page, 'Facebook')
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 400])
  })
})
