import { env } from '~/http/env.server'
import { mailBodies } from '~/mail/mail-bodies.server'

export function resetLinkMail(token: string) {
  return {
    Subject: 'Reset your Budkeeper password',
    ...mailBodies({
      heading: 'Choose a new password',
      paragraphs: ['Somebody, hopefully you, asked to reset the password of your Budkeeper account.'],
      button: { label: 'Reset Password', url: `${env.APP_URL}/reset-password/${token}` },
      footnote:
        'The link works once, within one hour. If it was not you, there is nothing to do: your password stays as it is.',
    }),
  }
}

export function passwordChangedMail() {
  return {
    Subject: 'Your Budkeeper password was changed',
    ...mailBodies({
      heading: 'Your password was changed',
      paragraphs: ['The password of your Budkeeper account was just reset, and every device was signed out.'],
      button: { label: 'It was not me', url: `${env.APP_URL}/forgot-password` },
      footnote: 'If it was you, there is nothing to do.',
    }),
  }
}

/** To an address that may be a stranger's: it holds nothing that the account's owner has written. */
export function confirmEmailMail(token: string) {
  return {
    Subject: 'Confirm your email address for Budkeeper',
    ...mailBodies({
      heading: 'Confirm your email address',
      paragraphs: ['Somebody, hopefully you, wants to use this address for their Budkeeper account.'],
      button: { label: 'Confirm Email', url: `${env.APP_URL}/confirm-email/${token}` },
      footnote:
        'The link works once, within one day, until another one is sent. If it was not you, there is nothing to do: the address is not used.',
    }),
  }
}

export function emailTakenMail() {
  return {
    Subject: 'Your email address already has a Budkeeper account',
    ...mailBodies({
      heading: 'This address already has an account',
      paragraphs: [
        'Somebody, hopefully you, wanted to use this address for another Budkeeper account. It already has an account, so nothing was changed.',
      ],
      button: { label: 'Log in', url: `${env.APP_URL}/login` },
      footnote:
        'If it was not you, there is nothing to do: whoever it was has learned nothing of your account.',
    }),
  }
}

export function emailChangedMail() {
  return {
    Subject: 'Your Budkeeper email address was changed',
    ...mailBodies({
      heading: 'Your email address was changed',
      paragraphs: [
        'Your Budkeeper account now uses another email address. Mails from us go there from now on.',
        'If it was not you, answer this mail at once.',
      ],
    }),
  }
}
