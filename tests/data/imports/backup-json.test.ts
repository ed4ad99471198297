import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineJson, parseSpan } from '~/data/imports/backup/backup-json'

const names = ['buds', 'circles'] as const

/** The outline, with the number of pauses. */
function outlineOf(json: Uint8Array, limit = 1_000) {
  const pieces = outlineJson(json, names, limit)
  for (let pauses = 0, piece = pieces.next(); ; pauses++, piece = pieces.next())
    if (piece.done) return { ...piece.value, pauses }
}

const blank = fc.constantFrom('', ' ', '\n', '\r\n\t ')
const json = fc
  .tuple(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 2, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

test('the parts of a JSON object are those that JSON.parse finds', () => {
  const member = fc.tuple(
    fc.string().filter((name) => !names.includes(name as never)),
    json,
  )
  const list = fc.array(json, { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(member, { maxLength: 4 }), list, list, blank, (members, buds, circles, gap) => {
      const parts = [
        ...members.map(([name, value]) => `${JSON.stringify(name)}${gap}:${gap}${value}`),
        `"buds":${gap}[${gap}${buds.join(`${gap},${gap}`)}${gap}]`,
        `"circles":[${circles.join(',')}]`,
      ]
      const text = `${gap}{${gap}${parts.join(`${gap},${gap}`)}${gap}}${gap}`
      const bytes = Buffer.from(text)
      const expected = JSON.parse(text)
      const { lists, members: found } = outlineOf(bytes)
      for (const name of names)
        expect(lists[name].map((span) => parseSpan(bytes, span))).toEqual(expected[name])
      for (const [name] of members) {
        const span = found.get(name)
        expect(span && parseSpan(bytes, span)).toEqual(expected[name])
      }
      for (const end of [1, Math.floor(bytes.length / 2), bytes.length - 1 - gap.length])
        expect(() => outlineOf(bytes.subarray(0, end))).toThrow(SyntaxError)
    }),
  )
})

test('a list is read up to the limit', () => {
  const { lists } = outlineOf(Buffer.from('{"buds":[1,2,3,4,5],"circles":[6]}'), 3)
  expect(lists).toMatchObject({
    buds: [
      [9, 10],
      [11, 12],
      [13, 14],
    ],
    circles: [],
  })
})

test.each([
  '',
  '[]',
  'null',
  '{',
  '{"a"}',
  '{"a":1,}',
  '{"a":1}x',
  '{"buds":[1 2]}',
  '{"buds":[1,]}',
  '{"a":]}',
])('no JSON object: %s', (text) => {
  expect(() => outlineOf(Buffer.from(text), 10)).toThrow(SyntaxError)
})

const blanks = (count: number) => ' '.repeat(count)
const members = (count: number) => Array.from({ length: count }, (_, n) => `"${n}":0`).join(',')

test.each([
  ['100 members', `{${members(100)}}`, `{${members(101)}}`],
  ['100 members with one name', `{${Array(100).fill('"":0')}}`, `{${Array(101).fill('"":0')}}`],
  ['1,000 blanks before a value', `{"a":${blanks(1_000)}0}`, `{"a":${blanks(1_001)}0}`],
  ['1,000 blanks in a list', `{"buds":[${blanks(1_000)}]}`, `{"buds":[${blanks(1_001)}]}`],
  ['1,000 blanks at the end', `{}${blanks(1_000)}`, `{}${blanks(1_001)}`],
  ['a name of 900 bytes', `{"${'n'.repeat(900)}":0}`, `{"${'n'.repeat(1_000)}":0}`],
  ['a number of 900 digits', `{"buds":[${'1'.repeat(900)}]}`, `{"buds":[${'1'.repeat(1_100)}]}`],
])('at most %s', (_, most, more) => {
  expect(() => outlineOf(Buffer.from(most))).not.toThrow()
  expect(() => outlineOf(Buffer.from(more))).toThrow(SyntaxError)
})

test.each([
  ['many elements', `{"buds":[${'{},'.repeat(900_000)}{}]}`],
  ['an element with many values', `{"buds":[[${'0,'.repeat(1_000_000)}0]]}`],
  ['a long text', `{"buds":["${'x'.repeat(2_000_000)}"]}`],
  ['a long text of a member', `{"a":"${'x'.repeat(2_000_000)}"}`],
])('pauses within %s', (_, text) => {
  expect(outlineOf(Buffer.from(text), 1_000_000).pauses).toBeGreaterThan(5)
})
