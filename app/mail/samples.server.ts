import * as accounts from '~/accounts/account-mails.server'
import * as billing from '~/billing/billing-mails.server'
import { contactMail } from '~/site/contact-mail.server'
import type { Letter, MailKind } from './kinds.server'

const trialEndsAt = new Date('2026-12-04T09:30:00Z')
const message = {
  Name: 'Ada Lovelace',
  Email: 'ada@example.com',
  Subject: 'A question',
  Message: 'Hello!\nHow are you?',
}

/** Each kind of mail as it looks, for those who change one; `email-taken` is an `email-confirm` to an address that has an account. */
export const samples: Record<MailKind | 'email-taken', Letter> = {
  'password-reset': accounts.resetLinkMail('a-token-that-opens-nothing'),
  'password-changed': accounts.passwordChangedMail(),
  'email-confirm': accounts.confirmEmailMail('a-token-that-opens-nothing'),
  'email-taken': accounts.emailTakenMail(),
  'email-changed': accounts.emailChangedMail(),
  'trial-ending': billing.trialEndingMail('Ada', trialEndsAt),
  'trial-ended': billing.trialEndedMail('Ada'),
  'payment-failed': billing.paymentFailedMail('Ada'),
  'subscription-canceled': billing.subscriptionCanceledMail('Ada', '4 December 2026'),
  contact: contactMail(message),
}
