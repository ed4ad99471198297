import { expect, test } from 'vitest'
import { call, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

test.each([
  { width: 'desktop', javaScript: true },
  { width: 'phone', javaScript: false },
] as const)('each file of the export is downloaded: $width, JavaScript $javaScript', async (setting) => {
  const page = await openPage(setting)
  await signIn(page)
  await call(page, 'POST', '/api/v1/buds', { Firstname: 'Ada' })
  await page.goto('/dashboard/profile')
  await page.getByRole('link', { name: 'Your data' }).click()
  const files = [
    ['Everything (ZIP)', 'zip'],
    ['Address book (vCard)', 'vcf'],
    ['Calendar (iCalendar)', 'ics'],
    ['Spreadsheet (CSV)', 'csv'],
    ['Data (JSON)', 'json'],
  ] as const
  for (const [name, extension] of files) {
    const link = page.getByRole('link', { name: `Download ${name}` })
    expect(await link.getAttribute('href')).toBe(`/dashboard/export?format=${extension}`)
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^budkeeper-\\d{4}-\\d\\d-\\d\\d\\.${extension}$`),
    )
    expect(await download.failure()).toBeNull()
  }
  expect(new URL(page.url()).pathname).toBe('/dashboard/data')
})
