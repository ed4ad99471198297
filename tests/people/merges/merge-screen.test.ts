import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { createBud, createCircle, createUser, signedIn } from '../../support/factories'
import { formIn, typed, valuesIn } from '../../support/form'
import { undoFormIn } from '../../support/history'
import { rowsOf } from '../../support/parity'
import { bud } from '../../support/records'

const screen = '/dashboard/merge'
const pathOf = (a: string, b: string) => `${screen}?a=${a}&b=${b}`
const budKind = { ...bud, budsOf: undefined }

type Fields = NonNullable<Parameters<typeof createBud>[1]>

async function withTwo(first: Fields, second: Fields) {
  const user = await signedIn()
  const [a, b] = [await createBud(user.user, first), await createBud(user.user, second)]
  await createCircle(user.user, { selectedBuds: [b._id] })
  return { user, a: a._id, b: b._id }
}

const first = {
  Firstname: 'Grace',
  Surname: 'Hopper',
  hobbies: ['Chess'],
  notes: 'One',
  Location: 'Arlington',
}
const second = {
  Firstname: 'Grace',
  Nickname: 'Amazing',
  hobbies: ['Yoga'],
  notes: 'Two',
  Location: 'New York',
}

test('the form, sent as it is, and the API without choices do the same', async () => {
  const [form, api] = [await withTwo(first, second), await withTwo(first, second)]
  const path = pathOf(form.a, form.b)
  const response = await form.user.submit(path, formIn(await form.user.visit(path)))
  expect(response).toHaveRedirect(`/dashboard/Bud/${form.a}`)
  expect(response).toSendToast('Buds merged successfully')
  await api.user.post(`/api/v1/buds/${api.a}/merge`, { with: api.b })
  const rows = await rowsOf(budKind, form.user.user)
  expect(rows).toEqual(await rowsOf(budKind, api.user.user))
  expect(rows).toMatchObject([
    { Surname: 'Hopper', Nickname: 'Amazing', hobbies: ['Chess', 'Yoga'], notes: 'One\n\nTwo' },
  ])
})

test('the choices of the form and the fields of the API do the same', async () => {
  const [form, api] = [await withTwo(first, second), await withTwo(first, second)]
  const fields = { Location: 'b', hobbies: 'b', notes: 'a' }
  const path = pathOf(form.a, form.b)
  await form.user.submit(path, typed(formIn(await form.user.visit(path)), fields))
  await api.user.post(`/api/v1/buds/${api.a}/merge`, { with: api.b, fields })
  const rows = await rowsOf(budKind, form.user.user)
  expect(rows).toEqual(await rowsOf(budKind, api.user.user))
  expect(rows).toMatchObject([{ Location: 'New York', hobbies: ['Yoga'], notes: 'One' }])
})

test('the form has a choice for each field that differs, folded what only one of them has, and shows the others once', async () => {
  const { user, a, b } = await withTwo(first, second)
  const page = await user.visit(pathOf(a, b))
  const names = formIn(page).map(([name]) => name)
  const choices = ['Location', 'hobbies', 'notes', 'Surname', 'Nickname']
  expect(names).toEqual(['_account', 'a', '_version', 'b', '_versionOther', ...choices])
  expect(choices.flatMap((name) => valuesIn(formIn(page), name))).toEqual(['a', 'both', 'both', 'a', 'b'])
  const folded = new JSDOM(page.text).window.document.querySelector('details.merge-single')
  expect([...(folded?.querySelectorAll('legend') ?? [])].map((one) => one.textContent)).toEqual([
    'Surname',
    'Nickname',
  ])
  expect(visibleText(page)).toMatch(/The same in both First name Grace/)
})

test("the toast has the button 'Undo', which brings both back", async () => {
  const { user, a, b } = await withTwo(first, second)
  await user.submit(pathOf(a, b), formIn(await user.visit(pathOf(a, b))))
  const { path = '', fields = [] } = undoFormIn(await user.visit(`/dashboard/Bud/${a}`)) ?? {}
  const undone = await user.submit(path, fields)
  expect(undone).toSendToast('Change undone successfully')
  expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(2)
})

test('a refused form keeps its choices', async () => {
  const notes = (letter: string) => ({ notes: letter.repeat(6_000) })
  const { user, a, b } = await withTwo({ ...first, ...notes('a') }, { ...second, ...notes('b') })
  const form = typed(formIn(await user.visit(pathOf(a, b))), { Location: 'b' })
  const response = await user.submit(pathOf(a, b), form)
  expect(response.status).toBe(409)
  expect(visibleText(response)).toContain('Together the notes have more than 10,000 characters.')
  const back = formIn(response)
  expect(valuesIn(back, 'Location')).toEqual(['b'])
  expect(await user.submit(pathOf(a, b), typed(back, { notes: 'a' }))).toHaveRedirect(`/dashboard/Bud/${a}`)
})

test.each(['a', 'b'] as const)(
  'after a change of bud %s, the form comes back with the new values and its choices, and nothing is merged',
  async (changed) => {
    const { user, a, b } = await withTwo(first, second)
    const form = typed(formIn(await user.visit(pathOf(a, b))), { notes: 'b' })
    await user.patch(`/api/v1/buds/${{ a, b }[changed]}`, { Location: 'Bath' })
    const response = await user.submit(pathOf(a, b), form)
    expect(response.status).toBe(412)
    expect(visibleText(response)).toContain(
      'A bud has changed since you opened this page. Nothing is merged yet: check the new values.',
    )
    expect(visibleText(response)).toContain('Bath')
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(2)
    const back = formIn(response)
    expect(valuesIn(back, 'notes')).toEqual(['b'])
    expect(await user.submit(pathOf(a, b), back)).toHaveRedirect(`/dashboard/Bud/${a}`)
  },
)

test('sent without versions, as only programs do, the form merges what is stored', async () => {
  const { user, a, b } = await withTwo(first, second)
  const form = formIn(await user.visit(pathOf(a, b))).filter(([name]) => !name.startsWith('_version'))
  await user.patch(`/api/v1/buds/${b}`, { Location: 'Bath' })
  expect(await user.submit(pathOf(a, b), form)).toHaveRedirect(`/dashboard/Bud/${a}`)
})

test('without a second bud, the screen finds one', async () => {
  const { user, a, b } = await withTwo(first, { ...second, Surname: 'Hopper', Occupation: 'Admiral' })
  const page = await user.visit(`${screen}?a=${a}`)
  expect(page.text).toContain(`${screen}?a=${a}&amp;b=${b}`)
  expect(page.text).not.toContain(`b=${a}`)
  expect((await user.visit(`${screen}?a=${a}&search=Admiral`)).text).toContain(`b=${b}`)
  expect(visibleText(await user.visit(`${screen}?a=${a}&search=nobody`))).toContain('Nobody else is found.')
  expect((await user.visit(`/dashboard/Bud/${a}`)).text).toContain(`${screen}?a=${a}`)
})

test('buds that are missing, the same or of another owner lead back to the duplicates', async () => {
  const { user, a } = await withTwo(first, second)
  const theirs = (await createBud(await createUser()))._id
  for (const [b, message] of [
    [theirs, 'Bud not found'],
    ['x', 'Bud not found'],
    [a, 'A bud cannot be merged with itself'],
  ] as const) {
    const responses = [await user.visit(pathOf(a, b)), await user.submit(pathOf(a, b), { a, b })]
    for (const response of responses) {
      expect(response).toHaveRedirect('/dashboard/duplicates')
      expect(response).toSendToast(message)
    }
  }
})

test('offers namesakes that are not archived, and finds the archived ones with a mark', async () => {
  const user = await signedIn()
  const ann = await createBud(user.user, { Firstname: 'Ann', Surname: 'Stone' })
  for (const Firstname of ['Bea', 'Cleo']) {
    const { _id } = await createBud(user.user, { Firstname, Surname: 'Stone' })
    if (Firstname === 'Bea') await user.post('/api/v1/buds/bulk', { ids: [_id], action: 'archive' })
  }
  const found = async (query = '') => visibleText(await user.visit(`${screen}?a=${ann._id}${query}`))
  expect(await found()).toContain('Cleo Stone')
  expect(await found()).not.toContain('Bea Stone')
  expect(await found('&search=stone')).toMatch(/Bea Stone\s*Archived/)
})
