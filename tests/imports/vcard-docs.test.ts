import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readers } from '~/imports/vcard-properties'

test('docs/import.md says where each property of vCard goes', () => {
  const documented = readFileSync('docs/import.md', 'utf8').toUpperCase()
  const isMissing = (name: string) => ![`\`${name}\``, `\`${name}:`].some((text) => documented.includes(text))
  expect([...readers.keys()].filter(isMissing)).toEqual([])
})
