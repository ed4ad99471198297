import { env } from '~/http/env.server'
import { defineMail } from '~/mail/mail'
import { mailContent } from '~/mail/mail-content.server'
import { isDemoAccount } from './account'
import { newEmailToken, newResetToken } from './tokens.server'

const sampleToken = 'a-token-that-opens-nothing'

export const accountMails = {
  'password-reset': defineMail({
    compose: async ({ user }) => resetLinkMail(await newResetToken(user._id)),
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
  'email-changed': defineMail({
    compose: emailChangedMail,
    samples: () => ({ 'email-changed': emailChangedMail() }),
  }),
}

/** Null if the change was cancelled, and for the address of the demo account, which is not a mailbox. */
async function composeEmailConfirm(userId: string, Email: string) {
  const emailToken = isDemoAccount({ Email }) ? null : await newEmailToken(userId, Email)
  return emailToken && (emailToken.isTaken ? emailTakenMail() : confirmLinkMail(emailToken.token))
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
    paragraphs: ['The password of your Budkeeper account was just reset, and every device was signed out.'],
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
    button: { label: 'Confirm Email', url: `${env.APP_URL}/confirm-email/${token}` },
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
    footnote:
      'If it was not you, there is nothing to do: whoever it was has learned nothing of your account.',
  })
}

function emailChangedMail() {
  return mailContent({
    subject: 'Your Budkeeper email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      'Your Budkeeper account now uses another email address. Mails from us go there from now on.',
      'If it was not you, answer this mail at once.',
    ],
  })
}
