import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
    await serve(({ url }) => {
      const flag = '--default-non-nullable=false'
      const generated = run([
        generator,
        flag,
        `${url}/api/v1/openapi.json`,
        '-o',
        join(folder, 'schema.d.ts'),
      ])
      check('openapi-typescript generates the types', generated.status === 0, problem(generated))
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

/** The server runs in a process of its own, so that this may wait. */
const run = (args) => spawnSync(process.execPath, args, { encoding: 'utf8' })

const problem = ({ status, stdout, stderr }) => (status === 0 ? '' : `${stdout}${stderr}`.trim())
