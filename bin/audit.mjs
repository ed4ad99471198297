import { text } from 'node:stream/consumers'

/**
 * Judges the report of `npm audit --omit=dev --json`, which it reads from its input. Fails with each advisory of high or
 * critical severity about a package that is not accepted.
 */
const accepted = {
  'turbo-stream':
    'Remix 2 pins a line without a fix for CVE-2026-34077: deeply nested data stop its encoder. No request brings such data to a screen (decisions 27.28). Ends with React Router 7.',
}
const severe = ['high', 'critical']

const { vulnerabilities } = JSON.parse(await text(process.stdin))
if (!vulnerabilities) throw new Error('This is not a report of npm audit')

// A package is also listed because of another one, whose advisory `via` then names by the package.
const advisories = Object.values(vulnerabilities).flatMap(({ via }) => via.filter(({ url }) => url))
const open = advisories.filter(({ severity, name }) => severe.includes(severity) && !accepted[name])
for (const { name, severity, title, url } of new Set(open))
  process.stdout.write(`${name}: ${title} (${severity}) ${url}\n`)
const unused = Object.keys(accepted).filter((name) => advisories.every((advisory) => advisory.name !== name))
for (const name of unused)
  process.stdout.write(`Nothing is reported about ${name} any more: remove it here\n`)
process.exitCode = open.length > 0 ? 1 : 0
