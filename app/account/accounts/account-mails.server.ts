import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { isDemoAccount } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { sha256 } from '~/base/http/secret.server'
import { defineMail } from '~/base/mail/mail'
import { mailContent } from '~/base/mail/mail-content.server'
import { env } from '~/base/node/env.server'
import { emailChanges, passwordResets, users } from '~drizzle/schema'
import { hasEmail } from './email.server'

const sampleToken = 'a-token-that-opens-nothing'
const sampleKeepUrl = `${env.APP_URL}/keep-email/${sampleToken}`

export const accountMails = {
  'password-reset': defineMail({
    compose: ({ user }) => composeResetLink(user._id),
    samples: () => ({ 'password-reset': resetLinkMail(sampleToken) }),
  }),
  'password-changed': defineMail({
    compose: passwordChangedMail,
    samples: () => ({ 'password-changed': passwordChangedMail() }),
  }),
  'email-confirm': defineMail({
    compose: ({ user, recipient }) => composeEmailConfirm(user._id, recipient),
    samples: () => ({ 'email-confirm': confirmLinkMail(sampleToken), 'email-taken': emailTakenMail() }),
  }),
  'email-change-requested': defineMail({
    link: 'keep-email',
    compose: ({ url }) => changeRequestedMail(url),
    samples: () => ({ 'email-change-requested': changeRequestedMail(sampleKeepUrl) }),
  }),
  'email-changed': defineMail({
    link: 'keep-email',
    compose: ({ url }) => emailChangedMail(url),
    samples: () => ({ 'email-changed': emailChangedMail(sampleKeepUrl) }),
  }),
  'account-deleted': defineMail({
    compose: accountDeletedMail,
    samples: () => ({ 'account-deleted': accountDeletedMail() }),
  }),
  'notices-paused': defineMail({
    compose: noticesPausedMail,
    samples: () => ({ 'notices-paused': noticesPausedMail() }),
  }),
}

/** Token of a link that works without a session. The database stores only its hash. */
function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(token) }
}

/** Creates the token when the mail is sent, so that the link is valid for an hour from then. */
async function composeResetLink(userId: string) {
  const { token, tokenHash } = newToken()
  const expiresAt = sql`now() + interval '1 hour'`
  await db.insert(passwordResets).values({ tokenHash, userId, expiresAt })
  return resetLinkMail(token)
}

export const inOneDay = sql`now() + interval '1 day'`

/**
 * The token replaces that of an earlier mail. Null if the change was cancelled, and for the address of the demo
 * account, which is not a mailbox. Runs the same SQL whether or not the new address has an account.
 */
async function composeEmailConfirm(userId: string, email: string) {
  if (isDemoAccount({ Email: email })) return null
  const { token, tokenHash } = newToken()
  const [change] = await db
    .update(emailChanges)
    .set({ tokenHash, expiresAt: inOneDay })
    .where(and(eq(emailChanges.userId, userId), eq(emailChanges.email, email)))
    .returning({ userId: emailChanges.userId })
  const [owner] = await db.select({ _id: users._id }).from(users).where(hasEmail(email))
  if (!change) return null
  return owner ? emailTakenMail() : confirmLinkMail(token)
}

function resetLinkMail(token: string) {
  return mailContent({
    subject: 'Reset your Budkeeper password',
    heading: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, asked to reset the password of your Budkeeper account.'],
    button: { label: 'Reset Password', url: `${env.APP_URL}/reset-password/${token}` },
    footnote:
      'The link works once, within one hour. If it was not you, there is nothing to do: your password stays as it is.',
  })
}

function passwordChangedMail() {
  return mailContent({
    subject: 'Your Budkeeper password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your Budkeeper account was just changed, and all other devices were signed out.',
      'A reset by mail also revokes API tokens, calendar feeds and webhooks. After a change on the screen Security they stay: it lists them, with a button that revokes all of them.',
    ],
    button: { label: 'It was not me', url: `${env.APP_URL}/forgot-password` },
    footnote: 'If it was you, there is nothing to do.',
  })
}

/** May go to a stranger: it must not contain text that the account's owner wrote. */
function confirmLinkMail(token: string) {
  return mailContent({
    subject: 'Confirm your email address for Budkeeper',
    heading: 'Confirm your email address',
    paragraphs: ['Somebody, hopefully you, wants to use this address for their Budkeeper account.'],
    button: { label: 'Confirm email', url: `${env.APP_URL}/confirm-email/${token}` },
    footnote:
      'The link works once, within one day, until another one is sent. If it was not you, there is nothing to do: the address is not used.',
  })
}

function emailTakenMail() {
  return mailContent({
    subject: 'Your email address already has a Budkeeper account',
    heading: 'This address already has an account',
    paragraphs: [
      'Somebody, hopefully you, wanted to use this address for another Budkeeper account. It already has an account, so nothing was changed.',
    ],
    button: { label: 'Log in', url: `${env.APP_URL}/login` },
    footnote: 'If it was not you, there is nothing to do: your account is unchanged.',
  })
}

/** Does not name the new address, which the account's owner wrote: this address may belong to a stranger. */
function changeRequestedMail(url: string) {
  return mailContent({
    subject: 'Your Budkeeper account is to get another email address',
    heading: 'Another email address was asked for',
    paragraphs: [
      'Somebody who is signed in to your Budkeeper account wants it to use another email address. It is changed when the link that we sent there is confirmed.',
      'If it was not you, press the button: the account keeps this address, and all devices are signed out.',
    ],
    button: { label: 'Keep this address', url },
    footnote: keepNote,
  })
}

const keepNote = 'If it was you, there is nothing to do. The button works for a week, also after the change.'

function emailChangedMail(url: string) {
  return mailContent({
    subject: 'Your Budkeeper email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      'Your Budkeeper account now uses another email address. Mails from us go there from now on.',
      'If it was not you, press the button: the account gets this address back, and all devices are signed out.',
    ],
    button: { label: 'It was not me', url },
    footnote: keepNote,
  })
}

function accountDeletedMail() {
  return mailContent({
    subject: 'Your Budkeeper account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      'Your Budkeeper account was deleted as you asked, with your buds, circles, events, interactions and photos. If you had a subscription, it is canceled, and nothing more is charged.',
      'This is our last mail to you. Thank you for having kept your people close with Budkeeper.',
      'If it was not you, answer this mail at once.',
    ],
  })
}

/** May go to a stranger, and after the deletion of the account. */
function noticesPausedMail() {
  return mailContent({
    subject: 'More was changed in your Budkeeper account',
    heading: 'No more mails about changes today',
    paragraphs: [
      'So much was changed today in the Budkeeper account of this address that we do not mail each change. What has access, and which devices are signed in, is on the screen Security.',
    ],
    button: { label: 'Open Security', url: `${env.APP_URL}/dashboard/security` },
    footnote:
      'If it was not you, choose a new password with ‘Forgot Password?’, and answer this mail. If you have no account with us, there is nothing to do.',
  })
}
