import fc from 'fast-check'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { budInput } from '~/people/buds/bud-input.server'
import { fileOf } from '../../support/backups'
import { createBud, createCircle, createEvent, createInteraction, signedIn } from '../../support/factories'
import { apply, dryRun } from '../imports/support'

/** Texts that a spreadsheet could calculate, some of them behind quotes, separators and line breaks. */
const formula = fc
  .tuple(
    fc.constantFrom('', "'", '"', '\n', 'a\n', 'a;', '\t', 'a\t', ' '),
    fc.constantFrom('=', '+', '-', '@', '\t=', '\r=', '＝', '＋', '－', '＠'),
    fc.constantFrom('1+1', "cmd|' /C calc'!A0", 'HYPERLINK("https://example.org";"x")', 'SUM(A1:A2)', 'x'),
  )
  .map((parts) => parts.join(''))
const line = formula.map((text) => text.replace(/\s+/g, ' ').trim())

const bud = fc.record({
  Firstname: line,
  Surname: line,
  Nickname: line,
  Occupation: line,
  Location: line,
  OccupationLocation: line,
  LastInteraction: formula,
  notes: formula,
  addresses: fc.array(fc.record({ label: line, street: formula, city: line }), { maxLength: 2 }),
  dates: fc.array(
    line.map((label) => ({ label, month: 2, day: 29 })),
    { maxLength: 1 },
  ),
  customFields: fc.array(
    fc.record({ name: line, value: line }).map(({ name, value }) => ({
      name: name.replaceAll('@', '').slice(0, 50).trim() || '=',
      value: value.replaceAll('@', '').slice(0, 50).trim(),
    })),
    { maxLength: 2 },
  ),
})

/** Buds that an import never takes for one person. */
const buds = fc.array(fc.record({ bud, label: line }), { minLength: 3, maxLength: 12 }).map((rows) =>
  rows.map(({ bud, label }, n) =>
    budInput.parse({
      ...bud,
      emails: [{ label, value: `=a+b${n}@example.org` }],
      phones: [{ label, value: `+44 20 7946 0${100 + n}` }],
    }),
  ),
)

test('cells that begin like a formula are none in a spreadsheet, and come back equal', async () => {
  await fc.assert(
    fc.asyncProperty(buds, formula, async (inputs, note) => {
      const owner = await signedIn()
      const selectedBuds: string[] = []
      for (const input of inputs) selectedBuds.push((await createBud(owner.user, input))._id)
      await createCircle(owner.user, { Name: note, Description: note, selectedBuds })
      await createEvent(owner.user, { Name: note, Location: note, Description: note, selectedBuds })
      await createInteraction(owner.user, { note, selectedBuds })

      const files = unzipSync(await fileOf(owner, '/api/v1/export'))
      for (const name of ['buds', 'circles', 'events', 'interactions'])
        for (const delimiter of [',', ';', '\t']) {
          const text = Buffer.from(files[`${name}.csv`] ?? []).toString()
          const { data } = Papa.parse<string[]>(text.replace('\ufeff', ''), { delimiter })
          for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r]/)
        }

      const user = await signedIn()
      const csv = await fileOf(owner, '/api/v1/export?format=csv')
      const { _id, counts } = await dryRun(user, csv as BodyInit, 'buds.csv')
      expect(counts).toEqual({ add: inputs.length, update: 0, unchanged: 0, skip: 0 })
      // Otherwise the names of circles go to the notes.
      await user.patch(`/api/v1/imports/${_id}`, { groups: true })
      await expect
        .poll(async () => (await user.get(`/api/v1/imports/${_id}`)).body.import.state)
        .toBe('ready')
      await apply(user, _id)
      const listOf = async (client: typeof user) => (await client.get('/api/v1/buds?limit=100')).body.buds
      const withoutContact = (buds: object[]) =>
        buds.map((bud) => ({ ...bud, lastContactOn: null, dueOn: null }))
      expect(withoutContact(await listOf(user))).toEqual(withoutContact(await listOf(owner)))
    }),
    { numRuns: 5 },
  )
})
