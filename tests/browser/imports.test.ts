import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  browserSettings,
  button,
  call,
  chooseFile,
  expectShown,
  hasFocus,
  holdBack,
  press,
  settled,
  signIn,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
const files = {
  vCards: {
    name: 'people.vcf',
    content:
      card('N:Hopper;Grace', 'EMAIL:grace@example.org', 'TITLE:Admiral') +
      card('FN:Cem Kaya', 'TEL:+44 7700 900001'),
  },
  'a file of Google': {
    name: 'contacts.csv',
    content:
      'First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Organization Title\nGrace,Hopper,Work,grace@example.org,Admiral\nCem,Kaya,,cem@example.org,\n',
  },
  'CSV with foreign headers': {
    name: 'leute.csv',
    content:
      'Vorname;Nachname;E-Mail;Beruf\nGrace;Hopper;grace@example.org;Admiral\nCem;Kaya;cem@example.org;\n',
  },
}

const cases = browserSettings.flatMap((setting) =>
  Object.entries(files).map(([title, file]) => ({ ...setting, title, file })),
)

test.each(cases)(
  '$title: checked, imported and taken back, at $width width, JavaScript $javaScript',
  async ({ file, ...setting }) => {
    const page = await openPage(setting)
    await signIn(page)
    await call(page, 'POST', '/api/v1/buds', {
      Firstname: 'Grace',
      Surname: 'Hopper',
      emails: [{ label: '', value: 'grace@example.org' }],
    })
    const lists = async () => (await call(page, 'GET', '/api/v1/buds')).buds
    const before = await lists()
    await page.goto('/dashboard/data')
    await page.getByRole('link', { name: 'Import a file' }).click()
    await chooseFile(page, file)
    if (!setting.javaScript) await press(page, 'Check the file')
    await expectShown(page, '1 record to add, 1 record to update.')

    // Each record opens and says what would happen to it.
    await page.locator('summary', { hasText: 'Grace Hopper' }).click()
    await expectShown(page, 'The same email: grace@example.org')
    await expectShown(page, 'Admiral')
    expect(await lists()).toEqual(before)

    await press(page, 'Import')
    await expectShown(page, '1 record added, 1 record updated.')
    await page.goto('/dashboard')
    await expectShown(page, 'Cem Kaya')
    await expectShown(page, 'Admiral')

    await page.goto('/dashboard/Import')
    await page.getByRole('link', { name: file.name }).click()
    await press(page, 'Undo import')
    await expectShown(page, 'Taken back')
    expect(await lists()).toEqual(before)
  },
)

test.each(['/dashboard', '/dashboard/Import'])('a file dropped anywhere on %s is checked', async (path) => {
  const page = await openPage()
  await signIn(page)
  await page.goto(path)
  await settled(page)
  const dataTransfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([content], 'people.vcf', { type: 'text/vcard' }))
    return data
  }, files.vCards.content)
  const drag = (type: string) => page.locator('h1').dispatchEvent(type, { dataTransfer })
  // As a hand does, for as long as it takes: the page may not listen yet.
  const shownWhileDragging = async () => {
    await drag('dragover')
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
    return page.locator('body').innerText()
  }
  await expect.poll(shownWhileDragging).toContain('Drop the file to check it')
  await drag('drop')
  await expectShown(page, 'What would happen')
  await press(page, 'Import')
  await expectShown(page, 'Imported: 2 records added.')
  await page.getByRole('link', { name: 'See the 2 new buds' }).click()
  await expectShown(page, 'Cem Kaya')
})

test('a changed setting is checked at once, also while another is being checked', async () => {
  const page = await openPage()
  const rule = await openImport(page)
  await rule.focus()
  await rule.selectOption('add')
  await expectShown(page, '2 records to add.')
  await rule.selectOption('skip')
  await rule.selectOption('fill')
  await expectShown(page, '1 record to add, 1 record to update.')
  expect(await hasFocus(rule)).toBe(true)
  expect(await button(page, 'Check again').count()).toBe(0)
})

/** A vCard of somebody who is a bud already, checked. */
async function openImport(page: Page) {
  await signIn(page)
  const emails = [{ label: '', value: 'grace@example.org' }]
  await call(page, 'POST', '/api/v1/buds', { Firstname: 'Grace', Surname: 'Hopper', emails })
  await page.goto('/dashboard/Import')
  await chooseFile(page, files.vCards)
  await expectShown(page, '1 record to add, 1 record to update.')
  return page.getByLabel('People who are in Budkeeper already')
}

test("'Import' waits for a changed setting that is being sent", async () => {
  const page = await openPage()
  const rule = await openImport(page)
  const release = await holdBack(page, /Import\/.*\.data/)
  await rule.selectOption('add')
  await expect.poll(() => button(page, 'Import').isDisabled()).toBe(true)
  release()
  await expectShown(page, '2 records to add.')
  await press(page, 'Import')
  await expectShown(page, '2 records added.')
})

test('a setting that is chosen before the scripts run is checked once they do', async () => {
  const page = await openPage()
  const rule = await openImport(page)
  const release = await holdBack(page, /assets\/.*\.js/)
  await page.reload({ waitUntil: 'commit' })
  await rule.selectOption('add')
  await button(page, 'Check again').waitFor()
  release()
  await expectShown(page, '2 records to add.')
})
