import * as accounts from '~/accounts/account-mails.server'
import { newEmailToken } from '~/accounts/email-tokens.server'
import { newResetToken } from '~/accounts/reset-tokens.server'
import * as billing from '~/billing/billing-mails.server'
import type { Status } from '~/billing/subscription'
import { contactMail } from '~/site/contact-mail.server'
import { isDemo } from '~drizzle/demo/user'
import type { Mail } from './delivery.server'

/** Whom a mail is about, as it stands with them now; without a status where no subscription is needed. */
export type Recipient = {
  _id: string
  Firstname: string
  Email: string
  trialEndsAt: Date
  status: Status | null
}
export type Letter = Omit<Mail, 'To' | 'Tag'>
type Owed = {
  userId: string | null
  recipient: string | null
  details: Record<string, string>
  _id: string
}
type Composer = (owed: Owed, person: Recipient) => Letter | null | Promise<Letter | null>

/** What each kind says, made when it is sent; null when there is nothing to say any more. The names are Postmark's tags. */
const composers = {
  'password-reset': async (_owed, { _id }) => accounts.resetLinkMail(await newResetToken(_id)),
  'password-changed': () => accounts.passwordChangedMail(),
  'email-confirm': ({ recipient }, { _id }) => confirmation(_id, recipient ?? ''),
  'email-changed': () => accounts.emailChangedMail(),
  'trial-ending': (_owed, { Firstname, trialEndsAt, status }) =>
    status === 'trialing' ? billing.trialEndingMail(Firstname, trialEndsAt) : null,
  'trial-ended': (_owed, { Firstname, status }) =>
    status === 'canceled' ? billing.trialEndedMail(Firstname) : null,
  'payment-failed': (_owed, { Firstname, status }) =>
    status === 'past_due' || status === 'unpaid' ? billing.paymentFailedMail(Firstname) : null,
  'subscription-canceled': ({ details }, { Firstname }) =>
    billing.subscriptionCanceledMail(Firstname, details.until),
  contact: ({ details }) => contactMail(details),
} satisfies Record<string, Composer>

/** Nobody reads the demo account's address. */
async function confirmation(userId: string, Email: string) {
  const link = isDemo({ Email }) ? null : await newEmailToken(userId, Email)
  return link && (link.isTaken ? accounts.emailTakenMail() : accounts.confirmEmailMail(link.token))
}

export type MailKind = keyof typeof composers

const nobody: Recipient = { _id: '', Firstname: '', Email: '', trialEndsAt: new Date(0), status: null }

export async function compose({ kind, ...owed }: Owed & { kind: string }, person = nobody) {
  const composer: Composer | undefined = composers[kind as MailKind]
  return composer ? composer(owed, person) : null
}
