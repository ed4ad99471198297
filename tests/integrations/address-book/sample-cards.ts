import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import data from './blocks.json'

/** Cards as programs write them: names and blocks of properties, of which those of a group belong together. */

export type Sample = { version: '3.0' | '4.0'; uid: string; lines: string[] }

export const cardOf = ({ version, uid, lines }: Sample) =>
  ['BEGIN:VCARD', `VERSION:${version}`, `UID:${uid}`, ...lines, 'END:VCARD', ''].join('\r\n')

const blocks = data.blocks as string[][]

export const anySample: fc.Arbitrary<Sample> = fc.record({
  version: fc.constantFrom('3.0' as const, '4.0' as const),
  uid: fc.uuid(),
  lines: fc
    .tuple(fc.constantFrom(...data.names), fc.shuffledSubarray(blocks, { minLength: 1, maxLength: 20 }))
    .map(([name, others]) => [...name, ...others.flat()]),
})

/** 120 cards with all of it. */
export const sampleCards = readFileSync(join(import.meta.dirname, 'cards.vcf'), 'utf8')
  .split(/(?<=END:VCARD\r\n)/)
  .filter(Boolean)
