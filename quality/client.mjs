import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from './client/validator.mjs'
import { createReport } from './report.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const generator = join(here, 'node_modules/openapi-typescript/bin/cli.js')

const expected = {
  register: 'Account created successfully. Please log in.',
  login: 'Login successful',
  create: 'Mary Friend Birthday',
  list: '1 Mary',
  edit: 'Naples',
  conflict: 'Saved now: Naples',
  delete: 'Bud deleted successfully',
  gone: 'Bud not found',
}

/** Generates a client from the OpenAPI document, checks the types of a program that uses it, and runs the program. */
export async function client({ serve }) {
  const { check, result } = createReport()
  // Inside of the packages, so that the program finds them.
  const folder = mkdtempSync(join(here, 'node_modules', '.client-'))
  try {
    copyFileSync(join(here, 'client', 'walk.ts'), join(folder, 'walk.mts'))
    await serve(async ({ url }) => {
      const flag = '--default-non-nullable=false'
      const generated = run([
        generator,
        flag,
        `${url}/api/v1/openapi.json`,
        '-o',
        join(folder, 'schema.d.ts'),
      ])
      check('openapi-typescript generates the types', generated.status === 0, problem(generated))
      const file = join(folder, 'openapi.json')
      writeFileSync(file, await (await fetch(`${url}/api/v1/openapi.json`)).text())
      lint(check, file)
      const problems = await validate(url)
      check(
        'a generated validator accepts defaults, examples and responses',
        problems.length === 0,
        problems.join('\n'),
      )
      const options = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--target', 'es2022']
      const modules = [
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--lib',
        'es2023,dom,dom.iterable',
      ]
      const compiled = run([
        tsc,
        ...options,
        ...modules,
        '--types',
        'node',
        '--typeRoots',
        join(here, '../node_modules/@types'),
        join(folder, 'walk.mts'),
      ])
      check('a program with openapi-fetch has the right types', compiled.status === 0, problem(compiled))
      const walked = run([join(folder, 'walk.mjs'), url])
      const steps = Object.fromEntries(walked.stdout.split('\n').map((line) => line.split(/: (.*)/)))
      for (const [step, text] of Object.entries(expected))
        check(`${step}: ${text}`, steps[step] === text, problem(walked))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return result
}

/** The linters that API programmers use, each with its recommended rules, find nothing. */
function lint(check, file) {
  const redocly = run([
    join(here, 'node_modules/@redocly/cli/bin/cli.js'),
    ...['lint', '--extends=recommended', '--max-problems=1000', '--format=json', file],
  ])
  const { totals } = JSON.parse(redocly.stdout)
  check(
    '@redocly/cli finds nothing',
    redocly.status === 0 && totals.errors + totals.warnings === 0,
    JSON.stringify(totals),
  )
  const spectral = run([
    join(here, 'node_modules/@stoplight/spectral-cli/dist/index.js'),
    ...['lint', '--fail-severity=hint', '--ruleset', join(here, 'client/spectral.yaml'), file],
  ])
  check('spectral finds nothing', spectral.status === 0, problem(spectral))
}

/** The server runs in a process of its own, so that this may wait. */
const run = (args) =>
  spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })

const problem = ({ status, stdout, stderr }) => (status === 0 ? '' : `${stdout}${stderr}`.trim())
