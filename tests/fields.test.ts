import { readFileSync } from 'node:fs'
import { getTableColumns } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { budLabels } from '~/buds/bud'
import { budFields } from '~/buds/bud-input.server'
import { circleLabels } from '~/circles/circle'
import { circleFields } from '~/circles/circle-input.server'
import { eventLabels } from '~/events/event'
import { eventFields } from '~/events/event-input.server'
import { visibleText } from './support/client'
import { signedIn } from './support/factories'
import { bud, circle, event } from './support/records'

/** Columns that no input sets. */
const generatedColumns = ['ownerId', '_id', 'createdAt', 'version', 'nameKey', 'searchText']
/** Fields that are stored in another table. */
const related = ['selectedBuds']

/** Controls of fields that have no control of the same name in an empty form. */
const controls: Record<string, string> = {
  customFields: 'value="add-custom-field"',
  milestones: 'value="add-milestone"',
  selectedBuds: 'name="findBuds"',
}

describe.each([
  { ...bud, fields: budFields, labels: budLabels },
  { ...circle, fields: circleFields, labels: circleLabels },
  { ...event, fields: eventFields, labels: eventLabels },
])('each field of $one', ({ table, fields, labels, add, api }) => {
  test('has a column, and each column a field', () => {
    const columns = Object.keys(getTableColumns(table)).filter((name) => !generatedColumns.includes(name))
    expect(columns.sort()).toEqual(fields.filter((name) => !related.includes(name)).sort())
  })

  test('has its label and its control in the form', async () => {
    const page = await (await signedIn()).visit(add)
    const text = visibleText(page)
    for (const [field, label] of Object.entries(labels)) {
      if (field !== 'customFields') expect.soft(text).toContain(label)
      expect.soft(page.text, field).toContain(controls[field] ?? ` name="${field}"`)
    }
  })

  test('is in the example of docs/api.md that creates the record', () => {
    const doc = readFileSync('docs/api.md', 'utf8')
    const example = new RegExp(`^### POST ${api.replace('/api/v1', '')}$(.*?)^###`, 'ms').exec(doc)?.[1]
    for (const field of fields) expect.soft(example, field).toContain(`"${field}":`)
  })
})
