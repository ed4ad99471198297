import { describe, expect, test } from 'vitest'
import { mailSamples } from '~/mail/mail-kinds.server'
import { axeViolations, expectAccessible, overflow, themes, withBrowser } from '../support/browser'
import { isRemote } from '../support/database'
import { takePicture, withPort } from '../support/subscription-screen'

describe.skipIf(isRemote)('/dev/mail', async () => {
  const { openPage } = withBrowser(await withPort({ NODE_ENV: 'development' }))

  test('shows styled mails', async () => {
    const page = await openPage()
    await page.goto('/dev/mail')
    await page.getByText('Your Budkeeper trial ends soon').click()
    const mail = page.frameLocator('iframe[title="Your Budkeeper trial ends soon, as HTML"]')
    const link = mail.getByRole('link', { name: 'Subscribe Now' })
    const styles = () =>
      link.evaluate((node) => {
        const { backgroundColor, borderRadius } = getComputedStyle(node)
        return { backgroundColor, borderRadius }
      })
    for (const [theme, green] of [
      ['light', 'rgb(31, 102, 63)'],
      ['dark', 'rgb(42, 116, 73)'],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await styles()).toEqual({ backgroundColor: green, borderRadius: '8px' })
      await takePicture(page, `dev-mail-${theme}`)
    }
    await expectAccessible(page)
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
          expect(await axeViolations(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
        }
      }
    },
  )
})
