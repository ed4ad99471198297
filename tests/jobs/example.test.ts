import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { type ClientResponse, visibleText } from '../support/client'
import { createBud, signedIn } from '../support/factories'

const look = [['intent', 'example']] as [string, string][]

/** The URL that removes the example, as the note on a list has it. */
const removal = ({ text }: ClientResponse) =>
  new JSDOM(text).window.document.querySelector('.example-note form')?.getAttribute('action') ?? ''

async function withExample() {
  const client = await signedIn()
  expect((await client.submit('/dashboard?index', look)).status).toBe(302)
  const count = async (list: 'Buds' | 'Circles' | 'Events') =>
    (await client.get(`/api/v1/${list.toLowerCase()}`)).body[`total${list}`]
  const remove = async () => client.submit(removal(await client.visit('/dashboard')), [['intent', 'undo']])
  return { client, count, remove }
}

describe('the example', () => {
  test('is offered to an account without buds, on the list and on Today', async () => {
    const client = await signedIn()
    for (const path of ['/dashboard', '/dashboard/Today'])
      expect(visibleText(await client.visit(path))).toContain('Look at the example')
    await createBud(client.user, { Firstname: 'Ada' })
    for (const path of ['/dashboard', '/dashboard/Today'])
      expect(visibleText(await client.visit(path))).not.toContain('Look at the example')
    await client.submit('/dashboard?index', look)
    expect((await client.get('/api/v1/buds')).body.totalBuds).toBe(1)
  })

  test('has people with photos, circles and events, and says on each list what they are', async () => {
    const { client, count } = await withExample()
    expect([await count('Buds'), await count('Circles'), await count('Events')]).toEqual([8, 2, 3])
    const { buds } = (await client.get('/api/v1/buds')).body
    for (const { photo } of buds) expect((await client.get(photo)).status).toBe(200)
    for (const path of ['/dashboard', '/dashboard/AllCircles', '/dashboard/AllEvents', '/dashboard/Today'])
      expect(visibleText(await client.visit(path))).toContain('These are examples.')
  })

  test('is added once, and removed whole as one change', async () => {
    const { client, count, remove } = await withExample()
    await client.submit('/dashboard?index', look)
    expect(await count('Buds')).toBe(8)
    expect((await client.get('/api/v1/changes')).body.totalChanges).toBe(1)
    await remove()
    expect([await count('Buds'), await count('Circles'), await count('Events')]).toEqual([0, 0, 0])
    const page = visibleText(await client.visit('/dashboard'))
    expect(page).toContain('Look at the example')
    expect(page).not.toContain('These are examples.')
  })

  test('leaves what was changed in it since', async () => {
    const { client, count, remove } = await withExample()
    const { buds } = (await client.get('/api/v1/buds?search=Judith')).body
    await client.patch(`/api/v1/buds/${buds[0]._id}`, { Nickname: 'Jude' })
    await createBud(client.user, { Firstname: 'Ada' })
    await remove()
    expect(await count('Buds')).toBe(2)
    expect(visibleText(await client.visit('/dashboard'))).toMatch(/Judith Ashdown/)
  })

  test('is not added to what is left of it, and its note goes with the last record', async () => {
    const { client, count, remove } = await withExample()
    const removeAll = async (list: 'buds' | 'circles' | 'events') => {
      for (const { _id } of (await client.get(`/api/v1/${list}`)).body[list])
        await client.delete(`/api/v1/${list}/${_id}`)
    }
    await removeAll('buds')
    expect(visibleText(await client.visit('/dashboard'))).not.toContain('Look at the example')
    await client.submit('/dashboard?index', look)
    expect([await count('Buds'), await count('Circles'), await count('Events')]).toEqual([0, 2, 3])
    await removeAll('circles')
    await removeAll('events')
    expect(visibleText(await client.visit('/dashboard'))).not.toContain('These are examples.')
    await client.submit('/dashboard?index', look)
    await remove()
    expect([await count('Buds'), await count('Circles'), await count('Events')]).toEqual([0, 0, 0])
  })

  test('is added by the API too, as an import that is taken back', async () => {
    const client = await signedIn()
    const added = await client.post('/api/v1/example', {})
    expect(added).toMatchObject({
      status: 201,
      body: { msg: 'The example has been added', import: { state: 'applied', counts: { add: 13 } } },
    })
    expect((await client.post('/api/v1/example', {})).body).toEqual(added.body)
    const { import: example } = added.body
    expect((await client.post(`/api/v1/imports/${example._id}/undo`, {})).status).toBe(202)
    await createBud(client.user, { Firstname: 'Ada' })
    expect(await client.post('/api/v1/example', {})).toMatchObject({
      status: 409,
      body: { msg: 'The example is for accounts without buds' },
    })
  })

  test('is not for the demo account', async () => {
    const demo = await signedIn({ traits: ['demo'] })
    const before = (await demo.get('/api/v1/buds')).body.totalBuds
    await demo.submit('/dashboard?index', look)
    expect((await demo.post('/api/v1/example', {})).status).toBe(403)
    expect((await demo.get('/api/v1/buds')).body.totalBuds).toBe(before)
  })
})
