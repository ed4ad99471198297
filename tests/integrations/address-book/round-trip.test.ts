import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vcardVersions } from '~/data/exports/vcard-lines'
import { parseCard } from '~/integrations/address-book/card.server'
import { readCard } from '~/integrations/address-book/read-card.server'
import { writeCard } from '~/integrations/address-book/write-card.server'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { uniteTags } from '~/people/buds/tags'
import { anyBud } from '../../support/any-bud'
import { anySample, cardOf, sampleCards } from './sample-cards'
import { valuesOf } from './support'

const _id = '019abcde-0000-7000-8000-000000000001'

const read = (card: string) => readCard(parseCard(Buffer.from(card)))
const empty = { _id, ...budInput.parse({ Firstname: 'Ada' }) }

const withoutControls = (bud: BudInput): BudInput =>
  JSON.parse(JSON.stringify(bud), (_, part) =>
    typeof part === 'string' ? part.replace(/(?![\n\t])\p{Cc}/gu, '').trim() : part,
  )

describe.each(vcardVersions)('any bud as a card %s', (version) => {
  test('is read as the same bud', () => {
    fc.assert(
      fc.property(anyBud, (bud) => {
        const expected = budInput.safeParse(withoutControls(bud))
        fc.pre(expected.success)
        const card = writeCard(
          { bud: { _id, ...bud }, groups: ['Club; of, all', 'a\\b'], photo: null, uid: '', content: '' },
          version,
        )
        const { fields, groups, uid } = read(card)
        const { tags } = expected.data
        expect({ ...empty, ...fields, _id: undefined }).toEqual({
          ...expected.data,
          tags: [],
          _id: undefined,
        })
        expect(groups).toEqual(uniteTags(['Club; of, all', 'a\\b'], tags))
        expect(uid).toBe(`urn:uuid:${_id}`)
      }),
      { numRuns: 200 },
    )
  })
})

const stored = (content: string) => {
  const { version, fields, groups, photo, uid } = read(content)
  const bud = { ...empty, ...fields }
  return { version, card: { bud, groups: groups ?? [], photo: photo as Buffer | null, uid, content } }
}

describe('a card of a client', () => {
  test('comes back value by value', () => {
    fc.assert(
      fc.property(anySample, (sample) => {
        const content = cardOf(sample)
        const { card, version } = stored(content)
        expect(valuesOf(writeCard(card, version))).toEqual(valuesOf(content))
      }),
      { numRuns: 300 },
    )
    for (const content of sampleCards) {
      const { card, version } = stored(content)
      expect(valuesOf(writeCard(card, version))).toEqual(valuesOf(content))
    }
  })

  test('has all other values after the web has changed a field', () => {
    const changes: Partial<BudInput>[] = [
      { Occupation: 'Captain' },
      { Surname: 'Byron' },
      { notes: 'New' },
      { emails: [] },
      { phones: [{ label: 'Boat', value: '+44 1' }] },
      { dates: [{ label: 'Birthday', year: 1999, month: 1, day: 2 }] },
      { addresses: [] },
      { links: [{ label: '', value: 'https://new.example' }] },
      { Nickname: '' },
      { OccupationLocation: 'Navy' },
    ]
    const names: Record<string, RegExp> = {
      Occupation: /^TITLE/i,
      Surname: /^(?:N|FN)[;:]/i,
      notes: /^NOTE/i,
      emails: /^(?:item\d+\.)?(?:EMAIL|X-ABLABEL)/i,
      phones: /^(?:item\d+\.)?(?:TEL|X-ABLABEL)/i,
      dates:
        /^(?:item\d+\.)?(?:BDAY|(?:X-[A-Z-]*)?ANNIVERSARY|X-ABDATE|DEATHDATE|X-ANDROID-CUSTOM|X-ABLABEL)/i,
      addresses: /^(?:item\d+\.)?(?:ADR|X-ABADR|X-ABLABEL)/i,
      links: /^(?:item\d+\.)?(?:URL|X-ABLABEL)/i,
      Nickname: /^NICKNAME/i,
      OccupationLocation: /^ORG/i,
    }
    fc.assert(
      fc.property(anySample, fc.constantFrom(...changes), (sample, change) => {
        const content = cardOf(sample)
        const { card, version } = stored(content)
        const [field = ''] = Object.keys(change)
        const changed = writeCard({ ...card, bud: { ...card.bud, ...change } }, version)
        const others = (text: string) => valuesOf(text).filter((line) => !names[field]?.test(line))
        expect(others(changed)).toEqual(others(content))
        const [name] = Object.entries(change)
        expect(read(changed).fields[field as 'notes']).toEqual(name?.[1])
      }),
      { numRuns: 400 },
    )
  })

  test('says the same in the other version', () => {
    fc.assert(
      fc.property(anySample, (sample) => {
        const { card, version } = stored(cardOf(sample))
        const other = writeCard(card, version === '3.0' ? '4.0' : '3.0')
        expect({ ...empty, ...read(other).fields }).toEqual(card.bud)
        expect(read(other).version).not.toBe(version)
      }),
      { numRuns: 200 },
    )
  })
})
