import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))
const run = (command, args) => spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1_000_000_000 })
const works = (command, args) => run(command, args).status === 0

/** Debian installs its packages for this Python, and another one can come before it in the PATH. */
const python =
  ['/usr/bin/python3', 'python3'].find((command) => works(command, ['-c', 'import vobject'])) ?? ''
const jars = ['/usr/share/java/ez-vcard.jar', '/usr/share/java/vinnie.jar']

/** Other readers of vCards. A judge without a command is not installed. */
export const judges = [
  {
    name: 'ez-vcard',
    needs: 'libez-vcard-java, libvinnie-java and a JDK (default-jdk-headless)',
    command:
      jars.every((jar) => existsSync(jar)) && works('javac', ['-version'])
        ? ['java', '-cp', '/usr/share/java/*', here('Judge.java')]
        : null,
  },
  { name: 'vobject', needs: 'python3-vobject', command: python ? [python, here('judge.py')] : null },
  { name: 'ical.js', needs: 'Node', command: [process.execPath, here('judge.mjs')] },
]

/** What a judge reads of each of the cards, in their order. Null: the judge does not take the card. */
export function ask({ name, command: [command, ...args] }, cards) {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-judges-'))
  cards.forEach((card, n) => {
    writeFileSync(join(folder, `${String(n).padStart(6, '0')}.vcf`), card)
  })
  const { stdout, stderr, status } = run(command, [...args, folder])
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error(`${name} stopped: ${stderr}`)
  const answers = stdout.trimEnd().split('\n')
  if (answers.length !== cards.length) throw new Error(`${name} answered ${answers.length} times: ${stderr}`)
  return answers.map((line) => JSON.parse(line).card)
}
