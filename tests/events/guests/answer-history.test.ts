import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { changeRows } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { changesOf, lastChange, lastRecords, undo, undoLast } from '../../support/history'
import { answer, invited, yes } from './support'

type Made = Awaited<ReturnType<typeof invited>>

const answersIn = async ({ user, api }: Pick<Made, 'user' | 'api'>) =>
  (await user.get(api)).body.guests.map(({ answer }: { answer: string | null }) => answer)

describe('the history of answers', () => {
  test('has a change set of the owner for each answer that differs, and shows it readably', async () => {
    const made = await invited()
    const { user, path } = made
    const before = (await changesOf(user)).length
    await answer(path)
    await answer(path)
    await answer(path, { ...yes, guests: '0', note: '' })
    const list = await changesOf(user)
    expect(list).toHaveLength(before + 2)
    expect(list[0]).toMatchObject({ kind: 'update', title: "Cem Kaya's answer to Picnic edited", rows: 1 })
    expect(await lastRecords(user)).toMatchObject([
      {
        type: 'event',
        name: 'Picnic',
        fields: [
          {
            name: 'guests',
            before: ['Cem Kaya: brings 2 people, note: I come by train'],
            after: ['Cem Kaya: brings nobody, no note'],
          },
        ],
      },
    ])
    const first = (await user.get(`/api/v1/changes/${list[1]?._id}`)).body.change
    expect(first.records[0].fields).toEqual([
      {
        name: 'guests',
        before: ['Cem Kaya: No answer'],
        after: ['Cem Kaya: Yes, brings 2 people, Vegan, note: I come by train'],
      },
    ])
    const text = visibleText(await user.visit(`/dashboard/history/${list[1]?._id}`))
    expect(text).toContain('Answers Cem Kaya: No answer Cem Kaya: Yes, brings 2 people, Vegan')
  })

  test('an undo takes an answer back, and its undo brings it again', async () => {
    const made = await invited({}, [{ Firstname: 'Cem' }, { Firstname: 'Zoe' }])
    const { user, paths } = made
    await answer(paths[0] ?? '')
    await answer(paths[1] ?? '', { answer: 'no' })
    const before = (await user.get(made.api)).text
    const [, first] = await changesOf(user)
    expect((await undo(user, first?._id ?? '')).body).toEqual({ msg: 'Change undone successfully', kept: [] })
    expect(await answersIn(made)).toEqual([null, 'no'])
    await undoLast(user)
    expect((await user.get(made.api)).text).toBe(before)
  })

  test('an undo keeps an answer that was changed since', async () => {
    const made = await invited()
    await answer(made.path)
    const first = await lastChange(made.user)
    await answer(made.path, { answer: 'no' })
    const { body } = await undo(made.user, first)
    expect(body.kept).toMatchObject([{ type: 'event', name: 'Picnic', fields: ['guests'] }])
    expect(await answersIn(made)).toEqual(['no'])
  })

  test('an undo keeps all of an answer of which only the note was changed since', async () => {
    const made = await invited()
    await answer(made.path)
    const first = await lastChange(made.user)
    await answer(made.path, { ...yes, note: 'By bus' })
    const before = (await made.user.get(made.api)).text
    expect((await undo(made.user, first)).body.kept).toMatchObject([{ type: 'event', fields: ['guests'] }])
    expect((await made.user.get(made.api)).text).toBe(before)
  })

  test('the undo of a deletion brings the answers and the links back', async () => {
    const made = await invited()
    const { user, eventId, buds, path } = made
    await answer(path)
    const before = (await user.get(made.api)).text
    for (const deleted of [`/api/v1/events/${eventId}`, `/api/v1/buds/${buds[0]?._id}`]) {
      await user.delete(deleted)
      await undoLast(user)
      expect((await user.get(made.api)).text).toBe(before)
    }
    await user.patch(`/api/v1/events/${eventId}`, { selectedBuds: [] })
    await undoLast(user)
    expect((await user.get(made.api)).text).toBe(before)
  })

  test('the undo of the creation keeps an event that was answered since', async () => {
    const made = await invited()
    const [created] = (await changesOf(made.user)).filter(({ title }) => title === 'Picnic added')
    await answer(made.path)
    const { body } = await undo(made.user, created?._id ?? '')
    expect(body.kept).toMatchObject([{ type: 'event', name: 'Picnic', fields: ['selectedBuds'] }])
    expect(await answersIn(made)).toEqual(['yes'])
  })

  test('the undo of the creation keeps all attendees if one has answered since, and removes them without answers', async () => {
    const made = await invited({}, [{ Firstname: 'Ada' }, { Firstname: 'Cem' }, { Firstname: 'Zoe' }])
    const { user, eventId, paths } = made
    const created = await lastChange(user)
    await answer(paths[1] ?? '', { ...yes, guests: '0', diet: '' })
    const answered = await lastChange(user)
    const before = (await user.get(made.api)).text
    expect((await undo(user, created)).body.kept).toMatchObject([
      { type: 'event', name: 'Picnic', fields: ['selectedBuds'] },
    ])
    expect((await user.get(made.api)).text).toBe(before)
    await undo(user, answered)
    expect((await undo(user, created)).body.kept).toEqual([])
    expect((await user.get(`/api/v1/events/${eventId}`)).status).toBe(404)
  })
})

/** Removes from the images of attendees what migration 0006 has added. */
const ageImages = (ownerId: string) => {
  const columns = sql`'{answer,guests,diet,note,answered_at}'::text[]`
  return db
    .update(changeRows)
    .set({ before: sql`before - ${columns}`, after: sql`after - ${columns}` })
    .where(and(eq(changeRows.ownerId, ownerId), eq(changeRows.table, 'event_buds')))
}

describe('a change set that is older than the answers', () => {
  test('is undone as before: a creation, an edit and a deletion', async () => {
    const { user, eventId, api, buds } = await invited({}, [{ Firstname: 'Cem' }, { Firstname: 'Zoe' }])
    const event = `/api/v1/events/${eventId}`
    await user.patch(event, { selectedBuds: [buds[0]?._id] })
    await user.delete(event)
    await ageImages(user.user._id)
    const list = await changesOf(user)
    expect(list.map(({ kind }) => kind).slice(0, 3)).toEqual(['delete', 'update', 'create'])
    for (const { _id } of list.slice(0, 2)) expect((await undo(user, _id)).body.kept).toEqual([])
    expect(await answersIn({ user, api })).toEqual([null, null])
    expect((await undo(user, list[2]?._id ?? '')).body.kept).toEqual([])
    expect((await user.get(event)).status).toBe(404)
  })

  test('that added an attendee is not undone if the attendee has answered since', async () => {
    const made = await invited()
    const { user, eventId, buds, path } = made
    const event = `/api/v1/events/${eventId}`
    await user.patch(event, { selectedBuds: [] })
    await user.patch(event, { selectedBuds: [buds[0]?._id] })
    const added = await lastChange(user)
    await ageImages(user.user._id)
    await answer(path)
    expect((await undo(user, added)).body.kept).toMatchObject([{ fields: ['selectedBuds'] }])
    expect(await answersIn(made)).toEqual(['yes'])
  })
})

describe('when buds are merged that attend the same event', () => {
  test.each([
    ['the other answered later', [0, 1], 'no'],
    ['this bud answered later', [1, 0], 'yes'],
    ['only the other answered', [1], 'no'],
    ['only this bud answered', [0], 'yes'],
  ])('and %s, the newer answer stays, and an undo brings both back', async (_, order, expected) => {
    const made = await invited({}, [{ Firstname: 'Cem' }, { Firstname: 'Zoe' }])
    const { user, buds, paths } = made
    for (const n of order) await answer(paths[n] ?? '', n === 0 ? yes : { answer: 'no' })
    const before = (await user.get(made.api)).text
    const merged = await user.post(`/api/v1/buds/${buds[0]?._id}/merge`, { with: buds[1]?._id })
    expect(merged.status).toBe(200)
    expect(await answersIn(made)).toEqual([expected])
    expect((await undoLast(user)).body.kept).toEqual([])
    expect((await user.get(made.api)).text).toBe(before)
  })

  test('and only the other attends, its answer moves', async () => {
    const made = await invited({}, [{ Firstname: 'Cem' }])
    const { user, buds, path } = made
    await answer(path)
    const other = (await user.post('/api/v1/buds', { Firstname: 'Kemal' })).body.bud
    await user.post(`/api/v1/buds/${other._id}/merge`, { with: buds[0]?._id })
    expect(await answersIn(made)).toEqual(['yes'])
  })
})
