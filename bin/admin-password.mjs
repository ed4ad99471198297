import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from './lock-folder.mjs'
import { exitWithMessage, makeReady } from './ready.mjs'

/** Gives an admin a new password and prints it. An embedded database must not be in use by a server. */
process.env.NODE_ENV ||= 'production'
const { DATABASE_URL, DATA_DIR } = process.env
const folder = DATA_DIR || '.data'
try {
  if (!DATABASE_URL && !existsSync(join(folder, 'database')))
    throw new Error(`DATA_DIR ${folder} has no database. npm start creates it and prints how to sign in.`)
  if (!DATABASE_URL) await lockFolder(folder)
  // A container image has the build, but not the packages that `makeReady` would look for.
  if (!existsSync('build/sources')) makeReady({ build: true })
  const { setAdminPassword } = await import('../build/server/index.js')
  process.stdout.write(`${await setAdminPassword(process.argv[2])}\n`)
} catch (error) {
  exitWithMessage(error.message)
}
