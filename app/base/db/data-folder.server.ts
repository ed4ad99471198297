import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { log } from '~/base/node/log.server'

const othersMask = 0o077

// Files that this process makes are for its user alone. Only the main thread may say so.
if (isMainThread) process.umask(othersMask)

/** Nothing else is touched, because a user may have chosen a folder that has other files. */
const own = ['database', 'mail', 'session-secret', 'stripe-emulator.json']

/**
 * Closes DATA_DIR and what the app has made in it to other users of the machine, whatever the modes were before. PGlite
 * makes the files of a new database readable and writable for everybody.
 */
export function closeToOthers(folder: string) {
  try {
    chmodSync(folder, 0o700)
    for (const path of own.map((name) => join(folder, name))) if (existsSync(path)) closeAll(path)
  } catch (err) {
    log.warn({ err }, 'DATA_DIR is not closed to other users')
  }
}

function closeAll(path: string) {
  if (statSync(path).isFile()) return chmodSync(path, 0o600)
  chmodSync(path, 0o700)
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600)
  }
}
