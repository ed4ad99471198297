import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** What the image of the `Dockerfile` has, in a folder of its own. `file` starts the server there. */
export function copyOfBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-copy-'))
  for (const name of ['package.json', 'build', 'bin', 'drizzle/migrations'])
    cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { folder, file: join(folder, 'bin/serve.mjs'), remove }
}
