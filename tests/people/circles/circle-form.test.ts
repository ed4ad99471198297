import { describe, expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { createCircle, signedIn } from '../../support/factories'
import { formIn, typed, valuesIn } from '../../support/form'

const add = '/dashboard/AddCircle'

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
    const user = await signedIn()
    const { _id } = await createCircle(user.user)
    for (const path of [add, `/dashboard/EditCircle/${_id}`]) {
      const page = await user.visit(path)
      expect(rowsIn(formIn(page))).toEqual([[1, '', '']])
      expect(visibleText(page)).not.toContain('Remove milestone')
    }
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

  test('removes a row, keeps the ids of the others, and does not remove a row that is alone', async () => {
    const user = await signedIn()
    let form = Object.entries(
      asFields([
        [1, '2026-11-20', 'first'],
        [2, '', 'second'],
        [3, '', 'third'],
      ]),
    )
    for (const [id, left] of [
      [2, [1, 3]],
      [1, [3]],
      [3, [3]],
    ] as const) {
      const page = await user.submit(add, typed(form, { intent: `remove-milestone-${id}` }))
      form = formIn(page)
      expect(rowsIn(form).map(([id]) => id)).toEqual(left)
      expect(visibleText(page).includes('Remove milestone')).toBe(left.length > 1)
    }
    expect(rowsIn(form)).toEqual([[3, '', 'third']])
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

  test('refuses more than 100 rows, and keeps the input of the first 101', async () => {
    const user = await signedIn()
    const rows = (n: number) =>
      asFields(Array.from({ length: n }, (_, i): [number, string, string] => [i + 1, '', `Step ${i}`]))
    for (const [fields, kept] of [
      [{ ...rows(100), intent: 'add-milestone' }, 100],
      [rows(500), 101],
    ] as const) {
      const page = await user.submit(add, { Name: 'Readers', ...fields })
      expect(page.status).toBe(400)
      expect(visibleText(page)).toContain('Maximum limit of 100 milestones reached')
      expect(rowsIn(formIn(page))).toHaveLength(kept)
    }
  })

  test('is read in the order of milestoneIds, without invalid and repeated ids', async () => {
    const user = await signedIn()
    const fields = {
      'milestone-description-1': 'first',
      'milestone-description-2': 'second',
      'milestone-description--1': 'none',
    }
    for (const [milestoneIds, descriptions] of [
      ['', []],
      ['1,1,1', ['first']],
      ['2,1', ['second', 'first']],
      ['3', []],
      ['x,-1,1.5,__proto__,constructor,1', ['first']],
      ['0,1e3,,02, 2,99999999999999999999,9007199254740993,1', ['first']],
    ] as const) {
      const response = await user.submit(add, { Name: 'Readers', milestoneIds, ...fields })
      expect(response).toHaveRedirect('/dashboard/allcircles')
      const [{ milestones }] = (await user.get('/api/v1/circles')).body.circles
      const stored = milestones.map(({ description }: { description: string }) => description)
      expect(stored, milestoneIds).toEqual(descriptions)
    }
  })
})
