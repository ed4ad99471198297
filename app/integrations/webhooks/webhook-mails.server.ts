import { defineMail } from '~/base/mail/mail'
import { mailContent } from '~/base/mail/mail-content.server'
import { env } from '~/base/node/env.server'
import { type OffReason, webhooksPath } from './webhook'

/** `name` is that of the webhook, or the host of its address. */
type Details = { name: string; reason: OffReason }

const why: Record<OffReason, string> = {
  gone: 'Its receiver has answered that it does not exist any more (410).',
  failing: 'Nothing has been delivered to it for five days.',
}

/** To an address that nobody has confirmed, it does not say what the user wrote. */
function offMail({ name, reason }: Details, isVerified: boolean) {
  return mailContent({
    subject: 'A webhook of your Budkeeper account is switched off',
    heading: 'A webhook is switched off',
    paragraphs: [
      `Budkeeper does not tell ${isVerified ? name : 'its receiver'} of changes any more. ${why[reason]}`,
      'What has changed since was not delivered. When the receiver works again, send a test: if it arrives, the webhook is on again.',
    ],
    button: { label: 'Open Webhooks', url: `${env.APP_URL}${webhooksPath}` },
  })
}

export const webhookMails = {
  'webhook-off': defineMail<Details>({
    compose: ({ user, details }) => offMail(details, user.isVerified),
    samples: () => ({
      'webhook-off': offMail({ name: 'Family wiki', reason: 'failing' }, true),
      'webhook-off-gone': offMail({ name: 'hooks.example.com', reason: 'gone' }, true),
      'webhook-off-unverified': offMail({ name: 'Family wiki', reason: 'failing' }, false),
    }),
  }),
}
