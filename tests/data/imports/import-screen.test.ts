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
  expect(await show(user, _id)).toContain('Imported 2 records added. 1 record skipped')
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
