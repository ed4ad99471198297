import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { createBud, createCircle, createEvent, createInteraction, signedIn } from '../../support/factories'
import { allRows } from '../history/model'
import { apply, dryRun, rowsOf, undo, upload } from './support'

const binary = async (user: Client, path: string) => {
  const response = await fetch(new URL(path, (await import('../../support/app')).baseUrl), {
    headers: { Cookie: user.cookieHeader() },
  })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

/** Everything of an account as the API returns it. */
async function everything(user: Client) {
  const lists = await Promise.all(
    ['buds', 'circles', 'events', 'interactions'].map(
      async (name) => (await user.get(`/api/v1/${name}?limit=100`)).body[name],
    ),
  )
  return lists
}

async function fullAccount() {
  const user = await signedIn()
  const ada = await createBud(user.user, {
    Firstname: 'Ada',
    emails: [{ label: 'work', value: 'ada@example.org' }],
    dates: [{ label: 'Birthday', year: null, month: 2, day: 29 }],
    notes: 'Likes\n“clocks” 🕰',
    cadenceDays: 14,
  })
  const twin = await createBud(user.user, {
    Firstname: 'Ada',
    emails: [{ label: '', value: 'ADA@example.org' }],
  })
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2b6a47' } })
    .png()
    .toBuffer()
  await user.send('PUT', `/api/v1/buds/${ada._id}/photo`, { body: photo as BodyInit })
  await user.post(`/api/v1/buds/${twin._id}/snooze`, { until: '2099-01-01' })
  await createCircle(user.user, { Name: 'Readers', cadenceDays: 30, selectedBuds: [ada._id, twin._id] })
  await createEvent(user.user, { Name: 'Dinner', selectedBuds: [ada._id] })
  await createInteraction(user.user, { note: 'A call', selectedBuds: [twin._id] })
  return user
}

describe('a backup', () => {
  test.each(['zip', 'json'])(
    'as %s comes back in an empty account as the same data, and undo takes it back',
    async (format) => {
      const owner = await fullAccount()
      const file = await binary(owner, `/api/v1/export?format=${format}`)
      const user = await signedIn()
      const before = await allRows(user.user._id)
      const job = await dryRun(user, file as BodyInit, `backup.${format}`)
      expect(job).toMatchObject({ format: 'budkeeper', counts: { add: 5, update: 0, unchanged: 0, skip: 0 } })
      await apply(user, job._id)
      const expected = await everything(owner)
      if (format === 'json') for (const bud of expected[0]) bud.photo = null
      expect(await everything(user)).toEqual(expected)
      if (format === 'zip') {
        const { photo } = expected[0].find((bud: { photo: string | null }) => bud.photo)
        expect(await binary(user, photo)).toEqual(await binary(owner, photo))
      }
      const again = await dryRun(user, file as BodyInit, `backup.${format}`)
      expect(again.counts).toEqual({ add: 0, update: 0, unchanged: 5, skip: 0 })
      await undo(user, job._id)
      expect(await allRows(user.user._id)).toEqual(before)
    },
  )

  test.each([
    ['an archive without a backup', zipSync({ 'a.txt': strToU8('a') }), /no backup of Budkeeper$/],
    ['a broken archive', new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), /./],
    [
      'nested archives',
      zipSync({ 'budkeeper.zip': zipSync({ 'budkeeper.json': strToU8('{}') }) }),
      /no backup of Budkeeper$/,
    ],
    ['JSON that is no backup', strToU8('{"buds":[{}]}'), /^This is not a backup of Budkeeper$/],
    [
      'a newer version',
      strToU8('{"format":"budkeeper","version":2,"buds":[{}]}'),
      /^Only backups of version 1 can be restored$/,
    ],
    ['no JSON', strToU8('{ "format": '), /./],
  ])('is refused with a message: %s', async (_, file, message) => {
    const user = await signedIn()
    const { status, body } = await upload(user, file as BodyInit, 'backup.zip')
    expect(status).toBe(400)
    expect(body.msg).toMatch(message)
  })

  test.each([
    ['10 seconds', 10_000],
    ['10 hours', 36_000_000],
  ])('of a server whose clock is %s ahead adds each record once', async (_, ahead) => {
    const owner = await fullAccount()
    const { text } = await owner.get('/api/v1/export?format=json')
    const time = (Date.now() + ahead).toString(16).padStart(12, '0')
    const later = text.replaceAll(/[\da-f]{8}-[\da-f]{4}-7/g, `${time.slice(0, 8)}-${time.slice(8)}-7`)
    const user = await signedIn()
    await apply(user, (await dryRun(user, later, 'backup.json'))._id)
    const again = await dryRun(user, later, 'backup.json')
    expect(again.counts).toEqual({ add: 0, update: 0, unchanged: 5, skip: 0 })
  })

  test('names a record that breaks a rule, and imports the others', async () => {
    const owner = await fullAccount()
    const content = JSON.parse(Buffer.from(await binary(owner, '/api/v1/export?format=json')).toString())
    content.buds[0].emails = [{ label: '', value: 'no address' }]
    const user = await signedIn()
    const job = await dryRun(user, JSON.stringify(content), 'backup.json')
    expect(job.counts).toMatchObject({ add: 4, skip: 1 })
    const reasons = (await rowsOf(user, job._id)).map(({ reason }: { reason: string }) => reason)
    expect(reasons).toContain('Not in the backup: 1 of the selected buds')
  })
})
