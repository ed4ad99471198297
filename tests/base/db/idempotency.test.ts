import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { runOnce } from '~/base/db/idempotency.server'

test('a call waits for a concurrent one with its key, and does its work only if that one failed', async () => {
  const key = uuid()
  const works: string[] = []
  let fail = () => {}
  const failure = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('failed'))
  })
  const first = runOnce(key, async () => {
    works.push('first')
    await failure
  })
  await expect.poll(() => works).toEqual(['first'])
  const second = runOnce(key, async () => works.push('second'))
  fail()
  await expect(first).rejects.toThrow('failed')
  await second
  await runOnce(key, async () => works.push('third'))
  expect(works).toEqual(['first', 'second'])
})
