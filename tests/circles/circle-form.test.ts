import { describe, expect, test } from 'vitest'
import { visibleText } from '../support/client'
import { createCircle, signedIn } from '../support/factories'
import { formIn, typed, valuesIn } from '../support/form'

const add = '/dashboard/AddCircle'
const limit = 100

/** The milestones of a form as [id, date, description]. */
function rowsIn(form: [string, string][]) {
  const fields = Object.fromEntries(form)
  const ids = fields.milestoneIds?.split(',') ?? []
  return ids.map((id) => [Number(id), fields[`milestone-date-${id}`], fields[`milestone-description-${id}`]])
}

function asFields(rows: [id: number, date: string, description: string][]) {
  const fields: Record<string, string> = { milestoneIds: rows.map(([id]) => id).join(',') }
  for (const [id, date, description] of rows) {
    fields[`milestone-date-${id}`] = date
    fields[`milestone-description-${id}`] = description
  }
  return fields
}

describe('the milestone editor', () => {
  test('starts with one empty row, which has no Remove button', async () => {
    const page = await (await signedIn()).visit(add)
    expect(rowsIn(formIn(page))).toEqual([[1, '', '']])
    expect(visibleText(page)).not.toContain('Remove milestone')
  })

  test('starts with one empty row for a circle without milestones', async () => {
    const user = await signedIn()
    const { _id } = await createCircle(user.user)
    expect(rowsIn(formIn(await user.visit(`/dashboard/EditCircle/${_id}`)))).toEqual([[1, '', '']])
  })

  test('adds a row with the largest id plus one, and saves nothing', async () => {
    const user = await signedIn()
    const form = typed(formIn(await user.visit(add)), {
      Name: 'Readers',
      ...asFields([
        [2, '2026-11-20', 'first'],
        [7, '', 'second'],
        [3, '2026-12-24', ''],
      ]),
    })
    const page = await user.submit(add, typed(form, { intent: 'add-milestone' }))
    expect(page.status).toBe(200)
    expect(rowsIn(formIn(page))).toEqual([
      [2, '2026-11-20', 'first'],
      [7, '', 'second'],
      [3, '2026-12-24', ''],
      [8, '', ''],
    ])
    expect(valuesIn(formIn(page), 'Name')).toEqual(['Readers'])
    expect((await user.get('/api/v1/circles')).body.totalCircles).toBe(0)
  })

  test('removes the row and keeps the ids of the others', async () => {
    const user = await signedIn()
    const rows = asFields([
      [1, '2026-11-20', 'first'],
      [2, '', 'second'],
      [3, '', 'third'],
    ])
    const page = await user.submit(add, { ...rows, intent: 'remove-milestone-2' })
    expect(rowsIn(formIn(page))).toEqual([
      [1, '2026-11-20', 'first'],
      [3, '', 'third'],
    ])
    const two = formIn(page)
    const one = formIn(await user.submit(add, typed(two, { intent: 'remove-milestone-1' })))
    expect(rowsIn(one)).toEqual([[3, '', 'third']])
  })

  test('cannot remove the last row', async () => {
    const user = await signedIn()
    const page = await user.submit(add, { ...asFields([[4, '', 'only']]), intent: 'remove-milestone-4' })
    expect(rowsIn(formIn(page))).toEqual([[4, '', 'only']])
    expect(visibleText(page)).not.toContain('Remove milestone')
  })

  test('of a rejected form keeps rows and ids, and shows the errors', async () => {
    const user = await signedIn()
    const rows: [number, string, string][] = [
      [5, '', ''],
      [9, '2026-11-20', 'x'.repeat(2_001)],
    ]
    const page = await user.submit(add, { Name: 'Readers', ...asFields(rows) })
    expect(page.status).toBe(400)
    expect(rowsIn(formIn(page))).toEqual(rows)
    expect(visibleText(page)).toContain(
      'Milestone 2, description : Milestone description must be at most 2000 characters',
    )
    const faulty = [...page.text.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].map(String)
    expect(faulty.map((input) => /name="([^"]+)"/.exec(input)?.[1])).toEqual(['milestone-description-9'])
  })

  test(`rejects more than ${limit} rows, and keeps the input`, async () => {
    const user = await signedIn()
    const rows = (n: number) =>
      Array.from({ length: n }, (_, i): [number, string, string] => [i + 1, '', `Step ${i}`])
    const full = asFields(rows(limit))
    const afterAdd = await user.submit(add, { Name: 'Readers', ...full, intent: 'add-milestone' })
    expect(afterAdd.status).toBe(400)
    expect(visibleText(afterAdd)).toContain('Maximum limit of 100 milestones reached')
    expect(rowsIn(formIn(afterAdd))).toHaveLength(limit)
    const sent = await user.submit(add, { Name: 'Readers', ...asFields(rows(limit + 1)) })
    expect(sent.status).toBe(400)
    expect(visibleText(sent)).toContain('Maximum limit of 100 milestones reached')
    expect(rowsIn(formIn(sent))).toHaveLength(limit + 1)
    expect(await user.submit(add, { Name: 'Readers', ...full })).toHaveRedirect('/dashboard/allcircles')
  })

  test('accepts 8,000 characters of descriptions in total, and rejects more', async () => {
    const user = await signedIn()
    const rows = (last: number) =>
      [2_000, 2_000, 2_000, 1_999, last].map((n, i): [number, string, string] => [i + 1, '', 'é'.repeat(n)])
    const refused = await user.submit(add, { Name: 'Readers', ...asFields(rows(2)) })
    expect(refused.status).toBe(400)
    expect(visibleText(refused)).toContain(
      'Milestones : Milestone descriptions must be at most 8000 characters together',
    )
    expect(rowsIn(formIn(refused))).toEqual(rows(2))
    expect((await user.get('/api/v1/circles')).body.totalCircles).toBe(0)
    const saved = await user.submit(add, { Name: 'Readers', ...asFields(rows(1)) })
    expect(saved).toHaveRedirect('/dashboard/allcircles')
  })

  test.each([
    ['', []],
    ['1,1,1', ['first']],
    ['2,1', ['second', 'first']],
    ['3', []],
    ['x,-1,1.5,__proto__,1', ['first']],
    ['1,99999999999999999999', ['first']],
  ])('reads the rows of milestoneIds %j', async (milestoneIds, descriptions) => {
    const user = await signedIn()
    const fields = {
      'milestone-description-1': 'first',
      'milestone-description-2': 'second',
      'milestone-description--1': 'none',
    }
    const response = await user.submit(add, { Name: 'Readers', milestoneIds, ...fields })
    expect(response).toHaveRedirect('/dashboard/allcircles')
    const [{ milestones }] = (await user.get('/api/v1/circles')).body.circles
    expect(milestones.map(({ description }: { description: string }) => description)).toEqual(descriptions)
  })
})
