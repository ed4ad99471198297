import { env } from '~/http/env.server'
import { defineMail } from '~/mail/mail'
import { mailContent } from '~/mail/mail-content.server'
import { monthlyPrice } from './plan'
import { dayInWords } from './subscription'

const button = (label: string) => ({ label, url: `${env.APP_URL}/dashboard/subscription` })
const greeting = (Firstname: string) => (Firstname ? `Hello ${Firstname},` : 'Hello,')

const reassurance = 'Nothing that you have entered is locked or lost, whatever you decide.'

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

function trialEndingMail(Firstname: string, trialEndsAt: Date) {
  return mailContent({
    subject: 'Your Budkeeper trial ends soon',
    heading: `Your trial ends on ${dayInWords(trialEndsAt)}`,
    paragraphs: [
      greeting(Firstname),
      `If Budkeeper has helped you to stay close to your people, you can keep it for ${monthlyPrice}. The whole days of your trial that are left stay free.`,
      reassurance,
    ],
    button: button('Subscribe Now'),
  })
}

function trialEndedMail(Firstname: string) {
  return mailContent({
    subject: 'Your Budkeeper trial has ended',
    heading: 'Your trial has ended',
    paragraphs: [greeting(Firstname), `You can subscribe at any time, for ${monthlyPrice}.`, reassurance],
    button: button('Resubscribe'),
  })
}

function paymentFailedMail(Firstname: string) {
  return mailContent({
    subject: 'Your Budkeeper payment did not go through',
    heading: 'Your payment did not go through',
    paragraphs: [
      greeting(Firstname),
      'The payment for your Budkeeper subscription was declined. Please give us another card; the open amount is then paid with it.',
      reassurance,
    ],
    button: button('Update Payment Method'),
  })
}

function subscriptionCanceledMail(Firstname: string, until: string | undefined) {
  const end = until ? `It runs until ${until} and will not renew.` : 'It has ended.'
  return mailContent({
    subject: 'Your Budkeeper subscription is canceled',
    heading: 'Your subscription is canceled',
    paragraphs: [greeting(Firstname), end, reassurance],
    button: button(until ? 'Resume' : 'Resubscribe'),
  })
}
