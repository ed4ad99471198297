import { describe, expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { formIn, typed } from '../../support/form'
import { undoLast } from '../../support/history'

const kinds = {
  circle: {
    create: createCircle,
    parts: {
      details: { Location: 'Bath' },
      description: { Description: 'Every Tuesday' },
      milestones: { 'milestone-description-1': 'Ten years' },
    },
  },
  event: {
    create: createEvent,
    parts: {
      details: { Location: 'Bath' },
      description: { Description: 'Bring a book' },
    },
  },
}
const cases = (['circle', 'event'] as const).flatMap((kind) =>
  Object.entries(kinds[kind].parts).map(([part, change]) => ({ kind, part, change })),
)

async function withRecord(kind: keyof typeof kinds) {
  const client = await signedIn()
  const [ada, ben] = [
    await createBud(client.user, { Firstname: 'Ada' }),
    await createBud(client.user, { Firstname: 'Ben' }),
  ]
  const { _id } = await kinds[kind].create(client.user, {
    Description: 'As it was',
    selectedBuds: [ada._id],
    ...(kind === 'circle' && { milestones: [{ id: 1, date: '2016-03-01', description: 'Founded' }] }),
  })
  const path = `/dashboard/${kind === 'circle' ? 'Circle' : 'Event'}/${_id}`
  const stored = async () => (await client.get(`/api/v1/${kind}s/${_id}`)).body[kind]
  const open = async (part: string) => formIn(await client.visit(`${path}?edit=${part}`), 'form.place-form')
  const send = (part: string, form: [string, string][]) => client.submit(`${path}?edit=${part}`, form)
  return { client, _id, path, ben, stored, open, send }
}

describe('a part of the page', () => {
  test.each(cases)(
    'of $kind: $part changes its own fields only, and is undone',
    async ({ kind, part, change }) => {
      const { client, path, stored, open, send } = await withRecord(kind)
      const before = await stored()
      const answer = await send(part, typed(await open(part), change))
      expect(answer.status).toBe(302)
      expect(answer.headers.get('Location')).toBe(path)
      const after = await stored()
      expect(visibleText(await client.visit(path))).toContain(Object.values(change)[0])
      const changed = Object.keys(before).filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
      )
      expect(changed).toEqual([part === 'milestones' ? 'milestones' : Object.keys(change)[0]])
      await undoLast(client)
      expect(await stored()).toEqual(before)
    },
  )

  test.each(['circle', 'event'] as const)(
    'of %s: its buds are chosen, with and without a search',
    async (kind) => {
      const { ben, stored, open, send } = await withRecord(kind)
      const form = await open('buds')
      const found = await send('buds', [...typed(form, { findBuds: 'Ben' }), ['intent', 'find-buds']])
      expect(found.status).toBe(200)
      expect(visibleText(found)).toContain('Ben')
      expect((await send('buds', [...form, ['selectedBuds', ben._id]])).status).toBe(302)
      expect(await stored()).toMatchObject({
        Description: 'As it was',
        buds: [{ Firstname: 'Ada' }, { Firstname: 'Ben' }],
      })
    },
  )

  test.each(['circle', 'event'] as const)(
    'of %s: a later change is shown beside what was typed',
    async (kind) => {
      const { client, _id, stored, open, send } = await withRecord(kind)
      const form = await open('description')
      await client.patch(`/api/v1/${kind}s/${_id}`, { Description: 'From another tab' })
      const answer = await send('description', typed(form, { Description: 'Mine' }))
      expect(answer.status).toBe(412)
      expect(visibleText(answer)).toContain('Saved now: From another tab')
      expect((await send('description', formIn(answer, 'form.place-form'))).status).toBe(302)
      expect((await stored()).Description).toBe('Mine')
    },
  )

  test('with an end before the start is refused, and comes back as typed', async () => {
    const { stored, open, send } = await withRecord('event')
    const before = await stored()
    const answer = await send('details', typed(await open('details'), { endDate: '2026-11-01T10:00' }))
    expect(answer.status).toBe(400)
    expect(visibleText(answer)).toContain('End date must not be before the start date')
    expect(formIn(answer, 'form.place-form')).toContainEqual(['endDate', '2026-11-01T10:00'])
    expect(await stored()).toEqual(before)
  })

  test('of a record that is not there, or with an unknown name, changes nothing', async () => {
    const { client, path, stored, open, send } = await withRecord('circle')
    const before = await stored()
    const form = await open('description')
    expect((await send('toString', typed(form, { edit: 'toString' }))).status).toBe(400)
    const other = path.replace(/.{4}$/, '0000')
    expect((await client.submit(other, typed(form, { Description: 'x' }))).status).not.toBe(200)
    expect(await stored()).toEqual(before)
  })
})
