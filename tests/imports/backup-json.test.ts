import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineJson, parseSpan } from '~/imports/backup-json'

const names = ['buds', 'circles'] as const
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
      const { lists, members: found } = outlineJson(bytes, names, 1_000)
      for (const name of names)
        expect(lists[name].map((span) => parseSpan(bytes, span))).toEqual(expected[name])
      for (const [name] of members) {
        const span = found.get(name)
        expect(span && parseSpan(bytes, span)).toEqual(expected[name])
      }
      for (const end of [1, Math.floor(bytes.length / 2), bytes.length - 1 - gap.length])
        expect(() => outlineJson(bytes.subarray(0, end), names, 1_000)).toThrow(SyntaxError)
    }),
  )
})

test('a list is read up to the limit', () => {
  const { lists } = outlineJson(Buffer.from('{"buds":[1,2,3,4,5],"circles":[6]}'), names, 3)
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
  expect(() => outlineJson(Buffer.from(text), names, 10)).toThrow(SyntaxError)
})
