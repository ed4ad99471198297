import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, press, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

const bodyOf = (mail: string | null) => new URLSearchParams(mail?.split('?')[1]).get('body')

/** Makes a link on the screen of the bud and returns its path. */
async function makeLink(page: Page, id: string) {
  await page.goto(`/dashboard/Bud/${id}`)
  await press(page, 'Make a link')
  const url = await page.getByLabel('Link for Ada').inputValue()
  expect(bodyOf(await page.getByRole('link', { name: 'Write an email' }).getAttribute('href'))).toContain(url)
  return new URL(url).pathname
}

async function fillIn(guest: Page, path: string) {
  await guest.goto(path)
  await guest.getByRole('heading', { name: 'Hello Ada' }).waitFor()
  await guest.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await guest.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0018')
  await press(guest, 'Add phone')
  await guest.getByLabel('Phone', { exact: true }).nth(1).fill('020 7946 0019')
  await press(guest, 'Send')
  await guest.getByRole('heading', { name: 'Thank you' }).waitFor()
}

test.each([
  { width: 'desktop', javaScript: true },
  { width: 'phone', javaScript: false },
] as const)(
  'a bud fills in details by a link, and the owner accepts one field and undoes it: $width, JavaScript $javaScript',
  async (setting) => {
    const page = await openPage(setting)
    await signIn(page)
    const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: 'Ada', Surname: 'Lovelace' })
    const guest = await openPage({ width: 'phone', javaScript: false })
    await fillIn(guest, await makeLink(page, bud._id))
    const read = async () => (await call(page, 'GET', `/api/v1/buds/${bud._id}`)).bud

    await page.goto('/dashboard/Today')
    await page.getByRole('link', { name: '1 proposal waits for your review' }).click()
    await page.getByRole('checkbox', { name: 'Emails' }).uncheck()
    await press(page, 'Accept')
    await page.getByText('Nothing to review').waitFor()
    const phones = [
      { label: '', value: '+44 20 7946 0018' },
      { label: '', value: '020 7946 0019' },
    ]
    expect(await read()).toMatchObject({ emails: [], phones })
    await press(page, 'Undo')
    await page.getByRole('checkbox', { name: 'Emails' }).waitFor()
    expect(await read()).toMatchObject({ emails: [], phones: [] })
    await press(page, 'Reject')
    await page.getByText('Nothing to review').waitFor()
    expect(await read()).toMatchObject({ emails: [], phones: [] })
  },
)

test('the link is copied by a button', async () => {
  const page = await openPage()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: 'Ada' })
  const path = await makeLink(page, bud._id)
  await press(page, 'Copy')
  await page.getByText('Link copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(path)
})
