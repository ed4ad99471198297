import { env } from '~/http/env.server'
import { defineMail } from '~/mail/mail'
import { mailContent } from '~/mail/mail-content.server'

export const securityMails = {
  'second-factor-on': mailAbout('second-factor-on', {
    subject: 'Your Budkeeper account has a second factor',
    heading: 'The second factor is on',
    text: 'From now on, logging in to your Budkeeper account takes a code from your app, or a recovery code, beside the password.',
  }),
  'second-factor-off': mailAbout('second-factor-off', {
    subject: 'Your Budkeeper account has no second factor any more',
    heading: 'The second factor is off',
    text: 'The second factor of your Budkeeper account was just switched off. From now on, logging in takes the password only.',
  }),
  'recovery-codes': mailAbout('recovery-codes', {
    subject: 'Your Budkeeper account has new recovery codes',
    heading: 'You have new recovery codes',
    text: 'Ten new recovery codes were just made for your Budkeeper account. The old ones do not work any more.',
  }),
}

type Texts = { subject: string; heading: string; text: string }

function mailAbout(kind: string, { subject, heading, text }: Texts) {
  const compose = () =>
    mailContent({
      subject,
      heading,
      paragraphs: [text],
      button: { label: 'It was not me', url: `${env.APP_URL}/forgot-password` },
      footnote:
        'If it was you, there is nothing to do. If not, somebody has your password: choose a new one, and answer this mail.',
    })
  return defineMail({ compose, samples: () => ({ [kind]: compose() }) })
}
