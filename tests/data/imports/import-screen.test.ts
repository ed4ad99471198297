import { expect, test } from 'vitest'
import { type Client, visibleText } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { apply, card, dryRun, undo } from './support'

const show = async (user: Client, id: string) => visibleText(await user.visit(`/dashboard/Import/${id}`))

test('the screen of an import says what would happen, what happened, and what stays after an undo', async () => {
  const user = await signedIn()
  const file = card('FN:Ada', 'EMAIL:ada@example.org') + card('FN:Cem', 'TEL:1234567') + card('NOTE:nobody')
  const { _id } = await dryRun(user, file)
  expect(await show(user, _id)).toContain('2 records to add. 1 record skipped: see why')
  await apply(user, _id)
  const imported = await show(user, _id)
  expect(imported).toContain('Imported 2 records added. 1 record skipped')
  expect(imported).toContain('Added 2 Updated 0')
  expect(imported).toMatch(/Ada ?Added/)
  expect(imported).toContain('See the 2 new buds')
  expect(imported).not.toContain('duplicate')
  const { buds } = (await user.get('/api/v1/buds?search=Ada')).body
  await user.patch(`/api/v1/buds/${buds[0]._id}`, { Location: 'Bath' })
  await undo(user, _id)
  const page = await user.visit(`/dashboard/Import/${_id}`)
  expect(visibleText(page)).toContain('Taken back 2 records had been added.')
  expect(visibleText(page)).toMatch(/These were changed after the import, and stay: Ada ?: Location/)
  expect(page.text).toContain(`href="/dashboard/Bud/${buds[0]._id}"`)
})

test('the screen asks for the order of day and month at the field, and refuses to import before', async () => {
  const user = await signedIn()
  const { _id } = await dryRun(user, 'First Name,Birthday\nAda,03/04/1990\n', 'dates.csv')
  const page = await user.visit(`/dashboard/Import/${_id}`)
  expect(visibleText(page)).toContain('do not say which comes first')
  expect(page.text).toMatch(/<select[^>]*id="dateOrder"[^>]*aria-invalid="true"/)
  expect(page.text).toMatch(/<button[^>]*value="apply"[^>]*disabled/)
})

test('a file of which everything is known has nothing to import', async () => {
  const user = await signedIn()
  await createBud(user.user, { Firstname: 'Ada' })
  const { _id } = await dryRun(user, card('FN:Ada'))
  expect(await show(user, _id)).toContain('All of it is in Budkeeper already.')
  const { _id: other } = await dryRun(user, card('NOTE:nobody') + card('NOTE:no one'))
  expect(await show(user, other)).toContain('There is nothing to import. 2 records skipped')
})

test('an import that names known buds leads to the duplicates', async () => {
  const user = await signedIn()
  await createBud(user.user, { Firstname: 'Ada', Surname: 'Byron' })
  const { _id } = await dryRun(user, card('FN:Ada Byron', 'TEL:1234567'))
  await apply(user, _id)
  const page = await user.visit(`/dashboard/Import/${_id}`)
  expect(visibleText(page)).toContain('See the new bud 1 may be a duplicate')
  expect(page.text).toContain('href="/dashboard/duplicates"')
})

test('a closed row shows how much of its record could not be read', async () => {
  const user = await signedIn()
  const file = 'First Name,Phone,Birthday\nAda,5.0E+11,unknown day\nCem,0700 900 111,\n'
  const { _id } = await dryRun(user, file, 'sheet.csv')
  const page = await user.visit(`/dashboard/Import/${_id}`)
  const [ada, cem] = [...page.text.matchAll(/<summary><span.*?<\/summary>/gs)].map(([row]) => row)
  expect(ada).toContain('title="2 remarks"')
  expect(cem).not.toContain('remark')
})

test('a form without a file gets the message of the product', async () => {
  const user = await signedIn()
  const body = new FormData()
  body.set('file', new File([], ''))
  const page = await user.send('POST', '/dashboard/Import', { body })
  expect(page.status).toBe(400)
  expect(visibleText(page)).toContain('Choose a file')
  expect(page.text).toMatch(/<form[^>]*novalidate/i)
})

test('the screen says how to get the contacts out of a phone or a mail program', async () => {
  const page = await (await signedIn()).visit('/dashboard/Import')
  for (const guide of ['iPhone or iPad', 'Android or Google', 'Outlook']) expect(page.text).toContain(guide)
})
