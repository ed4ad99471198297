import { formatDay } from '~/base/components/day'
import { defineMail } from '~/base/mail/mail'
import { mailContent } from '~/base/mail/mail-content.server'
import { env } from '~/base/node/env.server'
import { passkeysPath } from './passkey'
import { programsPath } from './programs'

export const securityMails = {
  'access-added': defineMail<NewAccess>({
    compose: ({ user, details }) => accessAddedMail(details, user.isVerified),
    samples: () => ({
      'access-added': accessAddedMail(sampleAccess, true),
      'access-added-unverified': accessAddedMail(sampleAccess, false),
      'access-added-feed': accessAddedMail({ kind: 'calendar feed', what: '', until: '2027-02-23' }, true),
    }),
  }),
  'access-refused': defineMail<{ wanted: string }>({
    compose: ({ details }) => accessRefusedMail(details.wanted),
    samples: () => ({ 'access-refused': accessRefusedMail('an API token') }),
  }),
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
  'passkey-added': mailAboutPasskey('passkey-added', (passkey) => ({
    subject: 'Your Budkeeper account has a new passkey',
    heading: 'A passkey was added',
    text: `${passkey} was just added to your Budkeeper account. It logs in without the password and without a code.`,
    url: passkeysPath,
    advice:
      'If not, somebody has your password: remove the passkey on the screen Security, choose a new password, and answer this mail. A new password alone does not remove it.',
  })),
  'passkey-removed': mailAboutPasskey('passkey-removed', (passkey) => ({
    subject: 'A passkey of your Budkeeper account was removed',
    heading: 'A passkey was removed',
    text: `${passkey} was just removed from your Budkeeper account. It does not log in any more.`,
  })),
}

/** `advice` is for whoever did not make the change. */
type Texts = { subject: string; heading: string; text: string; url?: string; advice?: string }

const newPassword = 'If not, somebody has your password: choose a new one, and answer this mail.'

function mailAbout(kind: string, texts: Texts) {
  const compose = () => contentOf(texts)
  return defineMail({ compose, samples: () => ({ [kind]: compose() }) })
}

function mailAboutPasskey(kind: string, textsOf: (passkey: string) => Texts) {
  const compose = (name: string, isVerified: boolean) =>
    contentOf(textsOf(isVerified ? `The passkey '${name}'` : 'A passkey'))
  return defineMail<{ name: string }>({
    compose: ({ user, details }) => compose(details.name, user.isVerified),
    samples: () => ({
      [kind]: compose("Ada's phone", true),
      [`${kind}-unverified`]: compose("Ada's phone", false),
    }),
  })
}

const contentOf = ({ subject, heading, text, url = '/forgot-password', advice = newPassword }: Texts) =>
  mailContent({
    subject,
    heading,
    paragraphs: [text],
    button: { label: 'It was not me', url: env.APP_URL + url },
    footnote: `If it was you, there is nothing to do. ${advice}`,
  })

/** What a program got. `until` is the day on which it ends; null: never. */
export type NewAccess = {
  kind: 'API token' | 'calendar feed' | 'webhook' | 'app password'
  /** What its owner says of it, such as its name and scope. */
  what: string
  until: string | null
}

const sampleAccess: NewAccess = { kind: 'API token', what: "'Backup script', read and write", until: null }

/** To an address that nobody has confirmed, it does not say what the user wrote. */
function accessAddedMail({ kind, what, until }: NewAccess, isVerified: boolean) {
  const details = isVerified && what ? `: ${what}` : ''
  const end = until ? `until ${formatDay(until)}` : 'until it is revoked'
  return mailContent({
    subject: `Your Budkeeper account has a new ${kind}`,
    heading: 'A program can use your account',
    paragraphs: [
      `A new ${kind} was just made for your Budkeeper account${details}. It works without your password, ${end}.`,
    ],
    button: { label: 'See what has access', url: `${env.APP_URL}${programsPath}` },
    footnote:
      'If it was you, there is nothing to do. If not, revoke it on the screen Security, and choose a new password.',
  })
}

function accessRefusedMail(wanted: string) {
  return mailContent({
    subject: `Somebody asked your Budkeeper account for ${wanted}`,
    heading: 'Refused: the password was missing',
    paragraphs: [
      `A device that is signed in to your Budkeeper account asked for ${wanted}, without the password. Nothing was made or changed.`,
      'If it was not you, somebody uses your account: sign out everything on the screen Security, and choose a new password.',
    ],
    button: { label: 'Open Security', url: `${env.APP_URL}${programsPath}` },
    footnote:
      'If it was you or a program of yours, enter the password beside. We write this at most once a day.',
  })
}
