import { countOf } from '~/base/components/count'
import { defineMail } from '~/base/mail/mail'
import { mailContent } from '~/base/mail/mail-content.server'
import { env } from '~/base/node/env.server'
import { devicesPath } from './device'
import { countDeletions } from './held-deletions.server'

type Details = { device: string; name: string }

/** To an address that nobody has confirmed, it does not say what the user wrote. */
function heldMail({ name, records }: { name: string; records: number }) {
  return mailContent({
    subject: 'Budkeeper holds deletions of one of your devices',
    heading: 'Were these meant to be deleted?',
    paragraphs: [
      `${name} has deleted ${countOf(records, 'record')} of your Budkeeper account within a few minutes. Budkeeper holds those that are too many: they are gone on the device alone.`,
      'Delete them, or keep them: then the device gets all of them back when it syncs next.',
    ],
    button: { label: 'Decide', url: `${env.APP_URL}${devicesPath}` },
    footnote: 'If you do not know what happened, keep them, and revoke the device.',
  })
}

export const deviceMails = {
  'deletions-held': defineMail<Details>({
    async compose({ user, details: { device, name } }) {
      const { records, held } = await countDeletions(user._id, device)
      return held > 0 ? heldMail({ name: user.isVerified ? `'${name}'` : 'A device', records }) : null
    },
    samples: () => ({ 'deletions-held': heldMail({ name: "'iPhone'", records: 24 }) }),
  }),
}
