import { readdirSync, readFileSync } from 'node:fs'
import { getTableColumns } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readGuide } from '~/api/openapi/guide.server'
import { eventLabels } from '~/events/events/event'
import { eventCardFields } from '~/events/events/event-card'
import { eventFields } from '~/events/events/event-input.server'
import { addressBookFields, singles } from '~/integrations/address-book/card-values.server'
import { budCardFields } from '~/people/buds/bud-card'
import { budFieldNames, budLabels, fieldTable, type SingleField } from '~/people/buds/bud-fields'
import { budFields } from '~/people/buds/bud-input.server'
import { budParts } from '~/people/buds/bud-parts'
import { circleLabels } from '~/people/circles/circle'
import { circleCardFields } from '~/people/circles/circle-card'
import { circleFields } from '~/people/circles/circle-input.server'
import { visibleText } from './support/client'
import { signedIn } from './support/factories'
import { kinds } from './support/parity'
import { bud, circle, event, forAllKinds, inputsOf, records } from './support/records'

test('a card of an address book carries each field of a bud, and replaces those that its program knows', () => {
  const single = budFieldNames.filter((name) => fieldTable[name].kind !== 'rows') as SingleField[]
  const carried = [...singles.values()].map(({ field }) => field)
  // The name and the categories have readers of their own.
  expect([...carried, 'Firstname', 'Surname', 'tags'].sort()).toEqual([...single].sort())
  const texts = ['Firstname', 'Surname', 'Nickname', 'Occupation', 'OccupationLocation', 'notes']
  const lists = ['emails', 'phones', 'addresses', 'links', 'dates']
  expect(addressBookFields).toEqual([...texts, ...lists])
})

/** Fields that are stored in another table. */
const related = ['selectedBuds']

/** Controls of fields that have no control of the same name in an empty form. */
const controls: Record<string, string> = {
  customFields: 'value="add-custom-field"',
  emails: 'value="add-email"',
  phones: 'value="add-phone"',
  addresses: 'value="add-address"',
  links: 'value="add-link"',
  dates: 'value="add-date"',
  milestones: 'value="add-milestone"',
  selectedBuds: 'name="findBuds"',
}

/** Fields that the card of a list does not show. A new field is either here or on the card. */
const notOnCard = {
  bud: [
    'OccupationLocation',
    'hobbies',
    'preferences',
    'industry',
    'origination',
    'LastInteraction',
    'cadenceDays',
    'emails',
    'phones',
    'addresses',
    'links',
    'dates',
    'notes',
    'customFields',
  ],
  circle: ['cadenceDays', 'milestones'],
  event: ['skipped'],
}

/** What is left out of a series is changed by its occurrences. */
const notInForm = ['skipped']

const noAnswers = { yes: 0, no: 0, maybe: 0 }
const times = { startDate: '2026-11-20T19:00', endDate: '2026-11-20T21:00', listStart: '2026-11-20T19:00' }
const withoutBuds = { buds: [], totalBuds: 0, milestones: [], answers: noAnswers, ...times } as never

describe.each(
  forAllKinds([
    { ...bud, fields: budFields, labels: budLabels, cardFields: budCardFields },
    { ...circle, fields: circleFields, labels: circleLabels, cardFields: circleCardFields },
    { ...event, fields: eventFields, labels: eventLabels, cardFields: eventCardFields },
  ]),
)('each field of $one', ({ one, table, fields, labels, cardFields, ...record }) => {
  const { minimal, add, api, list } = record

  test('has a column, and each column a field', () => {
    const columns = Object.keys(inputsOf(getTableColumns(table)))
    expect(columns.sort()).toEqual(fields.filter((name) => !related.includes(name)).sort())
  })

  test('has its label and its control in the form', async () => {
    const page = await (await signedIn()).visit(add)
    const text = visibleText(page)
    for (const [field, label] of Object.entries(labels)) {
      if (notInForm.includes(field)) continue
      // The rows of a list have labels of their own.
      if (!controls[field]?.includes('add-')) expect.soft(text).toContain(label)
      expect.soft(page.text, field).toContain(controls[field] ?? ` name="${field}"`)
    }
  })

  test('is on the card, unless it is listed as not shown there', () => {
    const onCard = Object.keys(cardFields(withoutBuds, 'cards')).map((name) =>
      name === 'buds' ? 'selectedBuds' : name,
    )
    const hidden: string[] = notOnCard[one]
    const others = ['_id', 'totalBuds', 'photo', 'answers', 'isArchived']
    expect(onCard.filter((name) => !others.includes(name)).sort()).toEqual(
      fields.filter((name) => !hidden.includes(name)).sort(),
    )
  })

  test('changes the HTML of the card, if it is on the card', async () => {
    const client = await signedIn()
    const cardWith = async (input: object) => {
      const { body } = await client.post(api, { ...minimal, ...input })
      const [card = ''] = /<li class="list-card".*?<\/li>/s.exec((await client.visit(list)).text) ?? []
      return card.replaceAll(body[one]._id, '')
    }
    const withMinimum = await cardWith({})
    const asJson: Record<string, unknown> = kinds.find((kind) => kind.one === one)?.asJson ?? {}
    const isInput = (name: string) => (fields as string[]).includes(name) && name !== 'selectedBuds'
    for (const name of Object.keys(cardFields(withoutBuds, 'cards')).filter(isInput)) {
      if (name in minimal) expect.soft(withMinimum).toContain(Object(minimal)[name])
      else expect.soft(await cardWith({ [name]: asJson[name] }), name).not.toBe(withMinimum)
    }
  })

  test('is in the example of docs/api/ that creates the record', () => {
    const calls = readGuide().flatMap((section) => section.calls)
    const { examples = [] } = calls.find(({ call }) => call === `POST ${api.replace('/api/v1', '')}`) ?? {}
    const example = examples.map(({ request, response }) => request + response).join()
    for (const field of fields) expect.soft(example, field).toContain(`"${field}":`)
  })

  test("is in the section 'Fields' of its kind in docs/product.md", () => {
    const doc = readFileSync('docs/product.md', 'utf8')
    const heading = new RegExp(`^## \\d+\\. ${record.many}\\n+### \\S+ Fields$(.*?)^##`, 'ims')
    const section = heading.exec(doc)?.[1] ?? ''
    for (const field of fields) expect.soft(section, field).toContain(`\`${field}\``)
  })
})

test.each(records)('each type of a $one has colours for its badge and tag', ({ types }) => {
  const css = readFileSync('app/base/components/badges.css', 'utf8')
  for (const type of types) expect.soft(css).toMatch(new RegExp(`\\.${type}\\b[^{]*\\{\\s*--tint`))
})

test('a migration that adds a writable column to a record also gives each record a new version', () => {
  const folder = 'drizzle/migrations'
  const addedColumn = new RegExp(
    `alter table "?(${records.map(({ many }) => many).join('|')})"? add column (?!.* generated )`,
    'gi',
  )
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    for (const [, table] of text.matchAll(addedColumn)) {
      expect.soft(text, file).toMatch(new RegExp(`update "?${table}"? set "?version"? = nextval`, 'i'))
    }
  }
})

test('each field of a bud has a form in place on its page', () => {
  expect(Object.values(budParts).flat()).toEqual(expect.arrayContaining(budFieldNames))
})
