import { sendResetLinks } from '~/account/accounts/password-reset.server'
import { capturedMails } from '~/base/mail/delivery.server'
import type { Mail } from '~/base/mail/mail'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { isRemote } from './database'
import { readMails } from './mail-folder'

/** The mails to an address, oldest first. Sends due reset links first, because no jobs run in this process. */
export async function mailsTo(address: string): Promise<Mail[]> {
  if (!isRemote) await sendResetLinks()
  await waitForBackgroundTasks()
  const all = isRemote ? readMails(process.env.DATA_DIR ?? '') : capturedMails
  return all.filter(({ To }) => To === address)
}

/** Waits for a mail to an address and returns the newest. Another process may send the mail. */
export async function mailTo(address: string, { tag }: { tag?: string } = {}): Promise<Mail> {
  for (const deadline = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const mail = (await mailsTo(address)).filter(({ Tag }) => !tag || Tag === tag).at(-1)
    if (mail) return mail
    if (Date.now() > deadline) throw new Error(`no ${tag ?? ''} mail to ${address}`)
  }
}

/** The token of the reset link in a mail. */
export function resetTokenIn({ TextBody }: Mail) {
  return /\/reset-password\/([\w-]+)/.exec(TextBody)?.[1] ?? ''
}

/** The token of the confirmation link in a mail. */
export function confirmTokenIn({ TextBody }: Mail) {
  return /\/confirm-email\/([\w-]+)/.exec(TextBody)?.[1] ?? ''
}
