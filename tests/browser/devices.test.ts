import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  browserSettings,
  button,
  call,
  expectAccessible,
  expectShown,
  press,
  signIn,
  withBrowser,
} from '../support/browser'
import { connectPhone } from '../support/phone'

const { openPage } = withBrowser()
const screen = '/dashboard/devices'

async function addBuds(page: Page, count: number) {
  const ids: string[] = []
  for (let n = 1; n <= count; n++)
    ids.push((await call(page, 'POST', '/api/v1/buds', { Firstname: `Bud ${n}` })).bud._id)
  return ids
}

const namesOf = async (page: Page) =>
  (await call(page, 'GET', '/api/v1/buds?limit=100')).buds.map((bud: { Firstname: string }) => bud.Firstname)

test.each(browserSettings)(
  'a device gets a password that is shown once, and is revoked: $width, JavaScript $javaScript',
  async (setting) => {
    const page = await openPage(setting)
    await signIn(page)
    await page.goto('/dashboard/data')
    await page.getByRole('link', { name: 'Connect a device' }).click()
    await page.locator('summary', { hasText: 'New device' }).click()
    const form = page.locator('form#device')
    await form.getByLabel('Name').fill('iPhone of Ada')
    await press(page, 'Make an app password')
    const password = await page.getByLabel('App password').inputValue()
    if (setting.javaScript)
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Connect iPhone of Ada')
    expect(password.length).toBeGreaterThan(15)
    await page.getByRole('img', { name: /^QR code of http/ }).waitFor()
    await page.locator('.device-steps summary', { hasText: 'iPhone' }).click()
    await expectShown(page, 'Add CardDAV Account')
    // axe needs timers, which a page without JavaScript has not.
    if (setting.javaScript) await expectAccessible(page)
    const devices = page.getByRole('link', { name: 'Devices', exact: true })
    if (setting.javaScript) {
      await devices.click()
      await expectShown(page, 'The app password is shown only now.')
      await press(page, 'Leave')
    } else await devices.click()
    await page.waitForURL(`**${screen}`)
    await page.getByRole('heading', { name: 'iPhone of Ada', exact: true }).waitFor()
    // With scripts, the document keeps the data with which it came, if the form was sent before they ran.
    const shown = setting.javaScript ? page.locator('main').innerHTML() : page.content()
    expect(await shown).not.toContain(password)
    await page.goto('/dashboard/developers')
    expect(await page.content()).not.toContain(password)

    await page.goto(screen)
    await press(page, 'Revoke')
    await press(page, 'Yes, Revoke')
    await expectShown(page, 'Device revoked successfully')
    await expectShown(page, 'No device is connected.')
  },
)

test.each(browserSettings)(
  'what a phone deletes at once waits for its owner: $width, JavaScript $javaScript',
  async (setting) => {
    const page = await openPage(setting)
    const phone = await connectPhone(page)
    const ids = await addBuds(page, 24)
    const deleteSome = async (some: string[]) => {
      for (const id of some) await phone.remove(id)
    }
    await deleteSome(ids.slice(0, 12))
    await page.goto('/dashboard/Today')
    await page.getByRole('link', { name: /iPhone wants to delete \d+ records/ }).click()
    await page.getByRole('heading', { name: /iPhone wants to delete/ }).waitFor()
    await page.getByRole('link', { name: 'Bud 12', exact: true }).waitFor()
    if (setting.javaScript) await expectAccessible(page)
    await press(page, 'Keep them')
    await expectShown(page, '12 records kept')
    expect(await namesOf(page)).toHaveLength(24)

    await deleteSome(ids.slice(12))
    await page.goto(screen)
    await press(page, 'Delete them')
    await expectShown(page, ' records deleted')
    expect(await namesOf(page)).toHaveLength(12)
    expect(await button(page, 'Delete them').count()).toBe(0)
  },
)

test.each(browserSettings)(
  'what a phone did is taken back, but for what was changed since: $width, JavaScript $javaScript',
  async (setting) => {
    const page = await openPage(setting)
    const phone = await connectPhone(page)
    const [ada = '', ben = ''] = await addBuds(page, 2)
    await phone.put(ada, 'Adam')
    await phone.put(ben, 'Benny')
    await call(page, 'PATCH', `/api/v1/buds/${ben}`, { Firstname: 'Benjamin' })
    await page.goto(screen)
    await page.getByText('Take back what iPhone did').click()
    await press(page, 'Last hour')
    if (setting.javaScript) expect(new URL(page.url()).search).toBe('')
    await expect
      .poll(() => page.getByLabel('Everything since').inputValue())
      .toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    await press(page, 'Take back')
    await page.getByRole('heading', { name: '1 change of iPhone taken back' }).waitFor()
    await page.getByRole('link', { name: 'Benjamin' }).first().waitFor()
    if (setting.javaScript) await expectAccessible(page)
    expect((await namesOf(page)).sort()).toEqual(['Benjamin', 'Bud 1'])
  },
)
