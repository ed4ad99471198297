import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { listZip, readZipEntry } from '~/data/imports/backup/zip-read.server'

const content = Buffer.from('Ada '.repeat(1_000))
const name = 'budkeeper.json'
const zipOf = (level: 0 | 9) => Buffer.from(zipSync({ 'other.txt': content, [name]: [content, { level }] }))
/** The archive with a comment of 5 bytes behind its last record. */
function withComment(file: Buffer) {
  const commented = Buffer.concat([file, Buffer.from('hello')])
  commented.writeUInt16LE(5, file.length - 2)
  return commented
}
const read = (file: Buffer, limit = 10_000) => {
  const entry = listZip(file, (found) => found === name).get(name)
  return entry && readZipEntry(file, entry, limit)
}

test.each([0, 9] as const)('an entry is read, with compression %i', async (level) => {
  expect(await read(zipOf(level))).toEqual(content)
  expect(await read(withComment(zipOf(level)))).toEqual(content)
  expect(listZip(zipOf(level), (found) => found === name).size).toBe(1)
})

test('an entry is not read if it is larger than the limit', async () => {
  expect(await read(zipOf(9), content.length - 1)).toBe(undefined)
})

test('an archive with a fault elsewhere is read', async () => {
  const file = zipOf(9)
  const changed = (change: (copy: Buffer) => void) => {
    const copy = Buffer.from(file)
    change(copy)
    return copy
  }
  expect(await read(Buffer.concat([file, Buffer.from('hello')]))).toEqual(content)
  // The number of entries.
  expect(await read(changed((copy) => copy.writeUInt16LE(9, file.length - 12)))).toEqual(content)
  // The size of the other entry in the directory.
  const other = file.lastIndexOf('other.txt') - 46
  expect(await read(changed((copy) => copy.writeUInt32LE(7, other + 24)))).toEqual(content)
  expect(await read(Buffer.from(zipSync({ '../x': content, [name]: content })))).toEqual(content)
})

test('a damaged archive never gives another content', async () => {
  for (const level of [0, 9] as const) {
    const file = zipOf(level)
    for (let at = 0; at < file.length; at += 7) {
      const damaged = Buffer.from(file)
      damaged[at] = (damaged[at] ?? 0) ^ 0x5a
      const found = await Promise.resolve()
        .then(() => read(damaged))
        .catch((error) => void expect(error).toBeInstanceOf(RangeError))
      if (found) expect(found).toEqual(content)
    }
  }
})

test('what is no archive is refused', () => {
  for (const file of ['', 'PK', 'PK\x03\x04', 'x'.repeat(100)])
    expect(() => listZip(Buffer.from(file), () => true)).toThrow(RangeError)
})
