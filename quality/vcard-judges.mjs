import { existsSync } from 'node:fs'
import { buildForJudges } from './judges/build.mjs'
import { differences, ofJudge, ofPerson, rules } from './judges/compare.mjs'
import { ask, judges } from './judges/judges.mjs'
import { sampleCards } from './judges/samples.mjs'
import { judgeWriter } from './judges/written.mjs'
import { createReport } from './report.mjs'

/** Percent of the cards that a judge takes. */
const agreement = 99

/**
 * Other readers of vCards judge the importer, on the sample files below the folder VCARD_SAMPLES, and the vCards
 * of the export.
 */
export async function vcardJudges() {
  const { check, skip, result } = createReport()
  const installed = judges.filter(({ command }) => command)
  for (const { name, needs, command } of judges) {
    if (!command) skip(`the judge ${name} needs ${needs}, which is not installed here`)
  }
  const app = await buildForJudges('vcards')
  const folder = process.env.VCARD_SAMPLES
  if (folder && existsSync(folder)) judgeReader(folder, installed, app, check)
  else skip('the judges of the reader need a folder of sample files, named by VCARD_SAMPLES')
  judgeWriter(installed, app, check)
  return result
}

function judgeReader(folder, installed, app, check) {
  const all = sampleCards(folder, app)
  const swallowed = all.filter(({ bytes }) => bytes.toString('latin1').match(beginning)?.length !== 1)
  check(
    'no card is read as a part of another',
    swallowed.length === 0,
    swallowed.map(({ source }) => source).join(', '),
  )
  const unnamed = all.filter(({ card }) => !isImportedOrNamed(card, app)).map(({ source }) => source)
  check(
    `${all.length} sample cards are imported or named with line and reason`,
    unnamed.length === 0,
    unnamed.join(', '),
  )
  const cards = all.filter(({ isGenerated }) => !isGenerated)
  const verdicts = installed.map((judge) => ({ ...judge, verdicts: verdictsOf(judge, cards, app) }))
  for (const { name, verdicts: own } of verdicts) report(name, own, verdicts, cards, check)
}

const beginning = /^\W*begin\s*:\s*vcard\s*$/gim

/** An exception in the reader ends the check. */
function isImportedOrNamed(card, { fitBud, groupOf, personOf }) {
  if (groupOf(card)) return true
  const { bud, reason, warnings } = fitBud(personOf(card))
  return Boolean(bud || reason) && warnings.every(({ line, reason }) => line > 0 && reason)
}

/** For each card the differences after each rule. Null: the judge does not take the card. */
function verdictsOf(judge, cards, { personOf }) {
  const answers = ask(
    judge,
    cards.map(({ bytes }) => bytes),
  )
  return answers.map((answer, n) => answer && differences(ofPerson(personOf(cards[n].card)), ofJudge(answer)))
}

function report(name, own, all, cards, check) {
  const taken = own.filter(Boolean)
  const percent = (count) => `${((count / taken.length) * 100).toFixed(1)} %`
  const agreeing = (step) => taken.filter((steps) => steps[step].length === 0).length
  process.stdout.write(`${name} takes ${taken.length} of ${cards.length} cards; equal are\n`)
  for (const [n, title] of ['before any rule', ...rules.map(({ name, why }) => `${name}: ${why}`)].entries())
    process.stdout.write(`  ${percent(agreeing(n))} ${n > 0 ? 'with ' : ''}${title}\n`)
  const left = own.flatMap((steps, n) => (steps && steps.at(-1).length > 0 ? [n] : []))
  const isOurs = (n) => all.some(({ verdicts }) => verdicts[n] && verdicts[n].at(-1).length === 0)
  const unsettled = left.filter((n) => !isOurs(n))
  const settled = taken.length - unsettled.length
  check(
    `${name}: ${percent(settled)} agree, where judges that contradict each other are settled by the one that agrees`,
    settled / taken.length >= agreement / 100,
  )
  for (const n of left) {
    for (const { name, ours, theirs } of own[n].at(-1)) {
      const note = isOurs(n) ? ' (another judge agrees)' : ''
      process.stdout.write(
        `  ${cards[n].source} ${name}${note}: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}\n`,
      )
    }
  }
}
