import { mailBodies } from '~/components/mail.server'
import { env } from '~/server/env.server'

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
