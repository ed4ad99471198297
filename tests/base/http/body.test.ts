import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readText } from '~/base/http/body.server'

const requestOf = (body: Readable) => ({ method: 'POST', url: '/', headers: { get: () => null }, body })
const openBody = () => new Readable({ read() {} })

test('a body that arrives in parts is read whole, and one above the limit is refused', async () => {
  const read = () => readText(requestOf(Readable.from([Buffer.from('one '), Buffer.from('two')])), 7)
  expect(await read()).toBe('one two')
  await expect(readText(requestOf(Readable.from([Buffer.from('too long')])), 7)).rejects.toThrow('too large')
})

test('reading fails if the client has closed the connection before or closes it meanwhile', async () => {
  const closed = openBody()
  closed.destroy()
  await expect(readText(requestOf(closed))).rejects.toThrow()
  const closing = openBody()
  closing.push('begin')
  setTimeout(() => closing.destroy(), 20)
  await expect(readText(requestOf(closing))).rejects.toThrow()
})
