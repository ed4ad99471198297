import { expect, test } from 'vitest'
import type { RequestContext } from '~/base/http/context.server'
import { takeDownloadTurn } from '~/base/http/download.server'
import { createGate } from '~/base/http/gate.server'

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends when it is told to. Lists who has begun, in order. */
function workOf(gate: ReturnType<typeof createGate>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string) =>
    gate.run(name.charAt(0), () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await nextTick()
  }
  return { begun, start, end }
}

test('users take turns, whatever the number of their pieces', async () => {
  const { begun, start, end } = workOf(createGate({ atOnce: 2, forOne: 1 }))
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) start(name)
  await nextTick()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('c1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  await end('a2')
  await end('b1')
  expect(begun.slice(4).sort()).toEqual(['a3', 'b2'])
})

test('one user never has more than their share', async () => {
  const { begun, start, end } = workOf(createGate({ atOnce: 10, forOne: 2 }))
  for (const name of ['a1', 'a2', 'a3']) start(name)
  await nextTick()
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

test('what fails lets the next one in', async () => {
  const gate = createGate({ atOnce: 1, forOne: 1 })
  const failed = gate.run('a', async () => {
    throw new Error('no')
  })
  const next = gate.run('a', async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('more than may wait, and what waits too long, gets 429 and keeps nobody out', async () => {
  const gate = createGate({ atOnce: 1, forOne: 1, waiting: 1, patience: 20 })
  const leave = await gate.enter('a')
  const patient = gate.enter('a')
  const refused = { status: 429, details: { headers: { 'Retry-After': '5' } } }
  await expect(gate.enter('a')).rejects.toMatchObject(refused)
  await expect(patient).rejects.toMatchObject(refused)
  leave()
  leave()
  const again = await gate.enter('b')
  await expect(gate.enter('c')).rejects.toMatchObject(refused)
  again()
})

test('an account has two downloads at once, and those of others do not wait', async () => {
  const closing: (() => void)[] = []
  const context = { onClose: (done: () => void) => void closing.push(done) } as unknown as RequestContext
  const turns = Array.from({ length: 8 }, () => takeDownloadTurn('one', context))
  const last = turns.pop()
  await expect(last).rejects.toMatchObject({ status: 429 })
  expect(closing).toHaveLength(2)
  await takeDownloadTurn('other', context)
  expect(closing).toHaveLength(3)
  for (let n = 0; n < closing.length; n++) {
    closing[n]?.()
    await nextTick()
  }
  await Promise.all(turns)
  expect(closing).toHaveLength(8)
})
