import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personOf } from '~/data/imports/vcard/person'
import { ignored, readers } from '~/data/imports/vcard/properties'
import { readVCards } from '~/data/imports/vcard/vcard'

const names = [...readers.keys()]
const kept = [...names.filter((name) => !ignored.has(name)), 'X-OTHER', 'TZ', 'LOGO']

test('docs/import.md says where each property of vCard goes', () => {
  const documented = readFileSync('docs/import.md', 'utf8').toUpperCase()
  const isMissing = (name: string) => ![`\`${name}\``, `\`${name}:`].some((text) => documented.includes(text))
  expect(names.filter(isMissing)).toEqual([])
})

/** Other words of the card, so that each property meets values that are there. */
const others = [
  'N:Lovelace;Ada',
  'FN:Ada King',
  'ORG:Engines',
  'TITLE:Countess',
  'ROLE:Author',
  'UID:9',
  'PHOTO:x',
]

/** The parts of a value that are nowhere in the person. With a warning, none is lost in silence. */
const lostWords = (name: string, value: string, before: string[]) => {
  const lines = ['BEGIN:VCARD', ...before, `item1.${name};TYPE=work:${value}`, 'END:VCARD']
  const [card] = [...readVCards(Buffer.from(lines.join('\r\n')))]
  const { warnings, ...person } = card ? personOf(card) : { warnings: [] }
  const read = JSON.stringify(person).toLowerCase()
  return warnings.length > 0 ? [] : value.split(/[;,]/).filter((word) => !read.includes(word))
}

test.each(kept)('no word of %s is lost', (name) => {
  const words = Array.from({ length: 18 }, (_, n) => `word${String.fromCharCode(97 + n)}`)
  for (const before of [[], others]) {
    for (const value of [words.join(';'), words.join(','), words[0] as string, `;;${words[0]};;${words[1]}`])
      expect([value, lostWords(name, value, before)], before.join(' ')).toEqual([value, []])
  }
})
