import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mailKinds, mailSamples } from '~/mail/mail-kinds.server'

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('-mails.server.ts'))
  .map((name) => readFileSync(join('app', name), 'utf8'))
  .join('\n')

describe.each(Object.keys(mailKinds))('%s', (kind) => {
  test('has a sample with its name', () => {
    expect(Object.keys(mailSamples())).toContain(kind)
  })

  test('is enqueued somewhere', () => {
    expect(sources).toContain(`'${kind}'`)
  })
})

test('samples have different names', () => {
  const names = Object.values(mailKinds).flatMap(({ samples }) => Object.keys(samples()))
  expect(new Set(names).size).toBe(names.length)
})
