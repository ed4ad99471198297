import { describe, expect, test } from 'vitest'
import { mailSamples } from '~/mail/mail-kinds.server'
import { axeViolations, overflow, themes, widths, withBrowser } from '../support/browser'
import { isRemote } from '../support/database'
import { takePicture, withPort } from '../support/subscription-screen'

describe.skipIf(isRemote)('/dev/mail', async () => {
  const { openPage } = withBrowser(await withPort({ NODE_ENV: 'development' }))

  test.each(themes)('shows styled mails in the %s theme', async (theme) => {
    const page = await openPage({ theme })
    await page.goto('/dev/mail')
    await page.getByText('Your Budkeeper trial ends soon').click()
    const mail = page.frameLocator('iframe[title="Your Budkeeper trial ends soon, as HTML"]')
    const link = mail.getByRole('link', { name: 'Subscribe Now' })
    const styles = await link.evaluate((node) => {
      const { backgroundColor, borderRadius } = getComputedStyle(node)
      return { backgroundColor, borderRadius }
    })
    const green = theme === 'dark' ? 'rgb(42, 116, 73)' : 'rgb(31, 102, 63)'
    expect(styles).toEqual({ backgroundColor: green, borderRadius: '8px' })
    await takePicture(page, `dev-mail-${theme}`)
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeViolations(page)).toEqual([])
    }
  })
})

describe('every mail', () => {
  const { openPage } = withBrowser()

  test.each(Object.entries(mailSamples()))(
    '%s is accessible and fits 360 and 700 pixels in both themes',
    async (kind, { HtmlBody }) => {
      const page = await openPage()
      await page.setContent(HtmlBody)
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        for (const width of [360, 700]) {
          await page.setViewportSize({ width, height: 700 })
          await takePicture(page, `mail-${kind}-${width}-${theme}`)
          expect(await overflow(page)).toBeLessThanOrEqual(0)
          expect(await axeViolations(page)).toEqual([])
        }
      }
    },
  )
})
