import { accountMails } from '~/account/accounts/account-mails.server'
import { billingMails } from '~/account/billing/billing-mails.server'
import { securityMails } from '~/account/security/security-mails.server'
import { webhookMails } from '~/integrations/webhooks/webhook-mails.server'
import { reminderMails } from '~/planning/reminders/reminder-mails.server'
import { contactMails } from '~/site/pages/contact-mails.server'
import type { MailContent, MailDefinition, MailDetails, MailUser, NoDetails } from './mail'

/**
 * All kinds of mail. To add a mail, define it in the `*-mails.server.ts` of its folder and call `enqueue`. The key is
 * stored in the outbox and is the mail's tag at Postmark.
 */
export const mailKinds = {
  ...accountMails,
  ...billingMails,
  ...contactMails,
  ...reminderMails,
  ...securityMails,
  ...webhookMails,
}

type MailKinds = typeof mailKinds
export type MailKind = keyof MailKinds
type DetailsOf<Kind extends MailKind> =
  MailKinds[Kind] extends MailDefinition<infer Details> ? Details : never

/** A mail for `enqueue`. The kinds with details require them. */
export type NewMail<Kind extends MailKind = MailKind> = Kind extends MailKind
  ? {
      kind: Kind
      /** The mail is about this account and is deleted with it. Null: no account, and no deduplication. */
      userId: string | null
      /** Deduplication key, such as an invoice's id: a user gets one mail per kind and key. Default: a new UUID. */
      about?: string
      /** Default: the user's email address. */
      recipient?: string
    } & (DetailsOf<Kind> extends NoDetails ? unknown : { details: DetailsOf<Kind> })
  : never

const definitions: Record<string, MailDefinition<MailDetails> | undefined> = mailKinds

const noUser: MailUser = {
  _id: '',
  Firstname: '',
  Email: '',
  trialEndsAt: new Date(0),
  status: null,
  isVerified: false,
  digest: 'off',
}

type StoredMail = { kind: string; recipient: string | null; details: MailDetails }

export const streamOf = (kind: string) => definitions[kind]?.stream ?? 'outbound'
export const linkKindOf = (kind: string) => definitions[kind]?.link

/** Null for a mail that is out of date, and for a kind that no longer exists. */
export async function compose({ kind, recipient, details }: StoredMail, user = noUser, url = '') {
  return (await definitions[kind]?.compose({ user, recipient: recipient ?? '', details, url })) ?? null
}

export function mailSamples(): Record<string, MailContent> {
  return Object.assign({}, ...Object.values(mailKinds).map(({ samples }) => samples()))
}
