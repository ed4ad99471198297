import { clock } from '~/base/db/clock.server'
import { defineMail } from '~/base/mail/mail'
import { type MailSection, mailContent } from '~/base/mail/mail-content.server'
import { env } from '~/base/node/env.server'
import { steps } from '~/planning/today/first-steps'
import { type DigestContent, dateText, digestSubject, eventTimes, longDay, noteText } from './digest-mail'
import { type DigestFrequency, weekdays } from './settings'

export type DigestDetails = DigestContent & {
  /** The local day, `YYYY-MM-DD`. */
  today: string
  /** The instant from which the digest is not sent any more. */
  until: string
  digest: DigestFrequency
  digestHour: number
  digestWeekday: number
  timeZone: string
}

const sampleUrl = (kind: string) => `${env.APP_URL}/${kind}/a-token-that-opens-nothing`

export const reminderMails = {
  'email-verify': defineMail({
    link: 'verify-email',
    compose: ({ user, url }) => (user.isVerified ? null : verifyMail(url)),
    samples: () => ({ 'email-verify': verifyMail(sampleUrl('verify-email')) }),
  }),
  welcome: defineMail({
    compose: ({ user }) => (user.isVerified ? welcomeMail() : null),
    samples: () => ({ welcome: welcomeMail() }),
  }),
  digest: defineMail<DigestDetails>({
    stream: 'broadcast',
    link: 'unsubscribe',
    compose: ({ user, details, url }) => {
      const isWanted = user.isVerified && user.digest !== 'off'
      return isWanted && clock.now() < new Date(details.until) ? digestMail(details, url) : null
    },
    samples: () => ({
      digest: digestMail(sampleDetails, sampleUrl('unsubscribe')),
      'weekly-digest': digestMail({ ...sampleDetails, ...weeklySample }, sampleUrl('unsubscribe')),
    }),
  }),
}

/** May go to a stranger: it must not contain text that the account's owner wrote. */
function verifyMail(url: string) {
  return mailContent({
    subject: 'Verify your email address for Budkeeper',
    heading: 'Verify your email address',
    paragraphs: [
      'Somebody, hopefully you, wants to get reminders from Budkeeper at this address. Budkeeper sends them only to an address that is verified.',
    ],
    button: { label: 'Verify email', url },
    footnote:
      'The link works once, within one day. If it was not you, there is nothing to do: no reminders are sent.',
  })
}

/** The first steps of Today. */
function welcomeMail() {
  return mailContent({
    subject: 'Welcome to Budkeeper',
    heading: 'Four steps to begin with',
    paragraphs: [
      'Your address is verified. These steps show what Budkeeper can do for you and your people:',
      ...steps.map(({ label }, n) => `${n + 1}. ${label}`),
    ],
    button: { label: 'Open Today', url: `${env.APP_URL}/dashboard/Today` },
    footnote: 'You get this mail once.',
  })
}

function digestMail(details: DigestDetails, unsubscribe: string) {
  const { today, digest, digestHour, digestWeekday, timeZone } = details
  const isWeekly = digest === 'weekly'
  const rhythm = isWeekly ? `every ${weekdays[digestWeekday - 1]}` : 'every day'
  return {
    ...mailContent({
      subject: digestSubject(details, today),
      heading: `${isWeekly ? 'Your week from ' : ''}${longDay(today, today)}`,
      sections: sectionsOf(details, isWeekly),
      button: { label: 'Open Today', url: `${env.APP_URL}/dashboard/Today` },
      footnote: `You get this digest ${rhythm} at ${digestHour}:00 (${timeZone}).`,
      links: [
        { label: 'Change the reminders', url: `${env.APP_URL}/dashboard/reminders` },
        { label: 'Unsubscribe', url: unsubscribe },
      ],
    }),
    Headers: [
      { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
      { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
    ],
  }
}

function sectionsOf(details: DigestDetails, isWeekly: boolean): MailSection[] {
  const { today, overdue, totalOverdue, dates, totalDates, events, totalEvents } = details
  const sections = [
    {
      title: 'Get in touch',
      items: overdue.map((bud) => item(`Bud/${bud._id}`, bud.name, bud.reason, noteText(bud))),
      more: moreLink(totalOverdue - overdue.length, 'Today'),
    },
    {
      title: 'Dates',
      items: dates.map((date) => item(date.page, date.name, dateText(date, today))),
      more: moreLink(totalDates - dates.length, 'Today'),
    },
    {
      title: isWeekly ? 'Events of the week' : 'Events today',
      items: events.map((event) =>
        item(`Event/${event._id}`, event.Name, eventTimes(event, today), event.Location),
      ),
      more: moreLink(totalEvents - events.length, 'Calendar'),
    },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

const item = (screen: string, ...lines: string[]) => ({
  url: `${env.APP_URL}/dashboard/${screen}`,
  lines: lines.filter(Boolean),
})

const moreLink = (n: number, screen: string) =>
  n > 0 ? { label: `And ${n} more`, url: `${env.APP_URL}/dashboard/${screen}` } : undefined

const sampleDetails: DigestDetails = {
  today: '2026-11-24',
  until: '2026-11-24T20:00:00Z',
  digest: 'daily',
  digestHour: 8,
  digestWeekday: 2,
  timeZone: 'Europe/London',
  overdue: [
    {
      _id: 'grace',
      name: 'Grace Hopper',
      reason: "every 30 days, last on 3 November: Ada's lunch",
      note: 'She looks for a flat near the harbour, and starts a new job in January.',
    },
    { _id: 'alan', name: 'Alan Turing', reason: 'every 30 days, not in touch yet', note: '' },
  ],
  totalOverdue: 12,
  dates: [
    { page: 'Bud/joan', name: 'Joan Clarke', label: 'Birthday', on: '2026-11-24', years: 40 },
    { page: 'Circle/walkers', name: 'Walkers', label: 'First walk', on: '2026-11-25', years: 3 },
    { page: 'Bud/cem', name: 'Cem Yilmaz', label: 'Anniversary', on: '2026-11-27', years: null },
  ],
  totalDates: 3,
  events: [
    {
      _id: 'club',
      Name: 'Book club',
      Location: 'Bristol',
      startDate: '2026-11-24T19:00',
      endDate: '2026-11-24T22:00',
    },
  ],
  totalEvents: 1,
}

const weeklySample = {
  digest: 'weekly',
  overdue: [],
  totalOverdue: 0,
  dates: [],
  totalDates: 0,
  events: [
    {
      _id: 'walk',
      Name: 'Walk in the hills',
      Location: '',
      startDate: '2026-11-27T09:00',
      endDate: '2026-11-29T18:00',
    },
  ],
} satisfies Partial<DigestDetails>
