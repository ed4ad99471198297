import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mail } from '~/base/mail/mail'

/** The mails that a server has written to its data folder, oldest first. */
export function readMails(dataDir: string): Mail[] {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => /^[^.].*\.json$/.test(name))
  return names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}
