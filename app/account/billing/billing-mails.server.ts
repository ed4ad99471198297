import { formatLongDay } from '~/base/components/day'
import { defineMail } from '~/base/mail/mail'
import { mailContent } from '~/base/mail/mail-content.server'
import { env } from '~/base/node/env.server'
import { monthlyPrice } from './plan'

export const billingMails = {
  'trial-ending': defineMail({
    compose: ({ user: { status, Firstname, trialEndsAt } }) =>
      status === 'trialing' ? trialEndingMail(Firstname, trialEndsAt) : null,
    samples: () => ({ 'trial-ending': trialEndingMail('Ada', new Date('2026-12-04T09:30:00Z')) }),
  }),
  'trial-ended': defineMail({
    compose: ({ user: { status, Firstname } }) => (status === 'canceled' ? trialEndedMail(Firstname) : null),
    samples: () => ({ 'trial-ended': trialEndedMail('Ada') }),
  }),
  'payment-failed': defineMail({
    compose: ({ user: { status, Firstname } }) =>
      status === 'past_due' || status === 'unpaid' ? paymentFailedMail(Firstname) : null,
    samples: () => ({ 'payment-failed': paymentFailedMail('Ada') }),
  }),
  'subscription-canceled': defineMail<{ until?: string }>({
    compose: ({ user, details }) => subscriptionCanceledMail(user.Firstname, details.until),
    samples: () => ({ 'subscription-canceled': subscriptionCanceledMail('Ada', '4 December 2026') }),
  }),
}

const trialEndingMail = (Firstname: string, trialEndsAt: Date) =>
  mail(Firstname, {
    subject: 'Your Budkeeper trial ends soon',
    heading: `Your trial ends on ${formatLongDay(trialEndsAt)}`,
    text: `If Budkeeper has helped you to stay close to your people, you can keep it for ${monthlyPrice}. The whole days of your trial that are left stay free.`,
    button: 'Subscribe Now',
  })

const trialEndedMail = (Firstname: string) =>
  mail(Firstname, {
    subject: 'Your Budkeeper trial has ended',
    heading: 'Your trial has ended',
    text: `You can subscribe at any time, for ${monthlyPrice}.`,
    button: 'Resubscribe',
  })

const paymentFailedMail = (Firstname: string) =>
  mail(Firstname, {
    subject: 'Your Budkeeper payment did not go through',
    heading: 'Your payment did not go through',
    text: 'The payment for your Budkeeper subscription was declined. Please give us another card; the open amount is then paid with it.',
    button: 'Update Payment Method',
  })

const subscriptionCanceledMail = (Firstname: string, until: string | undefined) =>
  mail(Firstname, {
    subject: 'Your Budkeeper subscription is canceled',
    heading: 'Your subscription is canceled',
    text: until ? `It runs until ${until} and will not renew.` : 'It has ended.',
    button: until ? 'Resume' : 'Resubscribe',
  })

type Texts = { subject: string; heading: string; text: string; button: string }

/** A mail with a button that links to the screen of the subscription. */
function mail(Firstname: string, { text, button, ...titles }: Texts) {
  const greeting = Firstname ? `Hello ${Firstname},` : 'Hello,'
  const reassurance = 'Nothing that you have entered is locked or lost, whatever you decide.'
  return mailContent({
    ...titles,
    paragraphs: [greeting, text, reassurance],
    button: { label: button, url: `${env.APP_URL}/dashboard/subscription` },
  })
}
