import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pricePence, trialDays } from '~/account/billing/plan'

const folders = ['app', 'bin', 'dev', 'docs', 'drizzle']
const sources = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .concat('README.md', 'server.ts')
  .filter((name) => /\.(tsx?|m?js|md)$/.test(name))

/** Decisions may contain the numbers that were valid at their date. */
const exempt = ['app/account/billing/plan.ts', 'docs/decisions.md']

/** The statutory right to cancel has its own number of days. */
const cancellationRight = 'the law gives you 14 days to change your mind'

const price = new RegExp(`£\\s?\\d+\\.\\d\\d|\\b${pricePence}\\b(?! ?(?:ms|px|kB|MB))`, 'g')
/** 14 days in any text but that of the right to cancel, and any number of days near a word about the trial. */
const trial =
  /\b14[- ]days?\b|\d+[- ]days?\b[^.]{0,30}\b(free|trial|try)\b|\b(free|trial)\b[^.]{0,30}\d+[- ]days?\b|trialDays\s*[:=]\s*\d+/gi

function numbersIn(text: string) {
  return [...(text.match(price) ?? []), ...(text.match(trial) ?? [])]
}

test('the price and the length of the trial are in plan.ts and in no other source or document', () => {
  const found = sources
    .filter((name) => !exempt.includes(name))
    .flatMap((name) => {
      const text = readFileSync(name, 'utf8').replace(/\s+/g, ' ').replace(cancellationRight, '')
      return numbersIn(text).map((words) => `${name}: ${words}`)
    })
  expect(found).toEqual([])
  for (const text of [
    '£6.95 a month',
    `total: ${pricePence}`,
    `${trialDays}-day free trial`,
    'a free trial of 30 days',
    'after 30 days in which you can try everything',
    'const trialDays = 30',
  ]) {
    expect(numbersIn(text), text).not.toEqual([])
  }
})
