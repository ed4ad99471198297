import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, chooseFile, expectShown, fill, press, settled, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

const settings = [
  { width: 'desktop', javaScript: true },
  { width: 'desktop', javaScript: false },
  { width: 'phone', javaScript: true },
] as const

/** Forty climbers, ten of them from school, and others: two hundred in all. */
const surnameOf = (n: number) => (n < 40 ? 'Climber' : n < 50 ? 'Schoolmate' : 'Neighbour')
const file = {
  name: 'contacts.csv',
  content: [
    'First Name,Last Name',
    ...Array.from({ length: 200 }, (_, n) => `Person${String(n).padStart(3, '0')},${surnameOf(n)}`),
  ].join('\n'),
}

const numberOf = async (page: Page, query: string) =>
  (await call(page, 'GET', `/api/v1/buds?${query}`)).totalBuds

async function importContacts(page: Page, javaScript: boolean) {
  await page.goto('/dashboard/Import')
  await chooseFile(page, file)
  if (!javaScript) await press(page, 'Check the file')
  await expectShown(page, '200 records to add')
  await press(page, 'Import')
  await expectShown(page, '200 records added')
}

/** Chooses all that a search finds, and an action for them. */
async function chooseAll(page: Page, search: string, count: number, action: string) {
  await page.goto(`/dashboard?search=${search}&sort=A-Z&view=cards`)
  await settled(page)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await page.getByLabel(`All ${count} buds`).check()
  await page.getByLabel('Action', { exact: true }).selectOption(action)
}

async function saveList(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Another rule').selectOption('Tag')
  await press(page, 'Add rule')
  await page.getByLabel('Climbing', { exact: true }).check()
  await press(page, 'Show buds')
  await expectShown(page, '40 Buds found')
  await page.getByRole('link', { name: 'Save as a list' }).click()
  await fill(page, { Name: 'Climbers' })
  await press(page, 'Submit')
  await expectShown(page, 'List added successfully')
}

/** Chooses a bud in the picker of a form. */
async function chooseBud(page: Page, javaScript: boolean, name: string) {
  if (javaScript) {
    const box = page.getByRole('combobox', { name: 'Buds', exact: true })
    await box.fill(name)
    await page.getByRole('option', { name }).waitFor()
    return box.press('Enter')
  }
  const field = page.locator('.multi-select')
  await field.locator('summary').click()
  await page.getByLabel('Find buds').fill(name)
  await press(page, 'Find')
  await field.getByLabel(name).check()
}

test.each(settings)(
  'a new user puts 200 people in order: $width, JavaScript $javaScript',
  async (setting) => {
    const { javaScript } = setting
    const page = await openPage(setting)
    await signIn(page)
    await importContacts(page, javaScript)

    await chooseAll(page, 'Climber', 40, 'Add tag')
    await page.locator('.bulk').getByLabel('Tag', { exact: true }).fill('Climbing')
    await press(page, 'Apply')
    await expectShown(page, '40 buds changed')
    await saveList(page)

    await page.goto('/dashboard?search=Schoolmate&sort=A-Z&view=rows')
    await settled(page)
    for (const box of await page.getByRole('checkbox', { name: /^Select / }).all()) await box.check()
    await page.getByLabel('Action', { exact: true }).selectOption('Archive')
    await press(page, 'Apply')
    await expectShown(page, '10 buds archived')
    expect(await numberOf(page, '')).toBe(190)

    const [one, other] = (await call(page, 'GET', '/api/v1/buds?search=Climber&sort=A-Z')).buds
    await page.goto(`/dashboard/Bud/${one._id}`)
    await page.getByRole('link', { name: 'Add relation' }).click()
    await page.getByLabel('Kind').selectOption('Partner')
    await chooseBud(page, javaScript, 'Person001 Climber')
    await press(page, 'Submit')
    await expectShown(page, 'Relation added successfully')

    await page.goto('/dashboard/AddEvent')
    await fill(page, { Name: 'Dinner', Location: 'Bath', Start: '2027-01-02T19:00', End: '2027-01-02T21:00' })
    await page.getByLabel('Event type').selectOption('Social')
    await chooseBud(page, javaScript, 'Person000 Climber')
    if (!javaScript) await press(page, 'Find')
    await expectShown(page, 'Ask Person001 too?')
    await page
      .locator('.who-else > li', { hasText: 'Person001' })
      .getByRole('button', { name: 'Add' })
      .click()
    await expect.poll(() => page.getByText('Ask Person001 too?').count()).toBe(0)
    await press(page, 'Submit')
    await expectShown(page, 'Event added successfully')
    const { events } = await call(page, 'GET', '/api/v1/events')
    const guests = events[0].buds.map(({ _id }: { _id: string }) => _id)
    expect(guests.sort()).toEqual([one._id, other._id].sort())

    await page.goto('/dashboard/History')
    const change = page.locator('.change-row', { hasText: '40 buds' })
    await change.getByRole('button', { name: 'Undo' }).click()
    await expectShown(page, 'Change undone successfully')
    expect((await call(page, 'GET', '/api/v1/tags')).tags).toEqual([])
    expect(await numberOf(page, '')).toBe(190)
    const { relations } = await call(page, 'GET', `/api/v1/buds/${one._id}/relations`)
    expect(relations).toMatchObject([{ kind: 'partner', bud: { _id: other._id } }])
    expect((await call(page, 'GET', '/api/v1/lists')).lists).toMatchObject([{ name: 'Climbers', buds: 0 }])
  },
)

test('a program puts 200 people in order', async () => {
  const page = await openPage()
  await signIn(page)
  const sent = await page.request.post('/api/v1/imports', {
    data: file.content,
    headers: { 'Content-Type': 'application/octet-stream' },
  })
  const path = `/api/v1/imports/${(await sent.json()).import._id}`
  const state = async () => (await call(page, 'GET', path)).import.state
  await expect.poll(state).toBe('ready')
  await call(page, 'POST', `${path}/apply`, {})
  await expect.poll(state).toBe('applied')
  const bulk = (fields: object) => call(page, 'POST', '/api/v1/buds/bulk', fields)
  const tagged = await bulk({ search: 'Climber', Budtype: 'all', action: 'addTag', value: 'Climbing' })
  expect(tagged.changed).toBe(40)
  const filter = JSON.stringify({ match: 'all', rules: [{ field: 'tag', is: 'any', value: ['climbing'] }] })
  const { list } = await call(page, 'POST', '/api/v1/lists', { name: 'Climbers', filter, sort: 'A-Z' })
  expect(list.buds).toBe(40)
  expect((await bulk({ search: 'Schoolmate', Budtype: 'all', action: 'archive' })).changed).toBe(10)
  const [one, other] = (await call(page, 'GET', '/api/v1/buds?search=Climber&sort=A-Z')).buds
  await call(page, 'POST', `/api/v1/buds/${one._id}/relations`, { kind: 'partner', with: other._id })
  const { alsoInvite } = await call(page, 'GET', `/api/v1/together?buds=${one._id}`)
  expect(alsoInvite[0]).toMatchObject({
    bud: { _id: other._id },
    reason: expect.stringContaining('Ask Person001'),
  })
  const event = {
    Name: 'Dinner',
    Location: 'Bath',
    Eventtype: 'Social',
    startDate: '2027-01-02T19:00',
    endDate: '2027-01-02T21:00',
    selectedBuds: [one._id, other._id],
  }
  await call(page, 'POST', '/api/v1/events', event)
  await call(page, 'POST', `/api/v1/changes/${tagged.changeId}/undo`, {})
  expect((await call(page, 'GET', '/api/v1/tags')).tags).toEqual([])
  expect(await numberOf(page, '')).toBe(190)
})
