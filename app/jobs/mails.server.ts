import { accountMails } from '~/account/accounts/account-mails.server'
import { findMailUsers, noMailUser } from '~/account/accounts/mail-users.server'
import { billingMails } from '~/account/billing/billing-mails.server'
import { securityMails } from '~/account/security/security-mails.server'
import type { MailContent } from '~/base/mail/mail'
import { registerMails } from '~/base/mail/mail-kinds.server'
import { deviceMails } from '~/integrations/devices/device-mails.server'
import { webhookMails } from '~/integrations/webhooks/webhook-mails.server'
import { reminderMails } from '~/planning/reminders/reminder-mails.server'
import { contactMails } from '~/site/pages/contact-mails.server'

/**
 * All kinds of mail. To add a mail, define it in the `*-mails.server.ts` of its folder and call `enqueue`. The key is
 * stored in the outbox and is the mail's tag at Postmark.
 * The link `unsubscribe` ends the digest alone: another mail that can be ended has a setting and a kind of link of its own.
 */
export const mailKinds = {
  ...accountMails,
  ...billingMails,
  ...contactMails,
  ...deviceMails,
  ...reminderMails,
  ...securityMails,
  ...webhookMails,
}

type AllKinds = typeof mailKinds

declare module '~/base/mail/mail-kinds.server' {
  interface MailKinds extends AllKinds {}
}

registerMails({ kinds: mailKinds, findUsers: findMailUsers, noUser: noMailUser })

/** Examples of all mails, by name. */
export function mailSamples(): Record<string, MailContent> {
  return Object.assign({}, ...Object.values(mailKinds).map(({ samples }) => samples()))
}
