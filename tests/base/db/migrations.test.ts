import { readdirSync, readFileSync } from 'node:fs'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import * as schema from '~drizzle/schema'

const folder = 'drizzle/migrations/meta'

test('the migrations contain every change of drizzle/schema.ts', async () => {
  const snapshot = readdirSync(folder)
    .sort()
    .findLast((name) => name.endsWith('_snapshot.json'))
  const migrated = JSON.parse(readFileSync(`${folder}/${snapshot}`, 'utf8'))
  expect(await generateMigration(migrated, generateDrizzleJson(schema))).toEqual([])
})
