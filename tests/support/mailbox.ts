import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendResetLinks } from '~/accounts/password-reset.server'
import { backgroundWorkDone } from '~/http/background.server'
import { capturedMails } from '~/mail/delivery.server'
import type { Mail } from '~/mail/mail'
import { isRemote } from './database'

/** The mails to an address, oldest first. Sends due reset links first, because no jobs run in this process. */
export async function mailsTo(address: string): Promise<Mail[]> {
  if (!isRemote) await sendResetLinks()
  await backgroundWorkDone()
  const all = isRemote ? await writtenMails() : capturedMails
  return all.filter(({ To }) => To === address)
}

/** Waits for a mail to an address and returns the newest. Another process may send the mail. */
export async function mailTo(address: string, { tag }: { tag?: string } = {}): Promise<Mail> {
  for (const deadline = Date.now() + 5_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const mail = (await mailsTo(address)).filter(({ Tag }) => !tag || Tag === tag).at(-1)
    if (mail) return mail
    if (Date.now() > deadline) throw new Error(`no ${tag ?? ''} mail to ${address}`)
  }
}

async function writtenMails(): Promise<Mail[]> {
  const folder = join(process.env.DATA_DIR ?? '', 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.json$/.test(name)).sort()
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}

/** The token of the reset link in a mail. */
export function resetTokenIn({ TextBody }: Mail) {
  return /\/reset-password\/([\w-]+)/.exec(TextBody)?.[1] ?? ''
}

/** The token of the confirmation link in a mail. */
export function confirmTokenIn({ TextBody }: Mail) {
  return /\/confirm-email\/([\w-]+)/.exec(TextBody)?.[1] ?? ''
}
