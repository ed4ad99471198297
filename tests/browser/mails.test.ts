import { describe, expect, test } from 'vitest'
import { mailSamples } from '~/jobs/mails.server'
import { expectAccessible, withBrowser } from '../support/browser'
import { withPort } from '../support/subscription-screen'

describe('/dev/mail', async () => {
  const { openPage } = withBrowser(await withPort({ NODE_ENV: 'development' }))

  test('shows styled mails', async () => {
    const page = await openPage()
    await page.goto('/dev/mail')
    await page.getByText('Your Budkeeper trial ends soon').click()
    const mail = page.frameLocator('iframe[title="Your Budkeeper trial ends soon, as HTML"]')
    const colours = { light: 'rgb(31, 102, 63)', dark: 'rgb(42, 116, 73)' }
    await expectAccessible(page, async (_width, theme) => {
      const colour = await mail
        .getByRole('link', { name: 'Subscribe Now' })
        .evaluate((link) => getComputedStyle(link).backgroundColor)
      expect(colour).toBe(colours[theme])
    })
  })
})

describe('every mail', () => {
  const { openPage } = withBrowser()

  test.each(Object.entries(mailSamples()))(
    '%s is accessible and no wider than the window',
    async (_kind, { HtmlBody }) => {
      const page = await openPage()
      await page.setContent(HtmlBody)
      await expectAccessible(page)
    },
  )
})
