import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  button,
  call,
  expectShown,
  hasFocus,
  holdBack,
  pathOf,
  press,
  settled,
  signIn,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

async function openBud(fields: object = {}, size = { width: 1280, height: 800 }) {
  const page = await openPage()
  await page.setViewportSize(size)
  await signIn(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: 'Ada', ...fields })
  const path = `/dashboard/Bud/${bud._id}`
  await page.goto(path)
  await settled(page)
  const stored = async () => (await call(page, 'GET', `/api/v1/buds/${bud._id}`)).bud
  return { page, path, stored }
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const picture = (background: string) =>
  sharp({ create: { width: 30, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes', exact: true })
const isInView = (page: Page, name: string) =>
  button(page, name).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

describe('a birthday', () => {
  test.each([
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])('is set on $width × $height pixels without scrolling', async (size) => {
    const { page, path, stored } = await openBud({}, size)
    const box = await link(page, 'Add birthday').boundingBox()
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
    await link(page, 'Add birthday').click()
    await expect.poll(() => hasFocus(page.getByLabel('Date', { exact: true }))).toBe(true)
    expect(await isInView(page, 'Submit')).toBe(true)
    await page.keyboard.type('10 Dec 1815')
    await press(page, 'Submit')
    await expectShown(page, '10 December 1815')
    expect((await stored()).dates).toEqual([{ label: 'Birthday', day: 10, month: 12, year: 1815 }])
    expect(pathOf(page)).toBe(path)
    await expect.poll(() => hasFocus(link(page, 'Edit Dates'))).toBe(true)
  })
})

describe('the form of a card', () => {
  test('closes by Escape and by Cancel, and the focus goes back to the link', async () => {
    const { page } = await openBud({ notes: 'Old' })
    for (const close of [() => page.keyboard.press('Escape'), () => link(page, 'Cancel').click()]) {
      await link(page, 'Edit Notes').click()
      await expect.poll(() => hasFocus(notes(page))).toBe(true)
      await close()
      await expect.poll(() => hasFocus(link(page, 'Edit Notes'))).toBe(true)
    }
  })

  test('asks before Escape or another card loses what was typed', async () => {
    const { page } = await openBud({ notes: 'Old', customFields: [{ name: 'Ship', value: 'Blue' }] })
    await link(page, 'Edit Notes').click()
    await notes(page).fill('New')
    for (const close of [() => page.keyboard.press('Escape'), () => link(page, 'Edit More').click()]) {
      await close()
      await press(page, 'Stay')
      expect(await notes(page).inputValue()).toBe('New')
    }
    await press(page, 'Log contact')
    await expectShown(page, 'Contact logged')
    expect(await notes(page).inputValue()).toBe('New')
  })

  test('asks when Escape comes right after the first letter', async () => {
    const { page } = await openBud({ notes: 'Old' })
    await link(page, 'Edit Notes').click()
    await expect.poll(() => hasFocus(notes(page))).toBe(true)
    await page.waitForTimeout(200)
    await notes(page).evaluate((field: HTMLTextAreaElement) => {
      field.setRangeText('New ')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    await press(page, 'Stay')
    expect(await notes(page).inputValue()).toBe('New Old')
  })

  test('stays as typed while a photo is stored, and notices that somebody else changed the record', async () => {
    const { page, path, stored } = await openBud({ notes: 'Old' })
    await link(page, 'Edit Notes').click()
    await notes(page).fill('Mine')
    const buffer = await picture('red')
    await page.locator('#edit-photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await expect.poll(async () => (await stored()).photo).not.toBeNull()
    await expectShown(page, 'Bud edited successfully')
    expect(await notes(page).inputValue()).toBe('Mine')
    await call(page, 'PATCH', `/api/v1${path.replace('/dashboard/Bud', '/buds')}`, { notes: 'Theirs' })
    await press(page, 'Log contact')
    await expectShown(page, 'Contact logged')
    await press(page, 'Submit')
    await expectShown(page, 'Save anyway')
    expect((await stored()).notes).toBe('Theirs')
    await press(page, 'Save anyway')
    await expect.poll(async () => (await stored()).notes).toBe('Mine')
  })

  test('is stored after an own change of the photo, without a question', async () => {
    const { page, stored } = await openBud({ notes: 'Old' })
    await link(page, 'Edit Notes').click()
    await notes(page).fill('Mine')
    const buffer = await picture('red')
    await page.locator('#edit-photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await expectShown(page, 'Bud edited successfully')
    await press(page, 'Submit')
    await expect.poll(async () => (await stored()).notes).toBe('Mine')
  })

  test('keeps the question before it is left when a load ends', async () => {
    const { page } = await openBud({ notes: 'Old' })
    await link(page, 'Edit Notes').click()
    await notes(page).fill('Mine')
    const go = await holdBack(page, /Bud\/.*\.data/)
    await press(page, 'Log contact')
    await page.getByRole('link', { name: 'Events', exact: true }).first().click()
    await page.getByRole('dialog').waitFor()
    go()
    await page.getByText('Contact logged').first().waitFor()
    await press(page, 'Stay')
    expect(await notes(page).inputValue()).toBe('Mine')
    await page.getByRole('link', { name: 'Events', exact: true }).first().click()
    await press(page, 'Leave')
    await page.waitForURL(/AllEvents$/)
  })

  test('has the focus when it takes the place of another one', async () => {
    const { page } = await openBud({ notes: 'Old', customFields: [{ name: 'Ship', value: 'Blue' }] })
    await link(page, 'Edit More').click()
    await page.locator('.place-form').waitFor()
    await link(page, 'Edit Notes').click()
    await expect.poll(() => hasFocus(notes(page))).toBe(true)
    await page.waitForTimeout(200)
    expect(await hasFocus(notes(page))).toBe(true)
  })
})

test('a picture is chosen, dropped or pasted on the face', async () => {
  const { page, stored } = await openBud()
  const face = page.getByLabel('Change photo', { exact: true })
  await face.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture('red') })
  await expect.poll(async () => (await stored()).photo).toMatch(/^\/photos\//)
  const { photo } = await stored()
  await expect.poll(() => page.locator('.face img').getAttribute('src')).toBe(photo)
  const pasted = (await picture('blue')).toString('base64')
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, pasted)
  await expect.poll(async () => (await stored()).photo).not.toBe(photo)
  await face.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expectShown(
    page,
    'Photo must be a JPEG, PNG or WebP image without animation, of at most 50 megapixels',
  )
})

test("a circle that was looked at stands in 'Recent', until it is deleted", async () => {
  const page = await openPage()
  await signIn(page)
  const { circle } = await call(page, 'POST', '/api/v1/circles', { Name: 'Climbers' })
  await page.goto(`/dashboard/Circle/${circle._id}`)
  await settled(page)
  const close = async () => {
    await page.keyboard.press('Escape')
    await page.locator('h1').click()
  }
  /** While a dialog closes, the key does nothing: then it is pressed again. */
  const recent = async () => {
    await close()
    await page.keyboard.press('/')
    const options = page.getByRole('listbox').getByRole('option')
    await options.first().waitFor({ timeout: 5_000 })
    return (await options.allTextContents()).join()
  }
  await expect.poll(recent).toContain('Climbers')
  await close()
  await page.locator('summary', { hasText: 'More' }).click()
  await press(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/allcircles/i)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await settled(page)
  await expect.poll(recent).not.toContain('Climbers')
})
