import { eq } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { drawnFace } from '~/people/buds/drawn-face'
import { buds } from '~drizzle/schema'
import type { Client } from '../../support/client'
import { createBud, createCircle, signedIn } from '../../support/factories'

const profile = '/dashboard/profile'
const documentOf = async (client: Client, path: string) =>
  new JSDOM((await client.visit(path)).text).window.document

test('a bud without a photo has the same drawn face over its initials on each screen', async () => {
  const client = await signedIn()
  const { _id } = await createBud(client.user, { Surname: 'Hopper', cadenceDays: 1 })
  await client.post('/api/v1/interactions', { on: '2001-03-05', selectedBuds: [_id] })
  const screens = [
    '/dashboard?view=rows',
    `/dashboard/Bud/${_id}`,
    '/dashboard/Today',
    '/dashboard/Find?q=Hopper',
  ]
  for (const screen of screens) {
    const face = (await documentOf(client, screen)).querySelector('#main .drawn')
    expect(face?.textContent, screen).toBe('GH')
    expect(face?.className).toContain(drawnFace(_id))
    expect(face?.getAttribute('aria-hidden')).toBe('true')
  }
})

test('a photo has no drawing over it', async () => {
  const client = await signedIn()
  const { _id } = await createBud(client.user)
  await db
    .update(buds)
    .set({ photo: `/photos/${_id}/0123456789abcdef` })
    .where(eq(buds._id, _id))
  for (const screen of ['/dashboard?view=rows', `/dashboard/Bud/${_id}`, '/dashboard/Find?q=Grace'])
    expect((await documentOf(client, screen)).querySelector('.drawn')).toBeNull()
})

test('cards of buds and circles keep the initials', async () => {
  const client = await signedIn()
  const { _id } = await createBud(client.user, { Surname: 'Hopper' })
  await createCircle(client.user, { selectedBuds: [_id] })
  for (const screen of ['/dashboard?view=cards', '/dashboard/AllCircles?view=cards']) {
    const document = await documentOf(client, screen)
    expect(document.querySelector('.drawn')).toBeNull()
    expect([...document.querySelectorAll('.badge')].map((badge) => badge.textContent)).toContain('GH')
  }
})

test('hundreds of buds look different from each other', () => {
  const faces = Array.from({ length: 300 }, () => drawnFace(uuid()))
  expect(new Set(faces).size).toBeGreaterThan(200)
})

test('the profile changes between drawn faces and initials, without JavaScript', async () => {
  const client = await signedIn()
  const shown = async () => {
    const document = await documentOf(client, profile)
    const checked = document.querySelector<HTMLInputElement>('input[name=faces]:checked')
    return [checked?.value, document.querySelector('.dashboard')?.getAttribute('data-faces')]
  }
  expect(await shown()).toEqual(['drawn', 'drawn'])
  const saved = await client.submit(profile, { intent: 'faces', faces: 'initials' })
  expect(saved).toHaveRedirect(profile)
  expect(saved).toSendToast('Settings saved successfully')
  expect(await shown()).toEqual(['initials', 'initials'])
  const refused = await client.submit(profile, { intent: 'faces', faces: 'photos' })
  expect(refused).toSendToast('Faces without a photo must be one of drawn, initials')
  expect(await shown()).toEqual(['initials', 'initials'])
  expect((await client.get('/api/v1/users/settings')).body.settings.faces).toBe('initials')
})
