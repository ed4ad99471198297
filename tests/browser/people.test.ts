import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  button,
  call,
  expectShown,
  fill,
  pathOf,
  press,
  signIn,
  unfold,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

/** Each width, with and without JavaScript. */
const settings = (['desktop', 'phone'] as const).flatMap((width) =>
  [true, false].map((javaScript) => ({ width, javaScript })),
)

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()

/** The inputs of row `n` of an editor, such as `#emails`. */
const row = (page: Page, list: string, n = 0) => page.locator(`#${list} > li`).nth(n)

async function addPerson(page: Page) {
  await page.getByRole('link', { name: 'Add Bud' }).first().click()
  await unfold(page)
  await fill(page, {
    'First name': 'Grace',
    Surname: 'Hopper',
    Phone: '+1 (703) 555-0123',
    Email: 'grace@navy.example',
    Day: '9',
    Year: '1906',
    Location: 'Arlington',
    Notes: 'Likes\nclocks',
    'Label of the first email': 'navy',
  })
  await page.getByLabel('Month', { exact: true }).selectOption('December')
  await press(page, 'Add email')
  await row(page, 'emails', 1).getByLabel('Email').fill('hopper@yale.example')
  await press(page, 'Add address')
  await row(page, 'addresses').getByLabel('Street').fill('1 Main Street')
  await row(page, 'addresses').getByLabel('City').fill('Arlington')
  await press(page, 'Add link')
  await row(page, 'links').getByLabel('Link').fill('navy.example/grace')
  // Without JavaScript, a button that adds a row would drop the file.
  await page.getByLabel('Photo', { exact: true }).setInputFiles({
    name: 'grace.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(),
  })
  await press(page, 'Submit')
  await expectShown(page, 'Bud added successfully')
}

async function findBy(page: Page, text: string) {
  await page.goto(`/dashboard?search=${encodeURIComponent(text)}`)
  await expectShown(page, '1 Bud found')
}

test.each(settings)(
  'a person is added, found, changed, deleted and restored: $width, JavaScript $javaScript',
  async (setting) => {
    const page = await openPage(setting)
    await signIn(page)
    await page.goto('/dashboard')
    await addPerson(page)
    await findBy(page, 'hopper@yale')
    await findBy(page, '5550123')
    await page.getByRole('link', { name: 'Grace Hopper' }).click()
    await page.waitForURL(/Bud\//)
    await expectShown(page, 'Contact details')
    const hrefs = await page
      .locator('.reach-lines a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual([
      'tel:+17035550123',
      'mailto:grace@navy.example',
      'mailto:hopper@yale.example',
      'https://navy.example/grace',
    ])
    await expectShown(page, '9 December 1906')
    const image = page.locator('.bud-page img.badge')
    expect(await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(
      40,
    )

    await page.getByRole('link', { name: 'Edit all' }).click()
    await fill(page, { Surname: 'Murray', Location: 'New York', Notes: '' })
    await press(page, 'Submit')
    await expectShown(page, 'Bud edited successfully')
    await button(page, 'Undo').click()
    await expectShown(page, 'Change undone successfully')
    expect(pathOf(page)).toBe('/dashboard')
    await expectShown(page, 'Grace Hopper')

    const before = (await call(page, 'GET', '/api/v1/buds')).buds
    for (const _time of [1, 2]) {
      await page.goto('/dashboard')
      await button(page, 'Delete').click()
      await button(page, 'Yes, Delete').click()
      await expectShown(page, 'Bud deleted successfully')
      await expectShown(page, 'No Buds Found')
      if (_time === 1) await button(page, 'Undo').click()
      else {
        await page.goto('/dashboard/history?type=deleted')
        await button(page, 'Restore').click()
      }
      await expectShown(page, 'Change undone successfully')
      expect((await call(page, 'GET', '/api/v1/buds')).buds).toEqual(before)
    }
  },
)

test('names in Latin, Vietnamese, Greek and Cyrillic letters are in the fonts of the site', async () => {
  const page = await openPage()
  await signIn(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', {
    Firstname: 'Linh Đặng',
    Surname: 'Ελένη Жанна Łukasz',
  })
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  await page.goto(`/dashboard/Bud/${bud._id}`)
  const foreignFonts = async () => {
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName)
  }
  await expect.poll(foreignFonts).toEqual([])
})
