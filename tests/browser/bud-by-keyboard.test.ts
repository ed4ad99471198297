import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { button, call, expectShown, hasFocus, pathOf, settled, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

const maximumStops = 150

/** Presses a key until the control has the focus. Each control on the way must be visible (WCAG 2.4.11). */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await control.waitFor()
  // Tab leaves a page that has not arrived as a whole.
  await page.waitForLoadState()
  for (let presses = 0; presses < maximumStops; presses++) {
    await page.keyboard.press(key)
    // Toasts leave the place of the focused control in the next frame.
    await expect.poll(() => page.evaluate(hiddenFocus)).toBeUndefined()
    if (await hasFocus(control)) return
  }
  throw new Error(`${key} does not reach ${control}`)
}

/** The HTML of the focused element if it is covered or outside the window, or a message if nothing has the focus. */
function hiddenFocus() {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'The focus has left the page'
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  const isVisible =
    hit && (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.contains(focused))
  return isVisible ? undefined : focused.outerHTML.slice(0, 200)
}

const field = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()

/** Types into the next fields. */
async function typeInto(page: Page, within: Page | Locator, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, field(within, label))
    // Tab selects the text of an input, but not that of a text area.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
}

/** Chooses from a select, whose options begin with the text. */
async function choose(page: Page, within: Page | Locator, label: string, text: string) {
  await tabTo(page, field(within, label))
  await page.keyboard.type(text)
}

/** Opens a folded section. */
async function open(page: Page, title: string) {
  await tabTo(page, page.locator('summary', { hasText: title }))
  if (await page.locator('details:not([open])', { hasText: title }).count())
    await page.keyboard.press('Enter')
}

async function press(page: Page, name: string, key?: 'Shift+Tab') {
  await tabTo(page, button(page, name), key)
  await page.keyboard.press('Enter')
}

async function follow(page: Page, name: string) {
  await tabTo(page, link(page, name))
  await page.keyboard.press('Enter')
}

type User = { page: Page; javaScript: boolean }

/** Adds a row. With JavaScript its first field has the focus; without, Tab continues at the list. */
async function addRow({ page, javaScript }: User, list: string, name: string, firstField: string) {
  const rows = page.locator(`#${list} > li`)
  const count = await rows.count()
  await press(page, `Add ${name}`)
  const row = rows.nth(count)
  if (javaScript) {
    await expect.poll(() => hasFocus(field(row, firstField)), { message: `the new ${name}` }).toBe(true)
    // The fields are filled in from the button on.
    await page.keyboard.press('Shift+Tab')
  }
  await row.waitFor()
  return row
}

/** Selects options of a list, in the box or, without JavaScript, by checkboxes. */
async function select({ page, javaScript }: User, label: string, options: string[]) {
  const list = page.locator('.multi-select', { hasText: label })
  if (javaScript) {
    await tabTo(page, page.getByRole('combobox', { name: label, exact: true }))
    for (const option of options) {
      await page.keyboard.type(option)
      await page.keyboard.press('Enter')
    }
    return
  }
  await tabTo(page, list.locator('summary'))
  await page.keyboard.press('Enter')
  for (const option of options) {
    await tabTo(page, field(list, option))
    await page.keyboard.press('Space')
  }
}

const bud = {
  Firstname: 'Grace',
  Surname: 'Hopper',
  Nickname: 'Amazing',
  Location: 'Arlington',
  Budtype: 'Client',
  hobbies: ['Chess', 'Reading'],
  preferences: ['Vegan'],
  industry: ['Information Technology'],
  origination: ['Conferences'],
  emails: [
    { value: 'grace@navy.example', label: 'navy' },
    { value: 'hopper@yale.example', label: 'home' },
  ],
  phones: [{ value: '+1 (703) 555-0123', label: 'mobile' }],
  addresses: [
    {
      street: '1 Main Street',
      city: 'Arlington',
      region: 'Virginia',
      postcode: '22201',
      country: 'USA',
      label: 'home',
    },
  ],
  links: [{ value: 'https://navy.example/grace', label: 'website' }],
  dates: [
    { day: 9, month: 12, year: 1906, label: 'Birthday' },
    { day: 29, month: 2, year: null, label: 'Name day' },
  ],
  Occupation: 'Rear admiral',
  OccupationLocation: 'Washington',
  LastInteraction: 'Spoke about compilers',
  notes: 'Likes\nclocks',
  customFields: [
    { name: 'Ship', value: 'USS Hopper' },
    { name: 'Coffee', value: 'Black' },
  ],
}

/** Fills in the whole form in page order. */
async function fillForm(user: User) {
  const { page } = user
  const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: 'green' } }).jpeg()
  expect(await hasFocus(field(page, 'First name'))).toBe(true)
  await page.keyboard.type(bud.Firstname)
  await typeInto(page, page, { Surname: bud.Surname })
  await choose(page, page, 'Bud type', 'Cl')
  await tabTo(page, field(page, 'Photo'))
  const [first, second] = bud.emails
  await typeInto(page, page, { Phone: '+1 (703) 555-0123', Email: first?.value ?? '', Day: '9' })
  await choose(page, page, 'Month', 'De')
  await typeInto(page, page, { Year: '1906' })

  await open(page, 'More personal details')
  await typeInto(page, page, { Nickname: bud.Nickname, Location: bud.Location })
  await select(user, 'Hobbies', bud.hobbies)
  await select(user, 'Preferences', bud.preferences)

  await open(page, 'Contact')
  await typeInto(page, page, { 'Label of the first email': first?.label ?? '' })
  const email = await addRow(user, 'emails', 'email', 'Email')
  await typeInto(page, email, { Email: second?.value ?? '', Label: second?.label ?? '' })
  await typeInto(page, page, { 'Label of the first phone': 'mobile' })
  const address = await addRow(user, 'addresses', 'address', 'Street')
  await typeInto(page, address, {
    Street: '1 Main Street',
    City: 'Arlington',
    Region: 'Virginia',
    Postcode: '22201',
    Country: 'USA',
    Label: 'home',
  })
  const webLink = await addRow(user, 'links', 'link', 'Link')
  await typeInto(page, webLink, { Link: 'navy.example/grace', Label: 'website' })

  await open(page, 'Dates')
  const nameDay = await addRow(user, 'dates', 'date', 'Day')
  await typeInto(page, nameDay, { Day: '29' })
  await choose(page, nameDay, 'Month', 'Fe')
  await typeInto(page, nameDay, { Label: 'Name day' })

  await open(page, 'Professional Details')
  await typeInto(page, page, { Occupation: bud.Occupation, 'Occupation location': bud.OccupationLocation })
  await select(user, 'Industry', bud.industry)
  await open(page, 'Relationship')
  await select(user, 'Origination', bud.origination)
  await typeInto(page, page, { 'Last interaction': bud.LastInteraction, Notes: bud.notes })
  await open(page, 'Additional Information')
  for (const { name, value } of bud.customFields) {
    const row = await addRow(user, 'customFields', 'custom field', 'Name')
    await typeInto(page, row, { Name: name, Value: value })
  }
  // The browser's dialog for files has its own keyboard control. Adding a row without JavaScript would drop the file.
  await field(page, 'Photo').setInputFiles({
    name: 'grace.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo.toBuffer(),
  })
}

async function openByQuickFind({ page, javaScript }: User) {
  if (javaScript) {
    await page.keyboard.press('/')
    await page.keyboard.type('gra')
    await page.getByRole('option', { name: 'Grace Hopper' }).first().waitFor()
    await page.keyboard.press('Enter')
  } else {
    await tabTo(page, page.locator('#quick-find'))
    await page.keyboard.type('gra')
    await page.keyboard.press('Enter')
    await tabTo(page, page.locator('.found-result').first())
    await page.keyboard.press('Enter')
  }
  await page.waitForURL(/\/dashboard\/Bud\//)
}

/** Presses Undo in the toast. With JavaScript the focus is after it, at the start of the screen, and stays there. */
async function undo({ page, javaScript }: User) {
  await press(page, 'Undo', javaScript ? 'Shift+Tab' : undefined)
  await expectShown(page, 'Change undone successfully')
  expect(pathOf(page)).toBe('/dashboard')
  if (javaScript) await expect.poll(() => hasFocus(page.locator('#main'))).toBe(true)
}

test.each([true, false])(
  'a bud is added with all fields, found, edited, deleted and restored by keyboard, JavaScript %s',
  async (javaScript) => {
    const page = await openPage({ javaScript })
    const user = { page, javaScript }
    await signIn(page)
    const stored = async () => (await call(page, 'GET', '/api/v1/buds')).buds
    await page.goto('/dashboard')
    await follow(page, 'Add Bud')
    await page.waitForURL(/AddBud$/)
    await settled(page)
    await fillForm(user)
    await press(page, 'Submit')
    await expectShown(page, 'Bud added successfully')
    const added = await stored()
    expect(added).toEqual([expect.objectContaining({ ...bud, photo: expect.any(String) })])

    await openByQuickFind(user)
    await follow(page, 'Edit all')
    await page.waitForURL(/EditBud\//)
    await settled(page)
    const changes = { Surname: 'Murray', Location: 'New York', Occupation: 'Professor' }
    await typeInto(page, page, changes)
    await page.keyboard.press('Enter')
    await expectShown(page, 'Bud edited successfully')
    expect(await stored()).toMatchObject([changes])
    await undo(user)
    expect(await stored()).toEqual(added)

    await press(page, 'Delete')
    await page.getByRole('dialog').waitFor()
    await press(page, 'Yes, Delete')
    await expectShown(page, 'Bud deleted successfully')
    expect(await stored()).toEqual([])
    await undo(user)
    await expect.poll(stored).toEqual(added)
  },
  600_000,
)
